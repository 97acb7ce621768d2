package import ForeignFormats

/// The numbers of a source's highlights by outcome. `sum` is the number of all highlights.
package struct HighlightCounts: Sendable, Equatable {
  package var new = 0
  /// Updated in the note, because the highlight or the reader's note changed in the source.
  package var extended = 0
  /// Already in the note, or merged within the file (`HighlightFile.merged`).
  package var same = 0
  /// Skipped, because the user deleted or changed them, or deleted the note.
  package var leftAlone = 0
  /// Could not be read, or their book has no title.
  package var unreadable = 0

  package init() {}

  package var sum: Int { new + extended + same + leftAlone + unreadable }

  package static func += (counts: inout Self, other: Self) {
    counts.new += other.new
    counts.extended += other.extended
    counts.same += other.same
    counts.leftAlone += other.leftAlone
    counts.unreadable += other.unreadable
  }
}

package struct HighlightReport: Sendable, Equatable {
  package var counts = HighlightCounts()
  package var total = 0
  package var newNotes = 0
  package var updatedNotes = 0
  package var unchangedNotes = 0
  package var cards = 0
  package var pacing = ReviewPacing.spread
  /// The last day on which a new card is first asked, `2026-12-13`; nil unless cards are spread
  /// over several days.
  package var lastDay: String?
  package var readings: [(file: String, text: String)] = []
  /// Remarks, each the end of a sentence about its file.
  package var remarks: [(file: String, text: String)] = []
  package var leftOut: [LeftOut] = []

  package init() {}

  package static func == (left: Self, right: Self) -> Bool {
    func texts(_ list: [(file: String, text: String)]) -> [String] { list.map { "\($0) \($1)" } }
    return left.counts == right.counts && left.total == right.total
      && left.newNotes == right.newNotes && left.updatedNotes == right.updatedNotes
      && left.unchangedNotes == right.unchangedNotes && left.cards == right.cards
      && left.pacing == right.pacing && left.lastDay == right.lastDay
      && texts(left.readings) == texts(right.readings)
      && texts(left.remarks) == texts(right.remarks) && left.leftOut == right.leftOut
  }
}

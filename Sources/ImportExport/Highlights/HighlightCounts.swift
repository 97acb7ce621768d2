package import ForeignFormats

/// The fates of highlights. Together they are all that the source has.
package struct HighlightCounts: Sendable, Equatable {
  /// Not seen before, and added.
  package var new = 0
  /// Changed in the source since; the note was updated.
  package var extended = 0
  /// There already, and as they were imported.
  package var same = 0
  /// Deleted or changed by the reader.
  package var leftAlone = 0
  /// Could not be read.
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

/// The result of an import of highlights, or its preview.
package struct HighlightReport: Sendable, Equatable {
  package var counts = HighlightCounts()
  /// The number of highlights in the sources.
  package var total = 0
  /// The notes of their books: made, changed, and left as they are.
  package var newNotes = 0
  package var updatedNotes = 0
  package var unchangedNotes = 0
  /// New cards.
  package var cards = 0
  /// The days on which they are asked first.
  package var pacing = ReviewPacing.spread
  /// The last day of the new cards, `2026-12-13`; nil if all are asked now, or none is.
  package var lastDay: String?
  /// The files, and what they are taken for.
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

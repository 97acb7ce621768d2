package import ForeignFormats

package struct ImportReport: Sendable, Equatable {
  package struct Remark: Sendable, Equatable {
    package var file: String
    /// The message, as the end of a sentence about the file.
    package var text: String
  }

  package var new = 0
  package var updated = 0
  /// The number of notes that were up to date or newer.
  package var unchanged = 0
  /// The number of notes that were imported before and deleted since. They are not restored.
  package var deleted = 0
  /// The number of updated notes that were changed on both sides; both versions are kept.
  package var conflicts = 0
  /// The number of new cards in notes that were created, without those of highlights.
  package var cards = 0
  /// The day, in the user's time zone, on which the last of these cards is first asked:
  /// `2026-11-30`. Nil unless cards are spread over several days.
  package var lastDay: String?
  package var skipped: [Remark] = []
  /// Files of highlights, and folders of other programs, with the format as which each was read.
  package var readings: [Remark] = []
  /// Parts of these files and folders that were not imported.
  package var leftOut: [LeftOut] = []
  /// The number of notes with each field that was stored next to the text instead of imported.
  package var kept: [String: Int] = [:]
  package var highlights: HighlightReport?
  /// The lists of books among the files. Their books are also counted as notes.
  package var lists: [List] = []
  package var remarks: [Remark] = []
}

extension ImportReport {
  mutating func add(_ highlights: HighlightReport) {
    func remarks(_ list: [(file: String, text: String)]) -> [Remark] {
      list.map { Remark(file: $0.file, text: $0.text) }
    }
    self.highlights = highlights
    new += highlights.newNotes
    updated += highlights.updatedNotes
    unchanged += highlights.unchangedNotes
    readings += remarks(highlights.readings)
    self.remarks += remarks(highlights.remarks)
    leftOut += highlights.leftOut
  }
}

package import ForeignFormats

/// The result of an import, or its preview.
package struct ImportReport: Sendable, Equatable {
  /// A message about a file.
  package struct Remark: Sendable, Equatable {
    /// The file's path.
    package var file: String
    /// The message, as the end of a sentence about the file.
    package var text: String
  }

  /// The number of notes that were created.
  package var new = 0
  /// The number of notes that were changed.
  package var updated = 0
  /// The number of notes that were up to date or newer.
  package var unchanged = 0
  /// The number of notes that were imported before and deleted since. They are not restored.
  package var deleted = 0
  /// The number of updated notes that were changed on both sides; both versions are kept.
  package var conflicts = 0
  /// Files that were not imported, and the reasons.
  package var skipped: [Remark] = []
  /// Folders of other programs, with the format as which each was read.
  package var readings: [Remark] = []
  /// Parts of these folders that were not imported.
  package var leftOut: [LeftOut] = []
  /// The number of notes per field that was stored next to the text, not imported.
  package var kept: [String: Int] = [:]
  /// The result for highlights; nil if there were none.
  package var highlights: HighlightReport?
  /// The lists of books among the files. Their books are also counted as notes.
  package var lists: [List] = []
  /// Other remarks about imported files.
  package var remarks: [Remark] = []
}

extension ImportReport {
  /// Adds the report about highlights.
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

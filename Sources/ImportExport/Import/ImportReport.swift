package import ForeignFormats

/// The result of an import, or its preview.
package struct ImportReport: Sendable, Equatable {
  /// Something to say about a file.
  package struct Remark: Sendable, Equatable {
    /// Its path.
    package var file: String
    /// The remark, as the end of a sentence about the file.
    package var text: String
  }

  /// Notes that were not there.
  package var new = 0
  /// Notes that were there and are now others.
  package var updated = 0
  /// Notes that were there and had all that the source has, or newer.
  package var unchanged = 0
  /// Notes that were imported before and deleted here since, and are not brought back.
  package var deleted = 0
  /// Notes among the updated ones that were changed on both sides: both are kept.
  package var conflicts = 0
  /// Files that were not taken in, and why.
  package var skipped: [Remark] = []
  /// Folders that follow another program's rules, and a sentence's end about that.
  package var readings: [Remark] = []
  /// Parts of such folders that are not taken in.
  package var leftOut: [LeftOut] = []
  /// Fields that stay beside the texts of such folders' notes, and in how many notes.
  package var kept: [String: Int] = [:]
  /// The fate of highlights; nil if there were none.
  package var highlights: HighlightReport?
  /// The lists of books among the files. Their books are counted as notes, too.
  package var lists: [List] = []
  /// Other remarks about files that were imported.
  package var remarks: [Remark] = []
}

extension ImportReport {
  /// Takes in the report about highlights.
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

package import ForeignFormats

extension ImportReport {
  /// The result of importing a list of books. Each row is counted once: as new, changed, same,
  /// skipped or unreadable.
  package struct List: Sendable, Equatable {
    package struct Row: Sendable, Equatable {
      /// The row's line in the file, or the book's number; see `unit`.
      package var number: Int
      /// The end of a sentence about the row.
      package var text: String
    }

    package var file: String
    package var program: ForeignFormat
    package var unit: String
    package var rows: Int
    package var new = 0
    package var changed = 0
    package var same = 0
    package var skipped: [Row] = []
    package var unreadable: [Row] = []
    var unreadableIndexes: [Int] = []
    /// The path of a file with the unreadable rows, for the user to fix and import; nil if it was
    /// not written.
    package var rest: String?
    /// The number of books for each field that differs between list and note. The notes keep their
    /// values.
    package var differing: [String: Int] = [:]
    /// Remarks about fields, and about books that other notes are or may be about.
    package var remarks: [Row] = []
    package var unknownColumns: [String]
    package var unknownShelves: [String]
    package var fileRemarks: [String]

    init(_ list: BookList, of program: ForeignFormat, file: String) {
      self.file = file
      self.program = program
      unit = list.unit
      rows = list.rows.count
      unknownColumns = list.unknownColumns
      unknownShelves = list.unknownShelves
      fileRemarks = list.remarks
    }

    package var isComplete: Bool {
      rows == new + changed + same + skipped.count + unreadable.count
    }
  }
}

package import ForeignFormats

extension ImportReport {
  /// The result of importing a list of books. Each row is counted once: as new, changed, same,
  /// skipped or unreadable.
  package struct List: Sendable, Equatable {
    /// A message about a row.
    package struct Row: Sendable, Equatable {
      /// The row's line in the file, or the book's number; see `unit`.
      package var number: Int
      /// The end of a sentence about the row.
      package var text: String
    }

    package var file: String
    /// The program that wrote the list.
    package var program: ForeignFormat
    /// The unit of `number`: `line` or `book`.
    package var unit: String
    package var rows: Int
    /// The number of books for which a note was created.
    package var new = 0
    /// The number of books whose notes were changed.
    package var changed = 0
    /// The number of books whose notes were up to date.
    package var same = 0
    package var skipped: [Row] = []
    package var unreadable: [Row] = []
    /// The indexes of the unreadable rows.
    var unreadableIndexes: [Int] = []
    /// The path of a file with the unreadable rows, for the user to fix and import; nil if it was
    /// not written.
    package var rest: String?
    /// The number of books for each field that differs between list and note. The notes keep their
    /// values.
    package var differing: [String: Int] = [:]
    /// Remarks about skipped fields, and about books that other notes are or may be about.
    package var remarks: [Row] = []
    package var unknownColumns: [String]
    package var unknownShelves: [String]
    /// Remarks about the file.
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

    /// Whether each row is counted exactly once.
    package var isComplete: Bool {
      rows == new + changed + same + skipped.count + unreadable.count
    }
  }
}

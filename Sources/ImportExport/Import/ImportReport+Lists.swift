package import ForeignFormats

extension ImportReport {
  /// The result of importing a list of books. Its rows are new, changed, same, skipped or unreadable;
  /// none is anything else.
  package struct List: Sendable, Equatable {
    /// A row, and something about it.
    package struct Row: Sendable, Equatable {
      /// Its line in the file, or its number.
      package var place: Int
      /// The end of a sentence about it.
      package var text: String
    }

    package var file: String
    /// The program that it is from.
    package var program: ForeignFormat
    /// The word for a row's place: `line` or `book`.
    package var unit: String
    package var rows: Int
    /// Books that became notes.
    package var new = 0
    /// Books whose notes were there and now say more.
    package var changed = 0
    /// Books whose notes said it all.
    package var same = 0
    package var skipped: [Row] = []
    package var unreadable: [Row] = []
    /// Their indexes among the rows of the list.
    var unreadableIndexes: [Int] = []
    /// The file to which the unreadable rows were written, to be mended and imported.
    package var rest: String?
    /// The facts that the list says otherwise than the notes, and of how many books. Those here stay.
    package var differing: [String: Int] = [:]
    /// Fields that were left out, and books that are or may be those of other notes.
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

    /// Whether each row is counted once.
    package var isComplete: Bool {
      rows == new + changed + same + skipped.count + unreadable.count
    }
  }
}

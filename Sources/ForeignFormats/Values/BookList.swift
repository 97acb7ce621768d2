/// A list of books that another program wrote, read whole.
package struct BookList: Sendable {
  /// A row of the list.
  package struct Row: Sendable {
    /// Its first line in the file, or its number where there are no lines, from 1.
    package var place: Int
    package var content: Content
  }

  /// The meaning of a row.
  package enum Content: Sendable, Equatable {
    case book(ForeignBook)
    /// A row that says itself that it is no book to import; the reason.
    case skipped(String)
    /// A row that cannot be read; the reason.
    case unreadable(String)
  }

  package var rows: [Row] = []
  /// Columns that are not known, in their order.
  package var unknownColumns: [String] = []
  /// Shelves of which it is not known whether they mean that a book was read or given up.
  package var unknownShelves: [String] = []
  /// Remarks about the whole file, as the ends of sentences.
  package var remarks: [String] = []
  /// The word for `place`: `line` or `book`.
  package var unit = "line"
  /// Writes some rows, by their indexes, as a file that can be mended and imported; nil if the form
  /// allows none.
  package var rest: (@Sendable ([Int]) -> [UInt8])?

  /// The most bytes of a review or a note. The rest is left out, with a remark.
  static let mostText = 1 << 20
}

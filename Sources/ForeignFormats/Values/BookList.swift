import Base

/// A list of books from another program, with the rows, columns and shelves that were not
/// understood.
package struct BookList: Sendable {
  package struct Row: Sendable {
    /// The number of the row's first line in the file, or of the row if there are no lines, from 1.
    package var number: Int
    package var content: Content
  }

  package enum Content: Sendable, Equatable {
    case book(ForeignBook)
    /// The row is marked as not to be imported, for this reason.
    case skipped(String)
    /// The row cannot be read, for this reason.
    case unreadable(String)
  }

  package var rows: [Row] = []
  package var unknownColumns: [String] = []
  /// Shelves that may or may not mean that a book was read or abandoned.
  package var unknownShelves: [String] = []
  /// Remarks about the whole file, as the ends of sentences.
  package var remarks: [String] = []
  package var unit = "line"
  /// Returns the rows with these indexes as a file that can be fixed and imported; nil if the
  /// format does not allow that.
  package var rest: (@Sendable ([Int]) -> [UInt8])?

  /// Maximum size of a review or a note, in bytes. A longer one is cut to `mostText / 4`
  /// characters.
  static let mostText = 1 << 20
}

extension BookList {
  var hasBooks: Bool {
    rows.contains { row in
      if case .book = row.content { true } else { false }
    }
  }

  /// Adds the unrecognized shelves of the rows that were read, and a remark about their ISBNs.
  mutating func summarize() {
    var unusable = 0
    for row in rows {
      guard case .book(let book) = row.content else { continue }
      if book.hasUnusableISBN { unusable += 1 }
      if let shelf = book.unknownShelf, !unknownShelves.contains(shelf) {
        unknownShelves.append(shelf)
      }
    }
    guard unusable > 0 else { return }
    remarks.append(
      "has \(unusable.counted("ISBN")) without 10 or 13 digits, which "
        + (unusable == 1 ? "was skipped" : "were skipped"))
  }
}

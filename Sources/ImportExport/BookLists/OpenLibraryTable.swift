internal import Books
internal import Notebook

/// Open Library's reading log, which has only numbers, and its ratings, which have titles.
struct OpenLibraryTable: BookTableReader {
  static let program = BookListProgram.openlibrary
  static let columns: Set = [
    "work id", "edition id", "bookshelf", "title", "author(s)", "rating", "created on",
  ]

  static func isReader(of table: DelimitedText) -> Bool {
    table.hasColumns("work id", "edition id", "bookshelf")
      || table.hasColumns("work id", "edition id", "rating")
  }

  init(_ table: DelimitedText, _ options: BookListOptions) {}

  func book(_ row: BookTableRow) throws(BookRowFault) -> ForeignBook {
    guard !row["title"].isEmpty else { throw .withoutTitle }
    var book = ForeignBook(
      title: row["title"], authors: ForeignValues.names(row["author(s)"]))
    book.stars = row.stars("rating", &book)
    book.source = (row.text("edition id") ?? row.text("work id")).map { "openlibrary:\($0)" }
    book.added = row.date("created on", &book)
    switch row["bookshelf"].lowercased() {
    case "already read", "already-read": book.section = .read
    case "currently reading", "currently-reading": book.section = .reading
    case "want to read", "want-to-read": book.section = .want
    case let shelf: if !shelf.isEmpty { book.shelves = [row["bookshelf"]] }
    }
    return book
  }
}

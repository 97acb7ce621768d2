import Books

extension ForeignFormat {
  /// Open Library's reading log, which contains only IDs, and its ratings, which contain titles.
  static let openLibrary = ForeignFormat(
    "openlibrary", "Open Library",
    headers: [
      ["work id", "edition id", "bookshelf"], ["work id", "edition id", "rating"],
    ],
    columns: [
      "work id", "edition id", "bookshelf", "title", "author(s)", "rating", "created on",
    ], book: openLibraryBook)

  private static func openLibraryBook(_ row: BookTableRow) throws(BookRowFault) -> ForeignBook {
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

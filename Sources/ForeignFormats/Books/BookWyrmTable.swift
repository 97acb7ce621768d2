import Books

extension ForeignFormat {
  /// BookWyrm's export, which contains only the latest reading of each book.
  static let bookWyrm = ForeignFormat(
    "bookwyrm", "BookWyrm", headers: [["title", "author_text", "remote_id"]],
    columns: [
      "title", "author_text", "remote_id", "openlibrary_key", "finna_key", "inventaire_id",
      "librarything_key", "goodreads_key", "bnf_id", "viaf", "wikidata", "asin", "aasin", "isfdb",
      "isbn_10", "isbn_13", "oclc_number", "pages", "start_date", "finish_date", "stopped_date",
      "rating", "review_name", "review_cw", "review_content", "review_published", "shelf",
      "shelf_name", "shelf_date",
    ], book: bookWyrmBook)

  private static func bookWyrmBook(_ row: BookTableRow) throws(BookRowFault) -> ForeignBook {
    var book = ForeignBook(
      title: row["title"], authors: ForeignValues.names(row["author_text"]))
    if let parts = ForeignValues.series(inTitle: book.title) {
      (book.title, book.series, book.seriesNumber) = parts
    }
    book.isbns = row.isbns("isbn_13", "isbn_10", book: &book)
    book.stars = row.stars("rating", &book)
    book.pages = row.pages("pages", &book)
    let review = [row["review_name"], HTMLText.plain(row["review_content"])]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
    if !review.isEmpty { book.review = review }
    book.added = row.date("shelf_date", &book)
    book.source = row.text("remote_id").map { "bookwyrm:\($0)" }
    let start = row.date("start_date", &book)
    let finish = row.date("finish_date", &book)
    let stop = row.date("stopped_date", &book)
    switch row["shelf"].lowercased() {
    case "read": book.section = .read
    case "reading": book.section = .reading
    case "to-read": book.section = .want
    case "stopped", "stopped-reading": book.section = .stopped
    case let shelf:
      if finish != nil {
        book.section = .read
      } else if stop != nil {
        book.section = .stopped
      } else if start != nil {
        book.section = .reading
      }
      // A shelf that the user created: `shelf_name` is its name, `shelf` its ID.
      if let name = row.text("shelf_name") ?? (shelf.isEmpty ? nil : shelf) {
        book.shelves = [name]
      }
    }
    switch book.section {
    case .stopped: book.stopped = [StoppedReading(start: start, stop: stop ?? finish)]
    case .reading:
      if let finish { book.readings.append(BookReading(start: start, finish: finish)) }
      book.readings.append(BookReading(start: finish == nil ? start : nil))
    case .read:
      if start != nil || finish != nil {
        book.readings = [BookReading(start: start, finish: finish ?? .unknown)]
      }
    case .want, nil:
      if let finish { book.readings = [BookReading(start: start, finish: finish)] }
      if let stop { book.stopped = [StoppedReading(start: start, stop: stop)] }
    }
    return book
  }
}

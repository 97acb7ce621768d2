import Books

extension ForeignFormat {
  static let goodreads = ForeignFormat(
    "goodreads", "Goodreads", booksIn: ImportedFile.lists.union(["zip"])
  ) { file in
    if try PersonalDataArchive.isGoodreads(file) {
      throw ForeignRefusal(reason: PersonalDataArchive.advice)
    }
    return try goodreadsTable.list(file)
  }

  private static let goodreadsTable = BookTable(
    headers: [
      ["title", "author", "exclusive shelf"],
      ["title", "author", "bookshelves", "my rating"],
    ],
    columns: [
      "book id", "title", "author", "author l-f", "additional authors", "isbn", "isbn13",
      "my rating", "average rating", "publisher", "binding", "number of pages", "year published",
      "original publication year", "date read", "date added", "bookshelves",
      "bookshelves with positions", "exclusive shelf", "my review", "spoiler", "private notes",
      "read count", "recommended for", "recommended by", "owned copies", "original purchase date",
      "original purchase location", "condition", "condition description", "bcid",
      // Columns that other tools add, for the start of a reading and for all readings.
      "date started", "read dates",
    ],
    reader: { table, file in GoodreadsRows(table, file).book })
}

/// Reads rows of the “Export Library” of Goodreads, with either header, also if a spreadsheet saved
/// them.
private struct GoodreadsRows {
  private let order: ForeignValues.DateOrder
  private let stopped: Set<String>

  init(_ table: DelimitedText, _ file: ImportedFile) {
    order = ForeignValues.dateOrder(
      table.rows.lazy.flatMap { [table["date read", $0], table["date added", $0]] })
    stopped = Self.stoppedShelves.union(file.stoppedShelves.map(Self.folded))
  }

  /// The names of shelves for abandoned books, as `folded` returns them.
  private static let stoppedShelves: Set = [
    "didnotfinish", "dnf", "abandoned", "unfinished", "onhold", "gaveup", "givenup", "notfinished",
    "couldnotfinish", "didntfinish", "neverfinished", "paused", "stopped", "quit", "setaside",
    "abgebrochen", "abandonné", "abandonnés", "abandonado", "abandonados", "abbandonati",
  ]

  private static func folded(_ shelf: String) -> String {
    shelf.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  func book(_ row: BookTableRow) throws(BookRowFault) -> ForeignBook {
    var book = ForeignBook(title: row["title"])
    if let parts = ForeignValues.series(inTitle: book.title) {
      (book.title, book.series, book.seriesNumber) = parts
    }
    book.authors = ForeignValues.authors(
      ForeignValues.credits(row["author"], separator: nil)
        + ForeignValues.credits(row["additional authors"], separator: ","))
    book.isbns = row.isbns("isbn13", "isbn", book: &book)
    book.stars = row.stars("my rating", &book)
    book.publisher = row.text("publisher")
    book.pages = row.pages("number of pages", &book)
    book.yearPublished = row.year("year published", &book)
    book.originalYearPublished = row.year("original publication year", &book)
    book.review = row.text("my review").map(HTMLText.plain)
    book.notes = row.text("private notes").map { [HTMLText.plain($0)] } ?? []
    book.added = row.date("date added", &book, order)
    book.source = row.text("book id").map { "goodreads:\($0)" }
    let count =
      row.text("read count").flatMap(ForeignValues.number).flatMap(Int.init(exactly:)) ?? 0
    book.readCount = max(0, count)
    take(shelves: row, &book)
    take(readings: row, &book)
    return book
  }

  private func take(shelves row: BookTableRow, _ book: inout ForeignBook) {
    var shelves = ForeignValues.list(row["bookshelves"])
    var exclusive = row["exclusive shelf"].lowercased()
    // Files without this column list the exclusive shelf among the others.
    if exclusive.isEmpty {
      exclusive = shelves.map { $0.lowercased() }.first { Self.standard.contains($0) } ?? ""
    }
    shelves.removeAll { Self.standard.contains($0.lowercased()) }
    switch exclusive {
    case "read": book.section = .read
    case "currently-reading": book.section = .reading
    case "to-read", "": book.section = exclusive.isEmpty ? nil : .want
    case _ where stopped.contains(Self.folded(exclusive)):
      book.section = .stopped
      shelves.removeAll { $0.lowercased() == exclusive }
    default:
      book.unknownShelf = exclusive
      if !shelves.contains(where: { $0.lowercased() == exclusive }) { shelves.append(exclusive) }
      book.section = ForeignValues.isNoDate(row["date read"]) ? .want : .read
    }
    book.shelves = shelves
  }

  private static let standard: Set = ["read", "currently-reading", "to-read"]

  private func take(readings row: BookTableRow, _ book: inout ForeignBook) {
    // Tools that complete the file write several dates, with `;` between them.
    var finishes: [PartialDate] = []
    for text in row["date read"].split(separator: ";").map(\.trimmedField)
    where !ForeignValues.isNoDate(text) {
      if let date = ForeignValues.date(text, order) {
        finishes.append(date)
      } else {
        book.remark("date read", text)
      }
    }
    let start = row.date("date started", &book, order)
    switch book.section {
    case .stopped:
      book.stopped = [StoppedReading(start: start, stop: finishes.last)]
    case .reading:
      book.readings = finishes.map { BookReading(finish: $0) } + [BookReading(start: start)]
    case .read, nil:
      if book.section == nil, !finishes.isEmpty { book.section = .read }
      book.readings = finishes.enumerated().map { index, finish in
        BookReading(start: index == finishes.count - 1 ? start : nil, finish: finish)
      }
      if finishes.isEmpty, start != nil {
        book.readings = [BookReading(start: start, finish: .unknown)]
      }
    case .want:
      // A book with a finish date was read before, and is to be read again.
      book.readings = finishes.map { BookReading(finish: $0) }
    }
  }
}

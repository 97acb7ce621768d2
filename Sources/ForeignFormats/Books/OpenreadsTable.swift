import Books

extension ForeignFormat {
  /// The CSV of Openreads, which stores lists in single fields.
  static let openreads = ForeignFormat(
    "openreads", "Openreads",
    headers: [["title", "status", "readings"], ["title", "my_review", "olid"]],
    columns: [
      "title", "subtitle", "author", "description", "status", "favourite", "deleted", "rating",
      "pages", "publisher", "publication_year", "isbn", "olid", "tags", "my_review", "notes",
      "book_format", "readings", "date_added", "date_modified",
    ], book: openreadsBook)

  private static func openreadsBook(_ row: BookTableRow) throws(BookRowFault) -> ForeignBook {
    if row["deleted"].lowercased() == "true" || row["deleted"] == "1" {
      throw .deleted
    }
    var book = ForeignBook(title: row["title"], authors: authors(row["author"]))
    if let subtitle = row.text("subtitle") { book.title += ": \(subtitle)" }
    book.isbns = row.isbns("isbn", book: &book)
    book.stars = row.stars("rating", &book)
    book.pages = row.pages("pages", &book)
    book.publisher = row.text("publisher")
    book.yearPublished = row.year("publication_year", &book)
    book.review = row.text("my_review")
    book.notes = row.text("notes").map { [$0] } ?? []
    book.shelves = ForeignValues.list(row["tags"], separator: "|||||")
    if ["true", "1"].contains(row["favourite"].lowercased()) { book.shelves.append("favourite") }
    book.added = row.date("date_added", &book)
    switch row["status"].lowercased() {
    case "finished": book.section = .read
    case "in_progress": book.section = .reading
    case "planned": book.section = .want
    case "abandoned": book.section = .stopped
    case "", "unknown": break
    case let status: book.remark("status", status)
    }
    for text in ForeignValues.list(row["readings"], separator: ";") {
      let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      let dates = parts.prefix(2).map { ForeignValues.isNoDate($0) ? nil : ForeignValues.date($0) }
      let isUnderstood = zip(parts, dates).allSatisfy { ForeignValues.isNoDate($0) || $1 != nil }
      guard isUnderstood, let start = dates.first else {
        book.remark("readings", text)
        continue
      }
      let finish = dates.dropFirst().first ?? nil
      if start == nil, finish == nil { continue }
      if book.section == .stopped {
        book.stopped.append(StoppedReading(start: start, stop: finish))
      } else if let finish {
        book.readings.append(BookReading(start: start, finish: finish))
      } else {
        book.readings.append(
          book.section == .reading
            ? BookReading(start: start) : BookReading(start: start, finish: .unknown))
      }
    }
    if book.section == nil, book.readings.contains(where: { !$0.isOpen }) { book.section = .read }
    return book
  }

  /// Returns the authors in a text. Openreads puts commas between them, `Ann Example, Bo Bee`, and
  /// users type one as `Example, Ann`.
  private static func authors(_ text: String) -> [String] {
    let names = ForeignValues.names(text)
    guard names.count == 2, let family = names.first, let given = names.last,
      text.utf8.count(where: { $0 == 0x2C }) == 1, !ForeignValues.isEastAsian(text)
    else { return names }
    let (familyWords, givenWords) = (family.split(separator: " "), given.split(separator: " "))
    let hasInitials = givenWords.allSatisfy { word in
      word.hasSuffix(".") && word.split(separator: ".").allSatisfy { $0.count == 1 }
    }
    let isOne =
      familyWords.count == 1 && (givenWords.count <= 2 || hasInitials)
      || familyWords.count == 2 && (family.first?.isLowercase == true || hasInitials)
    return isOne ? [ForeignValues.firstLast(text)] : names
  }
}

import Base
import Books

extension ForeignFormat {
  static let koboBooks = ForeignFormat(
    "kobo", "Kobo", booksIn: ImportedFile.databases, files: kobo.files
  ) { file in try KoboBooks.list(file.database()) }
}

/// The books that were started or finished on a Kobo reader. Books that were never opened are
/// skipped: some are a shop's previews.
enum KoboBooks {
  /// Maximum number of rows of `content` that are read; most are chapters.
  private static let most = 1_000_000

  /// Reads the database of a Kobo reader. Returns nil for any other database, and if no book was
  /// opened. Dates are in UTC.
  static func list(_ tables: ForeignTables) throws(ForeignRefusal) -> BookList? {
    guard tables.has("content", "ContentID", "ContentType", "Title", "ReadStatus") else {
      return nil
    }
    var list = BookList()
    list.unit = "book"
    let columns = [
      "ContentID", "ContentType", "Title", "Attribution", "ISBN", "Publisher", "Series",
      "SeriesNumber", "Language", "ReadStatus", "DateLastRead", "LastTimeFinishedReading",
    ]
    _ = try tables.forEach("content", columns, limit: most) { row in
      guard row.integer("ContentType") == 6, let id = row["ContentID"],
        let status = row.integer("ReadStatus"), [1, 2, 3].contains(status)
      else { return }
      var book = ForeignBook(
        title: row.line("Title") ?? "", authors: ForeignValues.names(row["Attribution"] ?? ""))
      book.isbns = row.line("ISBN").map { [$0] } ?? []
      book.publisher = row.line("Publisher")
      book.series = row.line("Series")
      book.seriesNumber = row.line("SeriesNumber")
      book.language = row.line("Language").flatMap(LanguageNames.tag)
      book.source = "kobo:\(id)"
      if status == 2 {
        book.section = .read
        // Older devices store only when the book was last open.
        let date = ["LastTimeFinishedReading", "DateLastRead"].firstNonNil { name in
          row[name].flatMap { ForeignValues.date($0) }
        }
        if let date { book.readings = [BookReading(finish: date)] }
      } else {
        book.section = .reading
      }
      book.dropUnusableISBNs()
      book.limit()
      let isNamed = !book.title.isInvisible || !book.isbns.isEmpty
      list.rows.append(
        BookList.Row(
          number: list.rows.count + 1,
          content: isNamed ? .book(book) : .unreadable("has neither a title nor an ISBN")))
    }
    guard !list.rows.isEmpty else { return nil }
    list.summarize()
    return list
  }
}

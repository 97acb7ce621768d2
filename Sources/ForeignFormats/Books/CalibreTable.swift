import Books

extension ForeignFormat {
  static let calibreBooks = ForeignFormat(
    "calibre", "calibre", booksIn: ImportedFile.lists.union(["db"]),
    files: { ImportedFile.existing(["metadata.db"], in: $0) }
  ) { file in
    file.isDatabase ? try CalibreLibrary.list(file.database()) : try calibreTable.list(file)
  }

  /// calibre's catalog as CSV.
  private static let calibreTable = BookTable(
    headers: [["title", "authors", "uuid"], ["title", "author_sort"]],
    columns: Set([
      "authors", "author_sort", "rating", "library_name", "timestamp", "formats", "size", "isbn",
      "identifiers", "comments", "tags", "series", "series_index", "languages", "title", "cover",
      "title_sort", "publisher", "pubdate", "id", "uuid", "ondevice",
    ]).union(CalibreCustom.columns), book: calibreBook)

  private static func calibreBook(_ row: BookTableRow) throws(BookRowFault) -> ForeignBook {
    var book = ForeignBook(title: row["title"])
    // Some versions separate names with `&`, so that names may contain commas.
    let authors = row["authors"]
    book.authors = ForeignValues.names(authors, separator: authors.contains("&") ? "&" : ",")
    // calibre omits the X at the end of an ISBN.
    for isbn in row.isbns("isbn", book: &book) where !isbn.isEmpty {
      book.isbns.append(isbn.utf8.count == 9 && ISBN(isbn) == nil ? isbn + "X" : isbn)
    }
    for identifier in ForeignValues.list(row["identifiers"]) where identifier.hasPrefix("isbn:") {
      book.isbns.append(String(identifier.dropFirst(5)))
    }
    book.stars = row.stars("rating", &book)
    book.publisher = row.text("publisher")
    book.genres = ForeignValues.list(row["tags"])
    book.series = row.text("series")
    if book.series != nil { book.seriesNumber = CalibreCustom.seriesNumber(row["series_index"]) }
    book.language = ForeignValues.list(row["languages"]).first.flatMap(LanguageNames.tag)
    // calibre stores a missing date as the year 101.
    book.yearPublished = row.year("pubdate", &book).flatMap { $0 > 101 ? $0 : nil }
    book.added = row.date("timestamp", &book)
    book.source = row.text("uuid").map { "calibre:\($0)" }
    var custom = CalibreCustom()
    for name in CalibreCustom.columns { custom.take(name, row[name]) }
    custom.fill(&book)
    return book
  }
}

/// Common custom columns of calibre users for their reading.
struct CalibreCustom {
  private var isRead: Bool?
  private var status: BookListSection?
  private var date: PartialDate?
  private var start: PartialDate?
  private var remarks: [(String, String)] = []

  /// The column names, with the `#` that they have in catalogs.
  static let columns = Set(readNames + dateNames + startNames + statusNames)

  private static let readNames = ["#read", "#isread", "#is_read", "#finished", "#gelesen", "#lu"]
  private static let dateNames = [
    "#date_read", "#dateread", "#read_date", "#readdate", "#date_finished", "#finish_date",
    "#lastread", "#last_read",
  ]
  private static let startNames = ["#date_started", "#datestarted", "#start_date", "#started"]
  private static let statusNames = [
    "#status", "#read_status", "#readstatus", "#reading_status", "#readingstatus",
  ]

  /// Adds the value of a recognized column; ignores others and empty values.
  mutating func take(_ name: String, _ text: String) {
    let text = text.trimmedField
    guard !text.isEmpty, text != "None", Self.columns.contains(name) else { return }
    if Self.dateNames.contains(name) || Self.startNames.contains(name) {
      guard let value = ForeignValues.date(text) else { return remarks.append((name, text)) }
      // calibre stores a missing date as the year 101.
      guard value.year ?? 0 > 101 else { return }
      if Self.startNames.contains(name) { start = value } else { date = value }
      return
    }
    let word = text.lowercased()
    if Self.statusNames.contains(name) {
      switch word.filter({ $0.isLetter }) {
      case "read", "finished", "done", "completed", "gelesen", "lu": status = .read
      case "reading", "currentlyreading", "inprogress", "started": status = .reading
      case "toread", "unread", "wanttoread", "tbr", "planned", "new": status = .want
      case "dnf", "didnotfinish", "abandoned", "stopped", "unfinished": status = .stopped
      default: remarks.append((name, text))
      }
      return
    }
    switch word {
    case "true", "yes", "1", "x", "✓", "ja", "oui": isRead = true
    case "false", "no", "0", "nein", "non": isRead = isRead ?? false
    default:
      if let value = ForeignValues.date(text) {
        (isRead, date) = (true, value)
      } else {
        remarks.append((name, text))
      }
    }
  }

  func fill(_ book: inout ForeignBook) {
    for (name, text) in remarks { book.remark(name, text) }
    book.section = status ?? (isRead == true || date != nil ? .read : start != nil ? .reading : nil)
    // A rating does not imply that the book was read if it is marked as unread.
    if book.section == nil, isRead == false { book.section = .want }
    switch book.section {
    case .read:
      if date != nil || start != nil {
        book.readings = [BookReading(start: start, finish: date ?? .unknown)]
      }
    case .reading: book.readings = [BookReading(start: start)]
    case .stopped: book.stopped = [StoppedReading(start: start, stop: date)]
    case .want, nil: break
    }
  }

  /// Returns `2.0` as `2`, and `1.5` unchanged; nil for an empty text.
  static func seriesNumber(_ text: String) -> String? {
    guard let number = Double(text) else { return text.isEmpty ? nil : text }
    return Int(exactly: number).map(String.init) ?? text
  }
}

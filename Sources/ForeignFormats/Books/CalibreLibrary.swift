import Base
import Books
import Quoting

/// The books of a calibre library, `metadata.db`.
enum CalibreLibrary {
  /// Maximum number of books, and of rows of each other table, that are read.
  private static let most = (books: 1_000_000, rows: 5_000_000)

  /// Reads a library. Returns nil for any other database. Cost: linear in the file.
  static func list(_ tables: ForeignTables) throws(ForeignRefusal) -> BookList? {
    guard tables.has("books", "id", "title"), tables.has("books_authors_link", "book", "author"),
      tables.has("authors", "id", "name")
    else { return nil }
    let authors = try authors(tables)
    let publishers = try links(tables, "publishers", "publisher", "name")
    let series = try links(tables, "series", "series", "name")
    let tags = try links(tables, "tags", "tag", "name")
    let ratings = try links(tables, "ratings", "rating", "rating")
    let languages = try links(tables, "languages", "lang_code", "lang_code")
    let isbns = try isbns(tables)
    let custom = try customValues(tables)
    var list = BookList()
    list.unit = "book"
    let columns = ["id", "title", "series_index", "pubdate", "timestamp", "uuid"]
    _ = try tables.forEach("books", columns, limit: most.books) { row in
      let id = row["id"] ?? ""
      var book = ForeignBook(title: row["title"]?.trimmedField ?? "")
      book.authors = ForeignValues.authors(
        (authors[id] ?? []).flatMap { ForeignValues.credits($0, separator: nil) }
      ).filter { $0 != "Unknown" }
      book.publisher = publishers[id]?.first
      book.series = series[id]?.first
      if book.series != nil {
        book.seriesNumber = CalibreCustom.seriesNumber(row["series_index"] ?? "")
      }
      book.genres = tags[id] ?? []
      // calibre stores ratings from 0 to 10, so that half stars are whole numbers.
      if let rating = ratings[id]?.first.flatMap(ForeignValues.number), (1...10).contains(rating) {
        book.stars = rating / 2
      }
      book.language = languages[id]?.first.flatMap(LanguageNames.tag)
      book.isbns = isbns[id] ?? []
      book.yearPublished = ForeignValues.date(row["pubdate"] ?? "")?.year.flatMap {
        $0 > 101 ? $0 : nil
      }
      book.added = ForeignValues.date(row["timestamp"] ?? "")
      if let uuid = row["uuid"], !uuid.isEmpty { book.source = "calibre:\(uuid)" }
      var values = CalibreCustom()
      for (name, value) in custom[id] ?? [] { values.take(name, value) }
      values.fill(&book)
      book.dropUnusableISBNs()
      book.limit()
      let isNamed = !book.title.isInvisible || !book.isbns.isEmpty
      list.rows.append(
        BookList.Row(
          number: list.rows.count + 1,
          content: isNamed ? .book(book) : .unreadable("has neither a title nor an ISBN")))
    }
    list.summarize()
    return list
  }

  static func authors(_ tables: ForeignTables) throws(ForeignRefusal) -> [String: [String]] {
    // Commas in names are stored as `|`.
    try links(tables, "authors", "author", "name")
      .mapValues { $0.map { $0.replacingBytes(of: "|", with: ",") } }
  }

  static func isbns(_ tables: ForeignTables) throws(ForeignRefusal) -> [String: [String]] {
    var isbns: [String: [String]] = [:]
    _ = try tables.forEach("identifiers", ["book", "type", "val"], limit: most.rows) { row in
      if row["type"] == "isbn", let book = row["book"], let number = row["val"] {
        isbns[book, default: []].append(number)
      }
    }
    return isbns
  }

  /// Returns the values in `table` to which `books_…_link` links each book, by the book's ID.
  private static func links(
    _ tables: ForeignTables, _ table: String, _ link: String, _ column: String
  ) throws(ForeignRefusal) -> [String: [String]] {
    var names: [String: String] = [:]
    _ = try tables.forEach(table, ["id", column], limit: most.rows) { row in
      if let id = row["id"] { names[id] = row[column] }
    }
    var values: [String: [String]] = [:]
    _ = try tables.forEach("books_\(table)_link", ["book", link], limit: most.rows) { row in
      if let book = row["book"], let name = row[link].flatMap({ names[$0] }) {
        values[book, default: []].append(name)
      }
    }
    return values
  }

  /// Returns the user's recognized custom columns by the book's ID, as pairs of a name with `#` and
  /// a value.
  private static func customValues(
    _ tables: ForeignTables
  ) throws(ForeignRefusal) -> [String: [(String, String)]] {
    var names: [(table: String, name: String)] = []
    _ = try tables.forEach("custom_columns", ["id", "label"]) { row in
      guard let id = row.integer("id"), let label = row["label"],
        CalibreCustom.columns.contains("#" + label)
      else { return }
      names.append(("custom_column_\(id)", "#" + label))
    }
    var values: [String: [(String, String)]] = [:]
    for (table, name) in names {
      guard tables.has(table, "book", "value") else {
        for (book, texts) in try links(tables, table, "value", "value") {
          values[book, default: []] += texts.map { (name, $0) }
        }
        continue
      }
      _ = try tables.forEach(table, ["book", "value"], limit: most.rows) { row in
        if let book = row["book"], let value = row["value"] {
          values[book, default: []].append((name, value))
        }
      }
    }
    return values
  }
}

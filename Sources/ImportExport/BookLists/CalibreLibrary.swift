internal import Foundation
internal import GRDB
internal import Notebook
internal import NotebookFile
internal import Quoting

/// calibre's library, `metadata.db`, opened for reading as a stranger's file: nothing is written, only
/// plain tables are read, within a budget of time.
struct CalibreLibrary {
  private let path: String
  private let identity: FileIdentity
  private let queue: DatabaseQueue

  /// The most books that are read.
  private static let most = 1_000_000

  /// Opens the file. Throws its problem.
  init(path: String) throws(NotebookError) {
    self.path = path
    identity = try FileCheck.identity(ofNotebookAt: path)
    do {
      queue = try DatabaseQueue(path: path, configuration: GuardedFile.configuration)
    } catch {
      throw NotebookError(reading: path, error)
    }
  }

  /// The list of its books; nil if it is another database. Cost: linear in the file.
  func list() throws(NotebookError) -> BookList? {
    do {
      return try queue.read { db in
        db.setBudget(milliseconds: UInt32(clamping: 10_000 + identity.size >> 12))
        defer { db.setBudget(milliseconds: 0) }
        let tables = try CalibreTables(db)
        guard tables.has("books", ["id", "title"]),
          tables.has("books_authors_link", ["book", "author"]),
          tables.has("authors", ["id", "name"])
        else { return nil }
        return try Self.list(db, tables)
      }
    } catch {
      throw Cancellable.meaning(of: error, path) ?? NotebookError(reading: path, error)
    }
  }

  private static func list(_ db: Database, _ tables: CalibreTables) throws -> BookList {
    let authors = try tables.links(db, "authors", "author", column: "name")
    let publishers = try tables.links(db, "publishers", "publisher", column: "name")
    let series = try tables.links(db, "series", "series", column: "name")
    let tags = try tables.links(db, "tags", "tag", column: "name")
    let ratings = try tables.links(db, "ratings", "rating", column: "rating")
    let languages = try tables.links(db, "languages", "lang_code", column: "lang_code")
    let identifiers = try tables.pairs(db, "identifiers", "book", "type", "val")
    let custom = try tables.customValues(db)
    var list = BookList(.calibre)
    list.unit = "book"
    let columns = ["id", "title", "series_index", "pubdate", "timestamp", "uuid"]
    try tables.forEach(db, "books", columns) { row in
      guard list.rows.count < most else { return }
      let id = row.text(0) ?? ""
      var book = ForeignBook(title: row.text(1)?.trimmedField ?? "")
      // Commas in names are stored as `|`.
      book.authors = (authors[id] ?? []).map { $0.replacingBytes(of: "|", with: ",") }
        .map(ForeignValues.name).filter { !$0.isEmpty && $0 != "Unknown" }
      book.publisher = publishers[id]?.first
      book.series = series[id]?.first
      if book.series != nil { book.seriesNumber = CalibreCustom.seriesNumber(row.text(2) ?? "") }
      book.genres = tags[id] ?? []
      // Of ten, so that halves are whole numbers.
      if let rating = ratings[id]?.first.flatMap(ForeignValues.number), (1...10).contains(rating) {
        book.stars = rating / 2
      }
      book.language = languages[id]?.first.flatMap(LanguageNames.tag)
      book.isbns = (identifiers[id] ?? []).filter { $0.0 == "isbn" }.map(\.1)
      book.yearPublished = ForeignValues.date(row.text(3) ?? "")?.year.flatMap {
        $0 > 101 ? $0 : nil
      }
      book.added = ForeignValues.date(row.text(4) ?? "")
      if let uuid = row.text(5), !uuid.isEmpty { book.source = "calibre:\(uuid)" }
      var values = CalibreCustom()
      for (name, value) in custom[id] ?? [] { values.take(name, value) }
      values.fill(&book)
      book.limit()
      let isNamed = !book.title.isInvisible || !book.isbns.isEmpty
      list.rows.append(
        BookList.Row(
          place: list.rows.count + 1,
          content: isNamed ? .book(book) : .unreadable("has neither a title nor an ISBN")))
    }
    return list
  }
}

/// The values of a row, as texts.
private struct CalibreRow {
  var texts: [String?]

  /// The value of a column; nil if it has none.
  func text(_ column: Int) -> String? { texts.indices.contains(column) ? texts[column] : nil }
}

/// The plain tables of a database, and reading them as texts.
private struct CalibreTables {
  /// The columns of each table, in small letters.
  private var columns: [String: Set<String>] = [:]

  /// The most rows of a table that are read.
  private static let most = 5_000_000

  init(_ db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT CAST(name AS BLOB), CAST(sql AS BLOB) FROM sqlite_schema WHERE type = 'table'
        """)
    for row in rows.prefix(2_000) {
      guard let name = Self.text(row, 0), let sql = Self.text(row, 1),
        sql.lowercased().hasPrefix("create table"), Self.isName(name)
      else { continue }
      let columns = try Row.fetchAll(
        db, sql: "SELECT CAST(name AS BLOB), CAST(hidden AS INTEGER) FROM pragma_table_xinfo(?)",
        arguments: [name])
      // Computed columns run what the file says.
      guard columns.allSatisfy({ $0.integer(at: 1) == 0 }) else { continue }
      self.columns[name] = Set(columns.compactMap { Self.text($0, 0)?.lowercased() })
    }
  }

  func has(_ table: String, _ names: [String]) -> Bool {
    columns[table].map { $0.isSuperset(of: names) } ?? false
  }

  /// Hands over each row of a table, its columns as texts; those that it lacks are nil.
  func forEach(
    _ db: Database, _ table: String, _ names: [String], _ body: (CalibreRow) throws -> Void
  ) throws {
    guard let known = columns[table], Self.isName(table) else { return }
    let list = names.map { name in
      known.contains(name)
        ? "CASE typeof(\"\(name)\") WHEN 'null' THEN NULL ELSE CAST(\"\(name)\" AS BLOB) END"
        : "NULL"
    }
    let sql = "SELECT \(list.joined(separator: ", ")) FROM \"\(table)\" LIMIT \(Self.most)"
    let rows = try Row.fetchCursor(db, sql: sql)
    while let row = try rows.next() {
      try body(CalibreRow(texts: names.indices.map { Self.text(row, $0) }))
    }
  }

  /// The names of `table` that each book has, by `books_…_link`.
  func links(
    _ db: Database, _ table: String, _ link: String, column: String
  ) throws -> [String: [String]] {
    var names: [String: String] = [:]
    try forEach(db, table, ["id", column]) {
      if let id = $0.text(0), let name = $0.text(1) { names[id] = name }
    }
    var values: [String: [String]] = [:]
    try forEach(db, "books_\(table)_link", ["book", link]) { row in
      if let book = row.text(0), let name = row.text(1).flatMap({ names[$0] }) {
        values[book, default: []].append(name)
      }
    }
    return values
  }

  func pairs(
    _ db: Database, _ table: String, _ key: String, _ first: String, _ second: String
  ) throws -> [String: [(String, String)]] {
    var values: [String: [(String, String)]] = [:]
    try forEach(db, table, [key, first, second]) { row in
      if let key = row.text(0), let first = row.text(1), let second = row.text(2) {
        values[key, default: []].append((first, second))
      }
    }
    return values
  }

  /// The values of the user's own columns whose names are known, by books.
  func customValues(_ db: Database) throws -> [String: [(String, String)]] {
    var numbers: [(String, String)] = []
    try forEach(db, "custom_columns", ["id", "label"]) { row in
      guard let id = row.text(0), let label = row.text(1),
        CalibreCustom.columns.contains("#" + label),
        Int(id) != nil
      else { return }
      numbers.append((id, "#" + label))
    }
    var values: [String: [(String, String)]] = [:]
    for (id, name) in numbers {
      let table = "custom_column_\(id)"
      if has(table, ["book", "value"]) {
        try forEach(db, table, ["book", "value"]) { row in
          if let book = row.text(0), let value = row.text(1) {
            values[book, default: []].append((name, value))
          }
        }
      } else {
        var texts: [String: String] = [:]
        try forEach(db, table, ["id", "value"]) {
          if let id = $0.text(0), let text = $0.text(1) { texts[id] = text }
        }
        try forEach(db, "books_\(table)_link", ["book", "value"]) { row in
          if let book = row.text(0), let value = row.text(1).flatMap({ texts[$0] }) {
            values[book, default: []].append((name, value))
          }
        }
      }
    }
    return values
  }

  /// Whether a name is one of calibre's: letters, digits and `_`.
  private static func isName(_ name: String) -> Bool {
    name.utf8.allSatisfy { byte in
      ForeignValues.isDigit(byte) || byte == 0x5F || (0x61...0x7A).contains(byte | 0x20)
    }
  }

  private static func text(_ row: Row, _ index: Int) -> String? {
    row.data(at: index).map { String(decoding: $0, as: UTF8.self) }
  }
}

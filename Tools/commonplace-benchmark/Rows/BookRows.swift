import Books
import Foundation
import ImportExport
import Notebook
import NotebookFile

/// The cost of a list of 20,000 books: importing it, listing it, and its statistics.
enum BookRows {
  private static let count = 20_000

  static let all: [Row] = [
    Row(
      id: "book-import",
      name: "importing a list of \(count) books, against SQLite alone storing the same rows",
      bar: .atMost(3, "times"), measure: importing),
    Row(
      id: "book-list",
      name: "a list of \(count) books, against SQLite alone choosing and sorting the same rows",
      bar: .atMost(3, "times")
    ) { bench in
      reading(bench, BookSQL.list) { notebook in
        var listing = BookListing()
        listing.order = .author
        return listing.listed(try notebook.books.list()).count
      }
    },
    Row(
      id: "book-statistics",
      name: "statistics of \(count) books, against SQLite alone counting the same rows",
      bar: .atMost(3, "times")
    ) { bench in
      reading(bench, BookSQL.statistics) { notebook in
        BookStatistics(try notebook.books.list()).books
      }
    },
  ]

  private static func importing(_ bench: Bench) -> Figure {
    Figure.catching {
      let folder = try BookFolder(count: count)
      defer { folder.discard() }
      var turn = 0
      var failure: (any Error)?
      let ours = Side(count: Effort.fewest) {
        turn += 1
        return Stopwatch.time {
          do { try folder.importList(turn: turn) } catch { failure = error }
        }
      }
      try folder.publishModel()
      let theirs = Side(count: Effort.fewest) {
        turn += 1
        do {
          let copy = try folder.copyOfEmpty(turn: turn)
          return try Stopwatch.time { try folder.storeRows(in: copy) }
        } catch {
          failure = error
          return 0
        }
      }
      Side.measure(ours, theirs, effort: bench.effort)
      if let failure { throw failure }
      return .ratio(ours, to: theirs)
    }
  }

  /// Compares `count` with SQLite running `sql`, which computes about the same. Also measures the
  /// time that SQLite needs to only read the values.
  private static func reading(
    _ bench: Bench, _ sql: [String], _ count: @escaping (Notebook) throws -> Int
  ) -> Figure {
    Figure.catching {
      let folder = try BookFolder(count: Self.count)
      defer { folder.discard() }
      try folder.publishModel()
      var failure: (any Error)?
      var sum = 0
      let ours = Side(count: bench.effort.parses) {
        do {
          // Opened each time, as by a command, so that caches are empty.
          let notebook = try folder.openModel()
          defer { try? notebook.close() }
          return try Stopwatch.time { sum &+= try count(notebook) }
        } catch {
          failure = error
          return 0
        }
      }
      func side(_ statements: [String]) -> Side {
        Side(count: bench.effort.parses) {
          do {
            let connection = try SQLiteConnection(path: folder.model, readOnly: true)
            return try Stopwatch.time {
              for sql in statements {
                try connection.prepare(sql).run([]) { sum &+= $0.materialize() }
              }
            }
          } catch {
            failure = error
            return 0
          }
        }
      }
      let (theirs, bytes) = (side(sql), side(BookSQL.values))
      Side.measure(ours, theirs, bytes, effort: bench.effort)
      if let failure { throw failure }
      return .ratio(
        ours, to: theirs,
        note: "; reading the values alone: \(bytes.median.duration)"
          + (sum != 0 ? "" : "; nothing was read"))
    }
  }
}

/// A list of made-up books, and notebooks that contain them.
private final class BookFolder {
  private let path: String
  let model: String
  private let empty: String
  private let list: String
  private let count: Int

  init(count: Int) throws {
    self.count = count
    path = NSTemporaryDirectory() + "commonplace-benchmark-\(UUID().uuidString)"
    (model, empty, list) = (path + "/model.libnotes", path + "/empty.libnotes", path + "/list.csv")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Notebook.create(at: empty, notes: [], state: StateFolder(path: path + "/state"))
    try Self.csv(count).write(toFile: list, atomically: true, encoding: .utf8)
  }

  func discard() { try? FileManager.default.removeItem(atPath: path) }

  private static func csv(_ count: Int) -> String {
    var text =
      "Book Id,Title,Author,Additional Authors,ISBN13,My Rating,Publisher,Number of Pages,"
      + "Year Published,Date Read,Date Added,Bookshelves,Exclusive Shelf,My Review,Read Count\n"
    for number in 0..<count {
      let year = 1990 + number % 35
      let month = number % 12 + 1
      text +=
        "\(number),\"Book \(number) of ponds (Cycle \(number % 900), #\(number % 9))\","
        + "Ann Example\(number % 3_000),,,\(number % 6),Press \(number % 50),\(100 + number % 700),"
        + "\(1900 + number % 120),\(year)/\(month)/\(number % 28 + 1),\(year)/\(month)/1,"
        + "\"shelf-\(number % 20), lent\",\(number % 4 == 0 ? "to-read" : "read"),"
        + "\"\(number % 3 == 0 ? "A review of some words, <i>not</i> long." : "")\",1\n"
    }
    return text
  }

  func importList(turn: Int) throws {
    let copy = try copyOfEmpty(turn: turn)
    let notebook = try Notebook.open(at: copy, state: StateFolder(path: path + "/state\(turn)"))
    defer { try? notebook.close() }
    let report = try notebook.exchange.importNotes(from: [list])
    guard report.new == count else { throw SQLiteFailure(code: 0, message: "books are missing") }
  }

  func copyOfEmpty(turn: Int) throws -> String {
    let copy = path + "/copy\(turn).libnotes"
    try FileManager.default.copyItem(atPath: empty, toPath: copy)
    return copy
  }

  /// Creates the notebook whose rows SQLite alone stores and reads.
  func publishModel() throws {
    guard !FileManager.default.fileExists(atPath: model) else { return }
    try FileManager.default.copyItem(atPath: empty, toPath: model)
    let notebook = try openModel()
    _ = try notebook.exchange.importNotes(from: [list])
    try notebook.publish()
    try notebook.close()
  }

  func openModel() throws -> Notebook {
    try Notebook.open(at: model, state: StateFolder(path: path + "/model-state"))
  }

  /// Stores the rows of the model as `commonplace` does: about 500 books per transaction, and each
  /// transaction waits for the disk.
  func storeRows(in copy: String) throws {
    let connection = try SQLiteConnection(path: copy, readOnly: false)
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    try connection.execute("ATTACH '\(model)' AS source")
    let size = try connection.prepare("SELECT max(rowid) FROM source.entry")
    var last: Int64 = 0
    try size.run([]) { last = $0.integer(0) }
    try connection.execute("INSERT OR IGNORE INTO main.author SELECT * FROM source.author")
    let insert = try connection.prepare(
      "INSERT INTO main.entry SELECT * FROM source.entry WHERE rowid > ? AND rowid <= ?")
    for start in stride(from: Int64(0), to: last, by: 2_000) {
      try connection.execute("BEGIN IMMEDIATE")
      try insert.run([.integer(start), .integer(start + 2_000)])
      try connection.execute("COMMIT")
    }
  }
}

/// The statements that SQLite alone runs.
private enum BookSQL {
  /// The metadata of all notes, and this program's values, unparsed.
  static let values = [
    "SELECT scope, key, json FROM entry WHERE key IN ('.metadata', '.commonplace-book')"
  ]

  private static let books = """
    SELECT note.scope AS id, json_extract(note.json, '$.book.title') AS title,
      json_extract(note.json, '$.book.authors') AS authors,
      json_extract(note.json, '$.authorLastFirst') AS author,
      json_extract(note.json, '$.book.rating') AS rating, json_extract(own.json, '$.stars') AS stars,
      json_extract(note.json, '$.book.originalYearPublished') AS year,
      json_extract(note.json, '$.book.yearPublished') AS edition,
      json_extract(note.json, '$.book.numberOfPages') AS pages,
      json_extract(note.json, '$.book.dateAdded') AS added, json_extract(note.json, '$.tags') AS tags,
      json_extract(note.json, '$.modifiedTimestamp') AS modified, reading.value IS NOT NULL AS isRead,
      json_extract(reading.value, '$.start') AS start, json_extract(reading.value, '$.finish') AS finish,
      json_extract(reading.value, '$.finish.year') AS finishYear,
      json_extract(reading.value, '$.finish.month') AS finishMonth
    FROM entry AS note
    LEFT JOIN entry AS own ON own.scope = note.scope AND own.key = '.commonplace-book'
    LEFT JOIN json_each(note.json, '$.book.readingHistory.entries') AS reading
    WHERE note.key = '.metadata' AND json_type(note.json, '$.book') = 'object'
      AND json_extract(note.json, '$.folder') IS NOT 'recentlyDeleted'
    """

  static let list = [
    """
    SELECT * FROM (\(books))
    ORDER BY isRead AND finish IS NOT NULL, isRead, finishYear DESC, author, modified DESC, id
    """
  ]

  static let statistics = [
    "CREATE TEMP TABLE book AS \(books)",
    """
    SELECT finishYear, finishMonth, count(*), sum(pages) FROM book WHERE finish IS NOT NULL
    GROUP BY finishYear, finishMonth
    """,
    "SELECT rating, count(DISTINCT id), avg(coalesce(stars, rating)) FROM book GROUP BY rating",
    """
    SELECT value, count(*) AS number FROM book, json_each(book.authors) WHERE finish IS NOT NULL
    GROUP BY value ORDER BY number DESC LIMIT 10
    """, "SELECT id, title, added FROM book WHERE NOT isRead ORDER BY added LIMIT 10",
  ]
}

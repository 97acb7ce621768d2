internal import Foundation
internal import GRDB

/// How much a version vector holds. Writing and merging make it greater, so of two states of one
/// notebook, one of which has all that the other has, equal amounts mean equal states.
struct Amount: Equatable, Sendable {
  var authors: Int64
  /// The sum of the numbers of the authors' last writes.
  var writes: Int64

  /// Counts the rows of `author` that merging knows. Cost: linear in them.
  static func fetch(_ db: Database) throws -> Amount {
    // SQLite's sum() refuses to overflow, as numbers from a damaged file could make it.
    let sql = """
      SELECT count(*), sum(usn % 1099511627776) FROM author
      WHERE \(VersionVector.isVersion("id", "usn"))
      """
    let row = try Row.fetchOne(db, sql: sql)
    return Amount(authors: row?.integer(at: 0) ?? 0, writes: row?.integer(at: 1) ?? 0)
  }
}

/// The published file as this machine last wrote or absorbed it.
struct PublishedState: Equatable, Sendable {
  var identity: FileIdentity
  var amount: Amount
}

/// The file beside a working copy: texts that saves replaced, and where publishing stands.
///
/// What it says of the published file may be lost or old: then that file is merged once more,
/// which changes nothing.
final class HistoryFile: Sendable {
  let database: DatabaseQueue

  /// Opens the file at `path`, which is made when missing. One that is damaged is put aside: saving
  /// must go on.
  init(path: String) throws {
    do {
      database = try Self.open(path)
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      for suffix in ["", "-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
        try SystemCall.rename(path + suffix, to: path + ".damaged" + suffix)
      }
      database = try Self.open(path)
    }
  }

  /// What was last published or absorbed, if known.
  func published() throws -> PublishedState? {
    try database.read { db in
      let sql = "SELECT device, inode, size, modified, authors, writes FROM published"
      return try Row.fetchOne(db, sql: sql).map { row in
        PublishedState(
          identity: FileIdentity(row),
          amount: Amount(authors: row.integer(at: 4) ?? 0, writes: row.integer(at: 5) ?? 0))
      }
    }
  }

  /// Keeps what was published or absorbed; nil when nothing is known.
  func setPublished(_ state: PublishedState?) throws {
    try note { db in
      try db.execute(sql: "DELETE FROM published")
      guard let state else { return }
      try db.execute(
        sql: "INSERT INTO published VALUES (?, ?, ?, ?, ?, ?)",
        arguments: StatementArguments(
          state.identity.columns + [state.amount.authors, state.amount.writes]))
    }
  }

  /// Runs `body` in a transaction that is on disk when this returns.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try run("FULL", body)
  }

  /// Runs `body` in a transaction that outlives this process, but perhaps not a loss of power.
  func note<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try run("NORMAL", body)
  }

  private func run<Value>(
    _ synchronous: String, _ body: (Database) throws -> Value
  ) throws -> Value {
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = \(synchronous)")
      var value: Value?
      try db.inTransaction(.immediate) {
        value = try body(db)
        return .commit
      }
      guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
      return value
    }
  }

  private static func open(_ path: String) throws -> DatabaseQueue {
    // SQLite would make it readable by all; what it puts beside it is as readable as the file.
    if try SystemCall.status(path) == nil { _ = try? SystemCall.makeFile(path) }
    let database = try DatabaseQueue(path: path, configuration: WorkingCopy.configuration)
    try database.inDatabase { db in
      guard try !db.tableExists("published") else { return try look(db) }
      try db.execute(sql: "PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; \(schema); COMMIT")
    }
    return database
  }

  /// Throws when there is damage that would be in the way of saving and publishing. Of the texts,
  /// which may be many, only the way to the last is looked at.
  private static func look(_ db: Database) throws {
    for table in ["published", "inFlight", "conflictCopy"] {
      _ = try Row.fetchAll(db, sql: "SELECT * FROM \(table)")
    }
    _ = try Row.fetchOne(db, sql: "SELECT id, length(text) FROM replaced ORDER BY id DESC LIMIT 1")
  }

  private static let schema = """
    CREATE TABLE IF NOT EXISTS published
      (device INTEGER, inode INTEGER, size INTEGER, modified INTEGER, authors INTEGER,
       writes INTEGER);
    CREATE TABLE IF NOT EXISTS inFlight (path TEXT PRIMARY KEY, device INTEGER, inode INTEGER);
    CREATE TABLE IF NOT EXISTS conflictCopy
      (path TEXT PRIMARY KEY, device INTEGER, inode INTEGER, size INTEGER, modified INTEGER,
       isMerged INTEGER);
    CREATE TABLE IF NOT EXISTS replaced
      (id INTEGER PRIMARY KEY, note TEXT, version TEXT, time TEXT, text BLOB, written TEXT,
       UNIQUE (note, version));
    CREATE INDEX IF NOT EXISTS replacedTime ON replaced (time)
    """
}

extension FileIdentity {
  /// Reads the first four columns, as `columns` has them; what is no number, in a damaged file, as 0.
  init(_ row: Row) {
    device = UInt64(bitPattern: row.integer(at: 0) ?? 0)
    inode = UInt64(bitPattern: row.integer(at: 1) ?? 0)
    size = row.integer(at: 2) ?? 0
    modified = row.integer(at: 3) ?? 0
  }

  /// The four numbers as SQLite keeps them.
  var columns: [any DatabaseValueConvertible] {
    [Int64(bitPattern: device), Int64(bitPattern: inode), size, modified]
  }
}

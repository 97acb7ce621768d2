import Base
import Foundation
package import GRDB
import KeyValueStore
package import NotebookFile

/// The numbers of authors and writes in a version vector. Writes and merges of new versions
/// increase them. So if one of two states of a notebook contains the other, equal counts mean equal
/// states, except after a merge that only removed versions (`markPending`).
package struct WriteCount: Equatable, Sendable {
  package var authors: Int64
  package var writes: Int64

  package init(authors: Int64, writes: Int64) {
    self.authors = authors
    self.writes = writes
  }

  /// Whether `other` can be an equal or earlier state: it has neither more authors nor more writes.
  func mayFollow(_ other: WriteCount) -> Bool { authors >= other.authors && writes >= other.writes }

  /// Counts only valid rows of the table `author`, as merging does. Cost: linear in the table.
  package static func fetch(_ db: Database) throws -> WriteCount {
    // SQLite's sum() fails on overflow, which numbers from a damaged file could cause.
    let sql = """
      SELECT count(*), sum(usn % 1099511627776) FROM author
      WHERE \(VersionVector.isVersion("id", "usn"))
      """
    let row = try Row.fetchOne(db, sql: sql)
    return WriteCount(authors: row?.integer(at: 0) ?? 0, writes: row?.integer(at: 1) ?? 0)
  }
}

/// The published file as this machine last wrote or incorporated it.
package struct PublishedState: Equatable, Sendable {
  package var identity: FileIdentity
  package var writeCount: WriteCount

  package init(identity: FileIdentity, writeCount: WriteCount) {
    self.identity = identity
    self.writeCount = writeCount
  }
}

/// The file next to a working copy: replaced and unpublished texts, the feed of changes, the
/// authors of this machine, and the state of publishing.
///
/// If the record of the published file is lost or old, that file is merged again, which changes
/// nothing. Saving must continue, so a damaged history file is renamed and a new one is created,
/// even during a save.
package final class HistoryFile: Sendable {
  private let path: String
  private let state = Mutex(State())

  private struct State {
    /// The connection; nil until it is needed, after `close`, and after damage was found.
    var database: DatabaseQueue?
    var file: FileIdentity?
    /// The new path of a damaged file, until `takeSetAside` returns it.
    var setAside: String?
  }

  /// The file is opened when it is needed, and created if missing.
  package init(path: String) { self.path = path }

  func takeSetAside() -> String? {
    state.withLock { state in
      defer { state.setAside = nil }
      return state.setAside
    }
  }

  var isOpen: Bool { state.withLock { $0.database != nil } }

  /// Closes the file; the next use opens it again.
  func close() throws {
    let database = state.withLock { state in
      defer { state.database = nil }
      return state.database
    }
    try database?.close()
  }

  package func published() throws -> PublishedState? {
    try read { db in
      let sql = "SELECT device, inode, size, modified, authors, writes FROM published"
      return try Row.fetchOne(db, sql: sql).map { row in
        PublishedState(
          identity: FileIdentity(row),
          writeCount: WriteCount(authors: row.integer(at: 4) ?? 0, writes: row.integer(at: 5) ?? 0))
      }
    }
  }

  package func setPublished(_ state: PublishedState?) throws {
    try note { db in
      try db.execute(sql: "DELETE FROM published")
      guard let state else { return }
      try db.execute(
        sql: "INSERT INTO published VALUES (?, ?, ?, ?, ?, ?)",
        arguments: StatementArguments(
          state.identity.columns + [state.writeCount.authors, state.writeCount.writes]))
    }
  }

  func forgetConflictCopies() throws {
    try note { db in try db.execute(sql: "DELETE FROM conflictCopy") }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try attempt { database in try database.readUnlessClosed(body) }
  }

  /// Runs `body` in a transaction that is on disk when this returns.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try run("FULL", body)
  }

  /// Runs `body` in a transaction that survives the end of this process, but perhaps not a power
  /// failure.
  func note<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try run("NORMAL", body)
  }

  func run<Value>(
    _ synchronous: String, _ body: (Database) throws -> Value
  ) throws -> Value {
    try attempt { try $0.writeImmediately(setting: "synchronous = \(synchronous)", body) }
  }

  /// Copies as much of the log into the file as is possible without waiting. Ignores errors.
  func checkpoint() {
    try? state.withLock { $0.database }?
      .writeWithoutTransaction { db in _ = try db.checkpoint(.passive) }
  }

  private static func open(_ path: String) throws -> DatabaseQueue {
    // SQLite would treat a pipe as an empty database.
    try SystemCall.requireFile(path)
    // SQLite would make the file readable by everyone; the log and shared memory get the file's
    // permissions.
    if try SystemCall.status(path) == nil { _ = try? SystemCall.makeFile(path) }
    let database = try DatabaseQueue(path: path, configuration: WorkingCopy.configuration)
    try database.inDatabase { db in
      guard
        try !db.tableExists("published") || !db.tableExists("change")
          || !db.tableExists("replacedBook") || !db.tableExists("rewritten")
      else { return }
      try db.useWriteAheadLog()
      try db.inTransaction(.immediate) {
        try db.execute(sql: schema)
        // Older files lack the columns for who wrote and who replaced a text.
        let columns = Set(try db.columns(in: "replaced").map(\.name))
        for column in ["writer", "replacer"] where !columns.contains(column) {
          try db.execute(sql: "ALTER TABLE replaced ADD COLUMN \(column) TEXT")
        }
        return .commit
      }
    }
    return database
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
       writer TEXT, replacer TEXT, UNIQUE (note, version));
    CREATE INDEX IF NOT EXISTS replacedTime ON replaced (time);
    CREATE TABLE IF NOT EXISTS ownAuthor (id BLOB PRIMARY KEY);
    \(unpublishedSchema);
    \(baseSchema);
    \(rewrittenSchema);
    \(changeSchema)
    """
}

// MARK: Damage

extension HistoryFile {
  /// Whether the file at `path` is intact or missing. Throws if it is not a regular file, or cannot
  /// be read. Cost: linear in its size.
  package static func isWhole(path: String) throws -> Bool {
    guard try SystemCall.status(path) != nil else { return true }
    try SystemCall.requireFile(path)
    var configuration = Configuration()
    configuration.readonly = true
    do {
      let database = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? database.close() }
      return try database.read { db in
        // If the process that created the file ended before it created tables, the next process to
        // open the file completes it.
        guard try Row.fetchOne(db, sql: "SELECT 1 FROM sqlite_schema") != nil else { return true }
        for table in ["published", "inFlight", "conflictCopy", "replaced"] {
          _ = try Row.fetchOne(db, sql: "SELECT 1 FROM \(table)")
        }
        return try String.fetchAll(db, sql: "PRAGMA quick_check(1)") == ["ok"]
      }
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
      // The process that created the file ended while switching to a write-ahead log: only then is
      // there a journal. The next process to open the file rolls it back.
      return true
    } catch let error as DatabaseError where isDamage(error) {
      return false
    }
  }

  /// Runs `body`. If the file turns out to be damaged, runs `body` again on a new one.
  private func attempt<Value>(_ body: (DatabaseQueue) throws -> Value) throws -> Value {
    var used: DatabaseQueue?
    do {
      let database = try opened()
      used = database
      return try body(database)
    } catch let error as DatabaseError where Self.isDamage(error) {
      let lock = try FileLock(path: path + ".lock", patience: .seconds(10))
      try setAside(used, holding: lock)
    }
    return try body(try opened())
  }

  /// Renames the file; the next use creates a new one.
  package func setAside() throws {
    let lock = try FileLock(path: path + ".lock", patience: .seconds(10))
    try rename(holding: lock)
  }

  private func opened() throws -> DatabaseQueue {
    try state.withLock { state in
      if let database = state.database, isThere(state.file) { return database }
      let database = try Self.open(path)
      state.database = database
      state.file = FileIdentity(path: path)
      return database
    }
  }

  /// Whether the path still refers to `file`: another process may have renamed it, or a user may
  /// have removed it.
  private func isThere(_ file: FileIdentity?) -> Bool {
    FileIdentity(path: path)?.isSameFile(as: file) == true
  }

  /// Renames the damaged file, unless another thread or process has renamed it. `damaged` is nil if
  /// the file could not be opened.
  private func setAside(_ damaged: DatabaseQueue?, holding lock: borrowing FileLock) throws {
    try state.withLock { state in
      guard state.database === damaged else { return }
      state.database = nil
      let file = FileIdentity(path: path)
      if damaged == nil {
        guard (try? Self.open(path)) == nil else { return }
      } else if file?.isSameFile(as: state.file) != true {
        return
      }
      state.setAside = try rename(holding: lock)
    }
  }

  @discardableResult
  private func rename(holding lock: borrowing FileLock) throws -> String {
    let aside = freePath("\(path).damaged-\(Timestamps.compact(Date()))")
    for suffix in ["", "-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
      try SystemCall.rename(path + suffix, to: aside + suffix)
    }
    return aside
  }

  private static func isDamage(_ error: DatabaseError) -> Bool {
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: true
    case .SQLITE_ERROR: error.message?.hasPrefix("no such ") == true
    default: false
    }
  }
}

extension FileIdentity {
  /// Reads the first four columns, in the order of `columns`. A value that is not a number, as in a
  /// damaged file, becomes 0.
  init(_ row: Row) {
    self.init(
      device: UInt64(bitPattern: row.integer(at: 0) ?? 0),
      inode: UInt64(bitPattern: row.integer(at: 1) ?? 0), size: row.integer(at: 2) ?? 0,
      modified: row.integer(at: 3) ?? 0)
  }

  package var columns: [any DatabaseValueConvertible] {
    [Int64(bitPattern: device), Int64(bitPattern: inode), size, modified]
  }
}

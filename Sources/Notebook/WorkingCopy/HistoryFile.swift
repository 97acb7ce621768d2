import Base
import Foundation
package import GRDB
import KeyValueStore
package import NotebookFile

/// The number of writes that a version vector holds. Writing and merging make it greater, so of two
/// states of one notebook, one of which has all that the other has, equal amounts mean equal
/// states.
package struct WriteCount: Equatable, Sendable {
  package var authors: Int64
  /// The sum of the numbers of the authors' last writes.
  package var writes: Int64

  package init(authors: Int64, writes: Int64) {
    self.authors = authors
    self.writes = writes
  }

  /// Whether this may be a later state than `other`. An earlier one has less.
  func mayFollow(_ other: WriteCount) -> Bool { authors >= other.authors && writes >= other.writes }

  /// Counts the rows of `author` that merging knows. Cost: linear in them.
  package static func fetch(_ db: Database) throws -> WriteCount {
    // SQLite's sum() refuses to overflow, as numbers from a damaged file could make it.
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

/// The file beside a working copy: texts that were taken out of the notebook, the authors that
/// wrote here, and the state of publishing.
///
/// Its record of the published file may be lost or old: then that file is merged once more, which
/// changes nothing. So a file that turns out to be damaged, when it is opened or in the middle of a
/// save, is set aside under a new name, and a new one begun: saving must go on.
package final class HistoryFile: Sendable {
  private let path: String
  private let state = Mutex(State())

  private struct State {
    /// Nil until it is needed, and after it turned out to be damaged.
    var database: DatabaseQueue?
    /// The identity of that file.
    var file: FileIdentity?
    /// The new path of a damaged file, until it was reported.
    var setAside: String?
  }

  /// The file at `path`, which is opened when it is needed, and made when missing.
  package init(path: String) { self.path = path }

  /// The path at which a damaged file was put since the last call.
  func takeSetAside() -> String? {
    state.withLock { state in
      defer { state.setAside = nil }
      return state.setAside
    }
  }

  /// Whether the file was used and not let go of since.
  var isOpen: Bool { state.withLock { $0.database != nil } }

  /// Lets go of the file.
  func close() throws {
    let database = state.withLock { state in
      defer { state.database = nil }
      return state.database
    }
    try database?.close()
  }

  /// The state that was last published or incorporated, if known.
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

  /// Keeps the state that was published or incorporated; nil if it is not known.
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

  /// Has all conflict copies merged once more.
  func forgetConflictCopies() throws {
    try note { db in try db.execute(sql: "DELETE FROM conflictCopy") }
  }

  /// Runs `body` in a transaction that only reads.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try attempt { database in try database.readUnlessClosed(body) }
  }

  /// Runs `body` in a transaction that is on disk when this returns.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try run("FULL", body)
  }

  /// Runs `body` in a transaction that outlives this process, but perhaps not a loss of power.
  func note<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try run("NORMAL", body)
  }

  func run<Value>(
    _ synchronous: String, _ body: (Database) throws -> Value
  ) throws -> Value {
    try attempt { try $0.writeImmediately(setting: "synchronous = \(synchronous)", body) }
  }

  /// Brings the log into the file, as far as no connection reads it. A failure is left to the next
  /// save.
  func checkpoint() {
    try? state.withLock { $0.database }?
      .writeWithoutTransaction { db in _ = try db.checkpoint(.passive) }
  }

  private static func open(_ path: String) throws -> DatabaseQueue {
    // SQLite would take a pipe for an empty database.
    try SystemCall.requireFile(path)
    // SQLite would make it readable by all; the files that it puts beside it are as readable as the
    // file.
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
        // Older files do not say who wrote and who replaced a text.
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
  /// Whether the file at `path` is whole, without changing it: false if pages of it contradict each
  /// other. Cost: linear in it.
  package static func isWhole(path: String) throws -> Bool {
    guard try SystemCall.status(path) != nil else { return true }
    try SystemCall.requireFile(path)
    var configuration = Configuration()
    configuration.readonly = true
    do {
      let database = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? database.close() }
      return try database.read { db in
        // The process that made it ended before it had a table; the next to open it completes it.
        guard try Row.fetchOne(db, sql: "SELECT 1 FROM sqlite_schema") != nil else { return true }
        for table in ["published", "inFlight", "conflictCopy", "replaced"] {
          _ = try Row.fetchOne(db, sql: "SELECT 1 FROM \(table)")
        }
        return try String.fetchAll(db, sql: "PRAGMA quick_check(1)") == ["ok"]
      }
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
      // The process that made it ended while it changed the file to a log: only then there is a
      // journal, which the next to open it undoes.
      return true
    } catch let error as DatabaseError where isDamage(error) {
      return false
    }
  }

  /// Runs `body`; on a new file if the one there is turns out to be damaged.
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

  /// Gives the file another name, because it is damaged; the next use begins a new one.
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

  /// Whether the path still leads to `file`: another process may have set it aside, or a user may
  /// have removed it.
  private func isThere(_ file: FileIdentity?) -> Bool {
    FileIdentity(path: path)?.isSameFile(as: file) == true
  }

  /// Gives the damaged file another name, unless another thread or process has done it. `damaged` is
  /// nil when it could not even be opened.
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
  /// Reads the first four columns, as `columns` has them; values that are not numbers, in a damaged
  /// file, as 0.
  init(_ row: Row) {
    self.init(
      device: UInt64(bitPattern: row.integer(at: 0) ?? 0),
      inode: UInt64(bitPattern: row.integer(at: 1) ?? 0), size: row.integer(at: 2) ?? 0,
      modified: row.integer(at: 3) ?? 0)
  }

  /// The four numbers as SQLite keeps them.
  package var columns: [any DatabaseValueConvertible] {
    [Int64(bitPattern: device), Int64(bitPattern: inode), size, modified]
  }
}

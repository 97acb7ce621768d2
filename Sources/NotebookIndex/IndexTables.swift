import Foundation
package import GRDB
package import KeyValueStore
package import Notebook
import NotebookFile
import Quoting

/// The tables of an index that is derived from a notebook, used within a transaction.
///
/// The index records which state of the notebook it reflects: the number of the last change in the
/// feed, and the last indexed write of each author.
package protocol IndexTables: SendableMetatype {
  /// The name of the index file in the state folder.
  static var file: String { get }
  /// The version of the tables. An index of another version is rebuilt.
  static var version: Int64 { get }
  /// SQL that creates the empty tables. The names `state`, `author` and `several` are reserved.
  static var schema: String { get }
  /// A SQL condition on the rows of `entry` from which the index is derived.
  static var interest: String { get }
  /// Whether the index may be kept in memory without a working copy, or if its file is unusable. If
  /// not, using it fails.
  static var mayBeInMemory: Bool { get }
  /// Whether writes of this process are indexed at once, so that a save waits for them. If not, the
  /// next reader indexes them.
  static var entersWrites: Bool { get }

  init(db: Database)

  var db: Database { get }

  /// Whether the index is derived from the values of `key`. Must agree with `interest`.
  static func isOfInterest(_ key: EntryKey) -> Bool

  /// Indexes the whole notebook into empty tables.
  func enterAll(from notebook: Database) throws

  /// Indexes the values stored under `keys`, replacing earlier rows.
  func enter(_ keys: Set<EntryKey>, from notebook: Database) throws
}

extension IndexTables {
  package static var mayBeInMemory: Bool { true }
  package static var entersWrites: Bool { true }

  func isOf(_ source: String) throws -> Bool {
    guard try Int64.fetchOne(db, sql: "PRAGMA user_version") == Self.version else { return false }
    return try row("SELECT source FROM state")?.text(at: 0) == source
  }

  func clear(for source: String) throws {
    let sql =
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC"
    for name in try Row.fetchAll(db, sql: sql).compactMap({ $0.text(at: 0) })
    where !name.hasPrefix("sqlite_") {
      // Dropping a virtual table drops its shadow tables, too.
      try db.execute(sql: "DROP TABLE IF EXISTS \(name.sqlIdentifier)")
    }
    try db.execute(sql: IndexState.schema)
    try db.execute(sql: Self.schema)
    try db.execute(sql: "PRAGMA user_version = \(Self.version)")
    try execute("INSERT INTO state VALUES (?, NULL, 0, 0)", [source])
  }

  package func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
    try db.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  package func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
  }

  package func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> RowCursor {
    try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
  }
}

/// The tables that every index has. They record which state of the notebook it reflects.
struct IndexState {
  static let schema = """
    CREATE TABLE state (source TEXT, change INTEGER, authors INTEGER, writes INTEGER);
    CREATE TABLE author (id BLOB PRIMARY KEY, usn INTEGER) WITHOUT ROWID;
    CREATE TABLE several (scope TEXT, key TEXT, PRIMARY KEY (scope, key)) WITHOUT ROWID;
    """
}

extension IndexTables {
  package var writeCount: WriteCount {
    get throws {
      let row = try row("SELECT authors, writes FROM state")
      return WriteCount(authors: row?.integer(at: 0) ?? 0, writes: row?.integer(at: 1) ?? 0)
    }
  }

  func setWriteCount(_ writeCount: WriteCount) throws {
    try execute(
      "UPDATE state SET authors = ?, writes = ?", [writeCount.authors, writeCount.writes])
  }

  /// The number of the last indexed change in the notebook's feed; nil if none is recorded.
  package var change: Int64? {
    get throws { try row("SELECT change FROM state")?.integer(at: 0) }
  }

  func setChange(_ number: Int64?) throws {
    try execute("UPDATE state SET change = ?", [number])
  }

  func seen(_ author: Data) throws -> Int64 {
    try row("SELECT usn FROM author WHERE id = ?", [author])?.integer(at: 0) ?? 0
  }

  func setSeen(_ author: Data, _ usn: Int64) throws {
    try execute("INSERT OR REPLACE INTO author VALUES (?, ?)", [author, usn])
  }

  func allSeen() throws -> [Data: Int64] {
    let rows = try rows("SELECT id, usn FROM author")
    var seen: [Data: Int64] = [:]
    while let row = try rows.next() {
      if let id = row.data(at: 0) { seen[id] = row.integer(at: 1) ?? 0 }
    }
    return seen
  }

  package func keysWithSeveralVersions() throws -> Set<EntryKey> {
    let rows = try rows("SELECT scope, key FROM several")
    var keys: Set<EntryKey> = []
    while let row = try rows.next() {
      if let scope = row.text(at: 0), let key = row.text(at: 1) {
        keys.insert(EntryKey(scope: scope, key: key))
      }
    }
    return keys
  }

  func enterSeveral(_ key: EntryKey, from notebook: Database) throws {
    let sql = "SELECT count(*) FROM entry WHERE scope = ? AND key = ?"
    let arguments: StatementArguments = [key.scope, key.key]
    let count = try Int.fetchOne(notebook.cachedStatement(sql: sql), arguments: arguments) ?? 0
    try execute(
      count > 1
        ? "INSERT OR IGNORE INTO several VALUES (?, ?)"
        : "DELETE FROM several WHERE scope = ? AND key = ?", arguments)
  }
}

import Foundation
package import GRDB
import JSON
import NotebookFile
import Synchronization

/// The changes of each transaction of a working copy, in order, for readers that derive something
/// from the notebook (servers, mirrors, the review index, other processes).
///
/// Each transaction that changes rows has a number, stored in the copy's `application_id` and
/// committed with it. The row of that number in the history file lists its changes, and is written
/// before the commit. So a reader uses the rows up to the number that it sees; the transaction of a
/// later row is not committed yet, or was rolled back. A new copy starts with a random number, so
/// that its numbers do not continue another copy's numbers.
///
/// A row may be missing: it could not be stored, it was lost in a power failure, or the history
/// file was damaged and renamed. If a row is missing, or the reader is more than `keptChanges`
/// behind, anything may have changed, and the reader reads everything.
package enum ChangeFeed {
  package static func number(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db, sql: "PRAGMA application_id") ?? 0
  }

  static func begin(_ db: Database) throws {
    try db.execute(sql: "PRAGMA application_id = \(Int64.random(in: 1..<1 << 30))")
  }

  /// Stores the texts that a transaction replaces and saves, and its change as the next row, in one
  /// transaction of the history file. Returns the number of the change; nil if `change` is nil.
  ///
  /// Throws if the texts cannot be stored; when this returns, they are on disk. Without texts, a
  /// failure does not prevent the write: the number then skips one, so that readers see a gap.
  static func append(
    _ change: (keys: ChangedKeys, writer: Int64?)?, with texts: HistoryTexts,
    to history: HistoryFile, _ db: Database
  ) throws -> Int64? {
    let last = try number(db)
    var next = last < Int64(Int32.max) - 1 ? max(last, 0) + 1 : 1
    let row = change.map {
      HistoryFile.ChangeRow(number: next, keys: $0.keys, writer: $0.writer)
    }
    do {
      try history.keep(texts, in: db, with: row)
    } catch {
      guard texts.isEmpty else { throw error }
      next += 1
    }
    guard change != nil else { return nil }
    try db.execute(sql: "PRAGMA application_id = \(next)")
    return next
  }
}

package struct ChangedKeys: Equatable, Sendable {
  /// Limit for the size of all keys and scopes, in UTF-8 bytes. The last key may exceed it.
  static let mostBytes = 64 << 10

  /// The keys of each scope; nil if they exceed `mostBytes`, or one is not text.
  package private(set) var scopes: [String: Set<String>]? = [:]
  private var bytes = 0

  init() {}

  /// Nil stands for a scope or key that is not text.
  mutating func insert(_ scope: String?, _ key: String?) {
    guard scopes != nil else { return }
    guard let scope, let key, bytes <= Self.mostBytes else { return scopes = nil }
    if scopes?[scope] == nil { bytes += scope.utf8.count }
    if scopes?[scope, default: []].insert(key).inserted == true { bytes += key.utf8.count }
  }

  /// Returns nil if `json` is nil, which stands for nil `scopes`, or is not valid.
  init?(json: String?) {
    guard let json, let value = try? JSONValue(parsing: Array(json.utf8), maximumDepth: 4),
      case .object(let object) = value
    else { return nil }
    for member in object.members {
      for key in member.value.array ?? [] { insert(member.key, key.string) }
    }
    guard scopes != nil else { return nil }
  }

  var json: String? {
    scopes.map { scopes in
      let members = scopes.sorted { $0.key < $1.key }.map { scope, keys in
        (scope, JSONValue.array(keys.sorted().map { .string($0) }))
      }
      return String(
        decoding: JSONValue.object(JSONObject(members)).serialized(), as: UTF8.self)
    }
  }
}

/// Records which keys any statement changes on the connection that writes.
final class ChangeRecorder: Sendable {
  private let keys = Mutex(ChangedKeys())
  private let isWatching = Atomic(false)

  /// Starts recording the changes on a connection. Call outside of transactions. Cost: three
  /// statements the first time, then none.
  func watch(_ db: Database) throws {
    guard !isWatching.load(ordering: .relaxed) else { return }
    let function = DatabaseFunction("noteChange", argumentCount: 2) { [weak self] values in
      let names = values.map { String.fromDatabaseValue($0) }
      self?.keys.withLock { $0.insert(names.first ?? nil, names.last ?? nil) }
      return nil
    }
    db.add(function: function)
    for (event, row) in [("INSERT", "new"), ("UPDATE", "new"), ("DELETE", "old")] {
      try db.execute(
        sql: """
          CREATE TEMP TRIGGER IF NOT EXISTS noteChangeAfter\(event) AFTER \(event) ON main.entry
          BEGIN SELECT noteChange(\(row).scope, \(row).key); END
          """)
    }
    isWatching.store(true, ordering: .relaxed)
  }

  func take() -> ChangedKeys {
    keys.withLock { keys in
      defer { keys = ChangedKeys() }
      return keys
    }
  }
}

// MARK: The rows

extension HistoryFile {
  static let keptChanges: Int64 = 1000

  static let changeSchema = """
    CREATE TABLE IF NOT EXISTS change (number INTEGER PRIMARY KEY, writer INTEGER, keys TEXT)
    """

  package struct Change {
    /// The open notebook that committed it (`Notebook.writer`); nil for the working copy's own
    /// transactions, such as merges of other files.
    var writer: Int64?
    package var keys: ChangedKeys
  }

  struct ChangeRow {
    var number: Int64
    var keys: ChangedKeys
    var writer: Int64?
  }

  static func insert(_ change: ChangeRow, _ db: Database) throws {
    // Rows with this number or a greater one were rolled back, or belong to an earlier copy.
    try db.cachedStatement(sql: "DELETE FROM change WHERE number >= ?")
      .execute(arguments: [change.number])
    // Old rows are not deleted with each change, since deleting writes one more page.
    if change.number % 64 == 0 {
      try db.cachedStatement(sql: "DELETE FROM change WHERE number <= ?")
        .execute(arguments: [change.number - keptChanges])
    }
    try db.cachedStatement(sql: "INSERT INTO change VALUES (?, ?, ?)")
      .execute(arguments: [change.number, change.writer, change.keys.json])
  }

  /// Returns the changes after number `last` up to `number`; nil if anything may have changed.
  package func changes(after last: Int64, through number: Int64) -> [Change]? {
    if last == number { return [] }
    guard last < number, number - last <= Self.keptChanges else { return nil }
    let changes = try? read { db in
      let sql = "SELECT keys, writer FROM change WHERE number > ? AND number <= ?"
      return try Row.fetchAll(db, sql: sql, arguments: [last, number]).compactMap { row in
        ChangedKeys(json: row.text(at: 0)).map { Change(writer: row.integer(at: 1), keys: $0) }
      }
    }
    return changes.flatMap { Int64($0.count) == number - last ? $0 : nil }
  }
}

import Foundation
package import GRDB
import JSON
import NotebookFile
import Synchronization

/// The changes by the transactions of a working copy, in their order: for all readers that derive
/// something from the notebook (servers, mirrors, the review index, other processes).
///
/// Each transaction that changes rows has a number, the copy's `application_id`, which is committed
/// with it. Its changes are a row of that number in the history file, written before the commit. So
/// a reader finds the rows up to the number that it sees; a row beyond that does not count yet, or
/// was rolled back. A new copy begins with a random number: no number of another copy follows from
/// it.
///
/// A row may be missing: history was set aside or lost with the power, or the reader comes after
/// more than `keptChanges` others. Then anything may have changed, and the reader reads everything.
package enum ChangeFeed {
  /// The number of the last change that is visible to a connection of a working copy.
  package static func number(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db, sql: "PRAGMA application_id") ?? 0
  }

  /// Begins the feed of a new working copy.
  static func begin(_ db: Database) throws {
    try db.execute(sql: "PRAGMA application_id = \(Int64.random(in: 1..<1 << 30))")
  }

  /// Keeps the texts that a transaction takes out and saves, and records its change as the next, in
  /// one transaction of history. Returns the number of the change, nil if there is none.
  ///
  /// The texts are on disk when this returns, or it throws. A failure to keep the row of the change
  /// does not prevent the write: readers see that it is missing.
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

/// The keys that a transaction changed.
package struct ChangedKeys: Equatable, Sendable {
  /// More than that, in bytes, is not kept.
  static let mostBytes = 64 << 10

  /// The keys of each scope; nil if there are too many.
  package private(set) var scopes: [String: Set<String>]? = [:]
  private var bytes = 0

  init() {}

  /// Nil for the names of a key that are no texts.
  mutating func insert(_ scope: String?, _ key: String?) {
    guard scopes != nil else { return }
    guard let scope, let key, bytes <= Self.mostBytes else { return scopes = nil }
    if scopes?[scope] == nil { bytes += scope.utf8.count }
    if scopes?[scope, default: []].insert(key).inserted == true { bytes += key.utf8.count }
  }

  /// Reads `json`; nil if that says that there are too many, or nothing that can be read.
  init?(json: String?) {
    guard let json, let value = try? JSONValue(parsing: Array(json.utf8), maximumDepth: 4),
      case .object(let object) = value
    else { return nil }
    for member in object.members {
      for key in member.value.array ?? [] { insert(member.key, key.string) }
    }
    guard scopes != nil else { return nil }
  }

  /// An object with the scopes and lists of their keys; nil if there are too many.
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

/// Records, on the connection that writes, which keys are changed, by any statement.
final class ChangeRecorder: Sendable {
  private let keys = Mutex(ChangedKeys())
  private let isWatching = Atomic(false)

  /// Begins to see the changes on a connection. To be called outside of transactions. Cost: three
  /// statements the first time, afterwards none.
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

  /// The keys that were changed since this was last asked.
  func take() -> ChangedKeys {
    keys.withLock { keys in
      defer { keys = ChangedKeys() }
      return keys
    }
  }
}

// MARK: The rows

extension HistoryFile {
  /// The number of changes that are kept: the last ones.
  static let keptChanges: Int64 = 1000

  static let changeSchema = """
    CREATE TABLE IF NOT EXISTS change (number INTEGER PRIMARY KEY, writer INTEGER, keys TEXT)
    """

  /// A transaction of the working copy.
  package struct Change {
    /// The writer that committed it: a number of an open notebook. Nil if it is not known.
    var writer: Int64?
    package var keys: ChangedKeys
  }

  /// A change as its row is written.
  struct ChangeRow {
    var number: Int64
    var keys: ChangedKeys
    var writer: Int64?
  }

  static func insert(_ change: ChangeRow, _ db: Database) throws {
    // Those with greater numbers were taken back, or are of an earlier copy.
    try db.cachedStatement(sql: "DELETE FROM change WHERE number >= ?")
      .execute(arguments: [change.number])
    // Not with each change: it writes one page more.
    if change.number % 64 == 0 {
      try db.cachedStatement(sql: "DELETE FROM change WHERE number <= ?")
        .execute(arguments: [change.number - keptChanges])
    }
    try db.cachedStatement(sql: "INSERT INTO change VALUES (?, ?, ?)")
      .execute(arguments: [change.number, change.writer, change.keys.json])
  }

  /// The changes after number `last` up to number `number`; nil if anything may have changed.
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

import Base
package import Foundation
package import GRDB
import NotebookFile

/// One row of `entry` in its columns.
package struct StoredVersion: Sendable, Equatable {
  /// The row's number, by which the full-text index knows it.
  package var rowID: Int64 = 0
  package var key: EntryKey
  package var author: Data
  package var usn: Int64
  package var timestamp: String
  package var value: StoredValue
  /// Whether all columns but the value's are of their types and in their ranges.
  package var isWellFormed = true

  package init(
    rowID: Int64 = 0, key: EntryKey, author: Data, usn: Int64, timestamp: String,
    value: StoredValue, isWellFormed: Bool = true
  ) {
    self.rowID = rowID
    self.key = key
    self.author = author
    self.usn = usn
    self.timestamp = timestamp
    self.value = value
    self.isWellFormed = isWellFormed
  }

  /// Whether the row can be handed to another notebook.
  package var isReadable: Bool {
    isWellFormed && Timestamps.date(row: timestamp) != nil && value.value != nil
  }
}

extension StoredVersion {
  /// The keys whose former values are looked back to, by merges and by users: they say what a note is about.
  static let recordKeys: Set = [".metadata", ".commonplace-book"]
  /// What the keys contain under which prompts, and what is known of them, are stored: their former values are
  /// looked back to as well.
  static let promptMark = "prompt="
  /// The most bytes of either that one write or merge remembers.
  static let mostRecordBytes = 64 << 20

  /// The condition, in SQL, that rows of the right types meet.
  package static let isWellFormed = """
    typeof(scope) = 'text' AND typeof(key) = 'text'
    AND \(VersionVector.isVersion("authorId", "usn"))
    AND typeof(timestamp) = 'text' AND typeof(type) = 'integer'
    AND typeof(text) IN ('text', 'null') AND typeof(json) IN ('text', 'null')
    AND typeof(blobMimeType) IN ('text', 'null') AND typeof(blob) IN ('blob', 'null')
    """

  // Texts as blobs, because a text column ends at its first NUL.
  private static let columns = """
    rowid, CAST(scope AS BLOB), CAST(key AS BLOB), CAST(authorId AS BLOB), CAST(usn AS INTEGER),
    CAST(timestamp AS BLOB), CAST(type AS INTEGER), CAST(text AS BLOB), CAST(json AS BLOB),
    CAST(blobMimeType AS BLOB), CAST(blob AS BLOB), \(isWellFormed)
    """

  /// The versions of `key`, the one that counts first; at most the first `limit`.
  package static func fetch(
    _ db: Database, _ key: EntryKey, limit: Int = .max
  ) throws -> [StoredVersion] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(columns) FROM entry WHERE scope = ? AND key = ? ORDER BY \(LastWriterWins.order)
        LIMIT ?
        """)
    return try Row.fetchAll(statement, arguments: [key.scope, key.key, limit]).map(
      StoredVersion.init)
  }

  /// Whether nothing was ever written in `scope`.
  static func isEmpty(_ db: Database, scope: String) throws -> Bool {
    let statement = try db.cachedStatement(sql: "SELECT 1 FROM entry WHERE scope = ? LIMIT 1")
    return try Row.fetchOne(statement, arguments: [scope]) == nil
  }

  /// The versions of all keys in `scope`; those of one key as `fetch(_:_:)` has them.
  static func fetch(_ db: Database, scope: String) throws -> [StoredVersion] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(columns) FROM entry WHERE scope = ? ORDER BY key, \(LastWriterWins.order)
        """)
    return try Row.fetchAll(statement, arguments: [scope]).map(StoredVersion.init)
  }

  private init(_ row: Row) {
    func text(_ index: Int) -> String {
      String(decoding: row[index] as Data? ?? Data(), as: UTF8.self)
    }
    self.init(
      rowID: row.integer(at: 0) ?? 0, key: EntryKey(scope: text(1), key: text(2)),
      author: row.data(at: 3) ?? Data(), usn: row.integer(at: 4) ?? 0, timestamp: text(5),
      value: StoredValue(
        type: row.integer(at: 6) ?? 0, text: row.data(at: 7), json: row.data(at: 8),
        mimeType: row.data(at: 9), blob: row.data(at: 10)),
      isWellFormed: row[11] as Bool? ?? false)
  }

  /// Stores the version in the place of the one its author has of the key. That row keeps its
  /// place, which the full-text index goes by.
  package func store(in db: Database) throws { try Self.store([self], in: db) }

  /// The number of rows that one statement stores or removes. Each statement makes the full-text index write
  /// what it has gathered, which for many small ones takes longer than all else.
  static let batch = 64
  /// The number for fewer: the values of a note are mostly no more.
  private static let smallBatch = 8

  /// Stores versions, each key once, as `store(in:)` does.
  static func store(_ versions: [StoredVersion], in db: Database) throws {
    try forEachBatch(versions) { versions in
      let statement = try db.cachedStatement(sql: storing(versions.count))
      try statement.execute(arguments: StatementArguments(versions.flatMap(\.arguments)))
    }
  }

  /// Passes `rows` to `body`, so many at a time that few statements are needed, of few different lengths.
  static func forEachBatch<Row>(
    _ rows: [Row], _ body: (ArraySlice<Row>) throws -> Void
  ) rethrows {
    var rest = rows[...]
    while !rest.isEmpty {
      let count = rest.count >= batch ? batch : min(rest.count, smallBatch)
      try body(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
  }

  /// The statement that stores so many rows.
  private static func storing(_ count: Int) -> String {
    let row =
      "(?, ?, ?, ?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BLOB))"
    return """
      INSERT INTO entry
        (scope, key, authorId, usn, timestamp, type, text, json, blobMimeType, blob)
      VALUES
        \(repeatElement(row, count: count).joined(separator: ", "))
      ON CONFLICT (scope, key, authorId) DO UPDATE SET
        usn = excluded.usn, timestamp = excluded.timestamp, type = excluded.type,
        text = excluded.text, json = excluded.json, blobMimeType = excluded.blobMimeType,
        blob = excluded.blob
      """
  }

  private var arguments: [(any DatabaseValueConvertible)?] {
    [
      key.scope, key.key, author, usn, timestamp, value.type, Self.argument(value.text),
      Self.argument(value.json), Self.argument(value.mimeType), Self.argument(value.blob),
    ]
  }

  /// As a blob, because a string would be cut at its first NUL on the way to SQLite; but an empty
  /// blob would arrive as NULL.
  private static func argument(_ data: Data?) -> (any DatabaseValueConvertible)? {
    if data?.isEmpty == true { return "" }
    return data
  }

  /// Removes the row.
  package func delete(from db: Database) throws {
    let statement = try db.cachedStatement(sql: "DELETE FROM entry WHERE rowid = ?")
    try statement.execute(arguments: [rowID])
  }
}

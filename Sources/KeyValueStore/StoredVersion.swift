import Base
package import Foundation
package import GRDB
import NotebookFile

/// The columns of one row of `entry`.
package struct StoredVersion: Sendable, Equatable {
  /// The row number, by which the full-text index refers to the row.
  package var rowID: Int64 = 0
  package var key: EntryKey
  package var author: Data
  package var usn: Int64
  package var timestamp: String
  package var value: StoredValue
  /// Whether the columns have the right types and ranges; does not check that the value can be
  /// decoded.
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

  /// Whether the row can be copied to another notebook: its columns, time and value can be read.
  package var isReadable: Bool {
    isWellFormed && Timestamps.date(row: timestamp) != nil && value.value != nil
  }
}

extension StoredVersion {
  /// The keys of a note's metadata and of our data about its book. Their previous values are
  /// collected for merges and for users.
  package static let recordKeys: Set = [".metadata", ".commonplace-book"]
  /// A part of every key of prompts and their annotations.
  static let promptMark = "prompt="
  /// Limit for the bytes of previous values, of each kind, that writes and merges collect. The last
  /// collected value may exceed it.
  static let mostRecordBytes = 64 << 20

  /// The SQL condition for rows with valid types, author IDs and write numbers.
  package static let isWellFormed = """
    typeof(scope) = 'text' AND typeof(key) = 'text'
    AND \(VersionVector.isVersion("authorId", "usn"))
    AND typeof(timestamp) = 'text' AND typeof(type) = 'integer'
    AND typeof(text) IN ('text', 'null') AND typeof(json) IN ('text', 'null')
    AND typeof(blobMimeType) IN ('text', 'null') AND typeof(blob) IN ('blob', 'null')
    """

  // Reads texts as blobs, because a text column ends at its first NUL.
  private static let columns = """
    rowid, CAST(scope AS BLOB), CAST(key AS BLOB), CAST(authorId AS BLOB), CAST(usn AS INTEGER),
    CAST(timestamp AS BLOB), CAST(type AS INTEGER), CAST(text AS BLOB), CAST(json AS BLOB),
    CAST(blobMimeType AS BLOB), CAST(blob AS BLOB), \(isWellFormed)
    """

  /// Returns the versions of `key`, the winner first; at most `limit`.
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

  static func isEmpty(_ db: Database, scope: String) throws -> Bool {
    let statement = try db.cachedStatement(sql: "SELECT 1 FROM entry WHERE scope = ? LIMIT 1")
    return try Row.fetchOne(statement, arguments: [scope]) == nil
  }

  /// Returns the versions of all keys in `scope`, ordered by key, the winner of each key first.
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

  /// Stores the version, replacing its author's version of the key. An existing row keeps its
  /// number, by which the full-text index refers to it.
  package func store(in db: Database) throws { try Self.store([self], in: db) }

  /// Maximum number of rows that one statement stores or removes. Each statement flushes the
  /// full-text index, which takes most of the time of many small statements.
  static let batch = 64
  /// The batch size if fewer than `batch` rows remain.
  private static let smallBatch = 8

  static func store(_ versions: [StoredVersion], in db: Database) throws {
    try forEachBatch(versions) { versions in
      let statement = try db.cachedStatement(sql: storing(versions.count))
      try statement.execute(arguments: StatementArguments(versions.flatMap(\.arguments)))
    }
  }

  /// Passes `rows` to `body` in batches of few different sizes, so that few different statements
  /// are needed.
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

  /// Returns `data` as a blob, because SQLite's interface would cut a string at its first NUL.
  /// Returns an empty string for empty data, because an empty blob would become NULL.
  private static func argument(_ data: Data?) -> (any DatabaseValueConvertible)? {
    if data?.isEmpty == true { return "" }
    return data
  }

  package func delete(from db: Database) throws {
    let statement = try db.cachedStatement(sql: "DELETE FROM entry WHERE rowid = ?")
    try statement.execute(arguments: [rowID])
  }
}

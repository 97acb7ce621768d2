internal import Foundation
internal import GRDB

/// Which of several versions of a key counts: the latest, and of equally late ones that of the
/// smallest author id. A version that deletes (all values NULL) takes part like any other.
enum LastWriterWins {
  /// Orders the versions of one key, the winner first.
  static let order = "timestamp DESC, authorId"

  /// Holds for rows of `entry` that no version of the same key beats. Nearly all keys have one
  /// version; thanks to `rowid` that is seen in the index, without another look at the row.
  static let condition = condition(on: "entry")

  /// The same for `entry` under another name.
  static func condition(on name: String) -> String {
    """
    NOT EXISTS (
      SELECT 1 FROM entry AS other
      WHERE other.scope = \(name).scope AND other.key = \(name).key
        AND other.rowid <> \(name).rowid
        AND (other.timestamp > \(name).timestamp
          OR (other.timestamp = \(name).timestamp AND other.authorId < \(name).authorId)))
    """
  }
}

/// The version of one key that counts.
struct WinningVersion {
  var rowID: Int64
  var authorID: Data
  var usn: Int64
  /// UTF-8; nil when the value is not a text, or deleted.
  var text: Data?

  /// The winner among the versions of `key` in the note `id`; nil when it was never written.
  static func fetch(_ db: Database, note id: String, key: String) throws -> WinningVersion? {
    // As blobs, because a text column ends at its first NUL.
    let sql = """
      SELECT rowid, CAST(authorId AS BLOB), CAST(usn AS INTEGER), CAST(text AS BLOB) FROM entry
      WHERE scope = ? AND key = ? ORDER BY \(LastWriterWins.order) LIMIT 1
      """
    let statement = try db.cachedStatement(sql: sql)
    return try Row.fetchOne(statement, arguments: [id, key]).map { row in
      WinningVersion(
        rowID: row.integer(at: 0) ?? 0, authorID: row.data(at: 1) ?? Data(),
        usn: row.integer(at: 2) ?? 0, text: row.data(at: 3))
    }
  }
}

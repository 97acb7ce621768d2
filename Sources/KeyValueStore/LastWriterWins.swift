package import Foundation
package import GRDB
import NotebookFile

/// The version of a key that counts among several: the latest, and of equally late ones that of the
/// smallest author id. A version that deletes (all values NULL) takes part like any other.
package enum LastWriterWins {
  /// Orders the versions of one key, the winner first.
  package static let order = "timestamp DESC, authorId"

  /// Holds for rows of `entry` that no version of the same key beats. Nearly all keys have one
  /// version; thanks to `rowid` that is seen in the index, without another look at the row.
  package static let condition = condition(on: "entry")

  /// The same for `entry` under another name.
  package static func condition(on name: String) -> String {
    """
    CASE (
      SELECT count(*) FROM (
        SELECT 1 FROM entry AS version
        WHERE version.scope = \(name).scope AND version.key = \(name).key LIMIT \(crowd)))
    WHEN 1 THEN 1
    WHEN \(crowd) THEN \(name).rowid IN (\(crowdedWinners))
    ELSE NOT EXISTS (
      SELECT 1 FROM entry AS other
      WHERE other.scope = \(name).scope AND other.key = \(name).key
        AND (other.timestamp > \(name).timestamp
          OR (other.timestamp = \(name).timestamp AND other.authorId < \(name).authorId)))
    END
    """
  }

  /// The same for statements that pass over all rows with the key `key`: the versions that do not count are
  /// looked for once, by a pass over the index of keys, which costs less than a look for each row.
  package static func scanCondition(_ key: String) -> String {
    """
    entry.rowid NOT IN (
      SELECT place FROM (
        SELECT version.rowid AS place, row_number() OVER (
          PARTITION BY version.scope ORDER BY version.timestamp DESC, version.authorId) AS number
        FROM (
          SELECT scope FROM entry WHERE key = '\(key)' GROUP BY scope HAVING count(*) > 1) AS busy
        JOIN entry AS version ON version.scope = busy.scope AND version.key = '\(key)')
      WHERE number > 1)
    """
  }

  /// The same for statements that pass over rows of all keys.
  package static let scanCondition = """
    entry.rowid NOT IN (SELECT place FROM \(numbered) WHERE number > 1)
    """

  /// The rows of keys with several versions that do not count, with their keys: for passes over all rows that look
  /// for themselves. Cost: a pass over the index of keys.
  package static func outdated(_ db: Database) throws -> [(row: Int64, key: EntryKey)] {
    let sql = "SELECT place, scope, key FROM \(numbered) WHERE number > 1"
    return try Row.fetchAll(db, sql: sql).compactMap { row in
      row.integer(at: 0).map {
        ($0, EntryKey(scope: row.text(at: 1) ?? "", key: row.text(at: 2) ?? ""))
      }
    }
  }

  /// The versions of keys with several, numbered from 1, which counts.
  private static let numbered = """
    (SELECT version.rowid AS place, version.scope AS scope, version.key AS key,
        row_number() OVER (
        PARTITION BY version.scope, version.key
        ORDER BY version.timestamp DESC, version.authorId) AS number
      FROM (
        SELECT scope, key FROM entry GROUP BY scope, key HAVING count(*) > 1) AS busy
      JOIN entry AS version ON version.scope = busy.scope AND version.key = busy.key)
    """

  /// The most versions that are compared one by one with each other. The maker of a file can put in
  /// any number, and then the time would grow with their square.
  private static let crowd = 64

  /// The winners under all keys with many versions; SQLite looks for them once in a statement, when
  /// it first meets one. Cost: a pass over the index of keys, and sorting the results.
  private static let crowdedWinners = """
    SELECT place FROM (
      SELECT crowded.rowid AS place, row_number() OVER (
        PARTITION BY crowded.scope, crowded.key
        ORDER BY crowded.timestamp DESC, crowded.authorId) AS number
      FROM entry AS crowded
      JOIN (
        SELECT scope, key FROM entry GROUP BY scope, key HAVING count(*) >= \(crowd)) AS busy
        ON crowded.scope = busy.scope AND crowded.key = busy.key)
    WHERE number = 1
    """
}

/// The version of one key that counts.
package struct WinningVersion {
  package var rowID: Int64
  package var authorID: Data
  package var usn: Int64
  /// UTF-8; nil when the value is not a text, or deleted.
  package var text: Data?

  package init(rowID: Int64, authorID: Data, usn: Int64, text: Data? = nil) {
    self.rowID = rowID
    self.authorID = authorID
    self.usn = usn
    self.text = text
  }

  /// The winner among the versions of `key` in the note `id`; nil when it was never written.
  package static func fetch(_ db: Database, note id: String, key: String) throws -> WinningVersion?
  {
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

  /// The same without its text, which may be long.
  package static func fetchName(
    _ db: Database, note id: String, key: String
  ) throws -> WinningVersion? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT rowid, CAST(authorId AS BLOB), CAST(usn AS INTEGER) FROM entry
        WHERE scope = ? AND key = ? ORDER BY \(LastWriterWins.order) LIMIT 1
        """)
    return try Row.fetchOne(statement, arguments: [id, key]).map { row in
      WinningVersion(
        rowID: row.integer(at: 0) ?? 0, authorID: row.data(at: 1) ?? Data(),
        usn: row.integer(at: 2) ?? 0)
    }
  }
}

package import Foundation
package import GRDB
import NotebookFile

/// The rule that selects the winner among several versions of a key: the latest; of equally late
/// ones, the one with the smallest author ID. A version that deletes the key (all values NULL) can
/// win, too.
package enum LastWriterWins {
  /// The SQL order of the versions of one key, the winner first.
  package static let order = "timestamp DESC, authorId"

  /// The SQL condition for rows of `entry` that are the winners of their keys. Nearly all keys have
  /// only one version, which the index shows without reading the row.
  package static let condition = condition(on: "entry")

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

  /// Returns the condition for winners in statements that scan all rows with the key `key`. One
  /// pass over the index of keys finds all other versions, which costs less than a lookup for each
  /// row.
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

  /// The condition for winners in statements that scan rows of all keys.
  package static let scanCondition = """
    entry.rowid NOT IN (SELECT place FROM \(numbered) WHERE number > 1)
    """

  /// Returns the rows that are not the winners of their keys, for scans that filter rows
  /// themselves. Cost: a pass over the index of keys.
  package static func outdated(_ db: Database) throws -> [(row: Int64, key: EntryKey)] {
    let sql = "SELECT place, scope, key FROM \(numbered) WHERE number > 1"
    return try Row.fetchAll(db, sql: sql).compactMap { row in
      row.integer(at: 0).map {
        ($0, EntryKey(scope: row.text(at: 1) ?? "", key: row.text(at: 2) ?? ""))
      }
    }
  }

  /// The versions of all keys that have several, numbered within each key; the winner is 1.
  private static let numbered = """
    (SELECT version.rowid AS place, version.scope AS scope, version.key AS key,
        row_number() OVER (
        PARTITION BY version.scope, version.key
        ORDER BY version.timestamp DESC, version.authorId) AS number
      FROM (
        SELECT scope, key FROM entry GROUP BY scope, key HAVING count(*) > 1) AS busy
      JOIN entry AS version ON version.scope = busy.scope AND version.key = busy.key)
    """

  /// Minimum number of versions of a key that are sorted instead of compared pairwise. A hostile
  /// file can have any number, and pairwise comparison takes quadratic time.
  private static let crowd = 64

  /// The winners of all keys with at least `crowd` versions. SQLite computes them once per
  /// statement, when it reaches the first of these keys. Cost: a pass over the index of keys, and
  /// sorting the results.
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

package struct WinningVersion {
  package var rowID: Int64
  package var authorID: Data
  package var usn: Int64
  /// The text in UTF-8; nil if the value is not a text, was deleted, or was not fetched.
  package var text: Data?

  package init(rowID: Int64, authorID: Data, usn: Int64, text: Data? = nil) {
    self.rowID = rowID
    self.authorID = authorID
    self.usn = usn
    self.text = text
  }

  /// Returns the winner of `key` in the note `id`; nil if the key was never written.
  package static func fetch(_ db: Database, note id: String, key: String) throws -> WinningVersion?
  {
    // Reads texts as blobs, because a text column ends at its first NUL.
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

  /// Returns the winner without its text, which may be long; nil if the key was never written.
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

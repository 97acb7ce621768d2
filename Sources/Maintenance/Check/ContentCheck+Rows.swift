import Base
import Foundation
import GRDB
import KeyValueStore
import NotebookFile

extension ContentCheck {
  private static let timeForm =
    "[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9]"

  private static let isValue = """
    CASE type
      WHEN 0 THEN text IS NULL AND json IS NULL AND blobMimeType IS NULL AND blob IS NULL
      WHEN 1 THEN text IS NOT NULL AND json IS NULL AND blob IS NULL
      WHEN 2 THEN json IS NOT NULL AND json_valid(json) AND text IS NULL AND blob IS NULL
      WHEN 3 THEN blob IS NOT NULL AND text IS NULL AND json IS NULL
      ELSE false END
    """

  mutating func checkRows(_ db: Database) throws {
    let sql = """
      SELECT scope, sum(isID), sum(isTime), sum(isOther) FROM (
        SELECT scope,
          NOT (typeof(authorId) = 'blob' AND length(authorId) = 16) AS isID,
          NOT (typeof(timestamp) = 'text' AND timestamp GLOB '\(Self.timeForm)') AS isTime,
          NOT (\(StoredVersion.isWellFormed) AND \(Self.isValue)) AS isOther
        FROM entry NOT INDEXED)
      WHERE isID OR isTime OR isOther GROUP BY scope
      """
    for row in try Row.fetchAll(db, sql: sql) {
      let (ids, times) = (row.integer(at: 1) ?? 0, row.integer(at: 2) ?? 0)
      var faults: [String] = []
      if ids > 0 { faults.append("\(ids) with an invalid author ID") }
      if times > 0 { faults.append("\(times) with an invalid time") }
      if let others = row.integer(at: 3), others > ids {
        faults.append("\(others - ids) in the wrong format")
      }
      add(
        .rows, .damage, note: row.text(at: 0), "damaged values: \(faults.joined(separator: ", "))",
        "other devices do not receive them: copy the text into a new note")
    }
    // Notebooks of the app's first versions have no times of authors.
    let hasTimes = try NotebookSchema.appliedMigrations(db).contains("authorTimestamp")
    let isTimed = hasTimes ? "timestamp IS NULL OR timestamp GLOB '\(Self.timeForm)'" : "TRUE"
    let others = """
      SELECT (SELECT count(*) FROM author WHERE NOT (typeof(id) = 'blob' AND length(id) = 16
          AND typeof(usn) = 'integer' AND usn BETWEEN 0 AND \(VersionVector.greatestUSN)
          AND (\(isTimed)))),
        (SELECT count(*) FROM tombstone
          WHERE NOT (\(VersionVector.isVersion("authorId", "usn"))
            AND \(VersionVector.isVersion("deletingAuthorId", "deletingUsn"))))
      """
    let row = try Row.fetchOne(db, sql: others)
    for (index, name) in ["writes by device", "deletions"].enumerated() {
      guard let count = row?.integer(at: index), count > 0 else { continue }
      add(
        .rows, .damage, "the list of \(name) is damaged: \(count) of its entries cannot be read",
        "merging skips these entries; “commonplace salvage FILE --to NEW” creates a notebook "
          + "without them"
      )
    }
  }

  /// Checks for text and JSON that is not UTF-8, because programs replace invalid bytes
  /// differently.
  mutating func checkEncoding(_ db: Database) throws {
    let sql = """
      SELECT CAST(scope AS BLOB), CAST(key AS BLOB), CAST(coalesce(text, json) AS BLOB) FROM entry
      WHERE typeof(coalesce(text, json)) = 'text'
      """
    let rows = try Row.fetchCursor(db, sql: sql)
    while let row = try rows.next() {
      func text(_ column: Int) -> String {
        String(decoding: row.data(at: column) ?? Data(), as: UTF8.self)
      }
      guard let value = row.data(at: 2), String(validating: value, as: UTF8.self) == nil else {
        continue
      }
      add(
        .encoding, .damage, note: text(0),
        "the value \(text(1).prefix(60)) is not in UTF-8: some characters are lost",
        "restore an older text or a backup, or correct the note and save it")
    }
  }

  /// Checks that all authors are listed, and that each author's row is not behind the author's last
  /// write.
  mutating func checkAuthors(_ db: Database) throws {
    let behind = """
      SELECT count(*) FROM author WHERE usn < (SELECT max(usn) FROM entry
        WHERE authorId = author.id AND \(VersionVector.isVersion("authorId", "usn")))
      """
    if let count = try Int.fetchOne(db, sql: Self.withAuthorsOfEntries(behind)), count > 0 {
      add(
        .authorBehind, .damage,
        "the list of writes by device is out of date (old entries: \(count)): other devices miss "
          + "changes",
        Self.repairAdvice, isRepairable: true)
    }
    let missing = """
      SELECT count(*) FROM (SELECT authorId AS id FROM entry UNION SELECT authorId FROM tombstone
        UNION SELECT deletingAuthorId FROM tombstone)
      WHERE typeof(id) = 'blob' AND length(id) = 16 AND id NOT IN (SELECT id FROM author)
      """
    if let count = try Int.fetchOne(db, sql: missing), count > 0 {
      add(
        .authorMissing, .damage,
        "the list of writes by device is incomplete (missing entries: \(count))",
        Self.repairAdvice, isRepairable: true)
    }
  }

  /// Wraps a query so that the last write of each author is computed in one pass, because `entry`
  /// has no index on authors.
  private static func withAuthorsOfEntries(_ sql: String) -> String {
    """
    WITH entry AS MATERIALIZED (SELECT authorId, max(usn) AS usn FROM main.entry
      WHERE \(VersionVector.isVersion("authorId", "usn")) GROUP BY authorId)
    \(sql)
    """
  }
}

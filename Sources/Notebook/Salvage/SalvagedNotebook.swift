internal import NotebookFile
internal import KeyValueStore
internal import Base
internal import Foundation
internal import GRDB

/// The notebook that salvaged rows are put into, in any order, some of them twice.
struct SalvagedNotebook {
  let db: Database
  private let author, entry, tombstone: Statement

  /// `db` is an empty notebook that does not enforce foreign keys.
  init(_ db: Database) throws {
    self.db = db
    author = try db.makeStatement(
      sql: """
        INSERT INTO author (id, name, usn, timestamp) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET usn = max(usn, excluded.usn)
        """)
    entry = try db.makeStatement(
      sql: """
        INSERT INTO entry (scope, key, authorId, usn, timestamp, type, text, json, blobMimeType, blob)
        VALUES (?, ?, ?, ?, ?, ?, CAST(? AS TEXT), ?, ?, ?)
        ON CONFLICT (scope, key, authorId) DO UPDATE SET
          usn = excluded.usn, timestamp = excluded.timestamp, type = excluded.type,
          text = excluded.text, json = excluded.json, blobMimeType = excluded.blobMimeType,
          blob = excluded.blob
        WHERE excluded.usn > usn
        """)
    tombstone = try db.makeStatement(
      sql: """
        INSERT INTO tombstone (scope, key, authorId, usn, deletingAuthorId, deletingUsn)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
  }

  /// Puts a row in. Of several versions of a key by one author the last written stays.
  func insert(_ row: SalvagedRow) throws {
    switch row {
    case .author(let id, let name, let usn, let timestamp):
      try author.execute(arguments: [id, name, usn, timestamp])
    case .entry(let place, let timestamp, let value, _):
      // The text as a blob, because a string would be cut at its first NUL on the way to SQLite.
      var (type, text, json, mimeType, blob) = (
        0, Data?.none, String?.none, String?.none, Data?.none
      )
      switch value {
      case .null: break
      case .text(let data): (type, text) = (1, data)
      case .json(let string): (type, json) = (2, string)
      case .blob(let name, let data): (type, mimeType, blob) = (3, name, data)
      }
      try entry.execute(
        arguments: [
          place.scope, place.key, place.author, place.usn, timestamp, type, text, json, mimeType,
          blob,
        ])
    case .tombstone(let place, let deletingAuthor, let deletingUSN):
      try tombstone.execute(
        arguments: [
          place.scope, place.key, place.author, place.usn, deletingAuthor, deletingUSN,
        ])
    }
  }

  /// Makes the rows agree with each other: superseded versions go, and every author is known and
  /// has written at least the versions that are there.
  func settle() throws {
    try db.execute(
      sql: """
        DELETE FROM tombstone WHERE rowid NOT IN (
          SELECT min(rowid) FROM tombstone
          GROUP BY scope, key, authorId, usn, deletingAuthorId, deletingUsn);
        DELETE FROM entry WHERE rowid IN (
          SELECT entry.rowid FROM tombstone CROSS JOIN entry USING (scope, key, authorId)
          WHERE entry.usn <= tombstone.usn);
        INSERT INTO author (id, name, usn)
        SELECT id, '', max(usn) FROM (
          SELECT authorId AS id, usn FROM entry
          UNION ALL SELECT authorId, usn FROM tombstone
          UNION ALL SELECT deletingAuthorId, deletingUsn FROM tombstone)
        WHERE true GROUP BY id
        ON CONFLICT (id) DO UPDATE SET usn = max(usn, excluded.usn);
        """)
  }

  /// How many rows there are in the three tables.
  var rowCount: Int {
    get throws {
      let sql = """
        SELECT (SELECT count(*) FROM entry) + (SELECT count(*) FROM author)
          + (SELECT count(*) FROM tombstone)
        """
      return try Int.fetchOne(db, sql: sql) ?? 0
    }
  }

  /// Gives every note that has only its text a `.metadata` value, which gives way to every other. Their
  /// ids.
  func restoreMetadata(now: Date) throws -> [String] {
    try MissingMetadata.restore(in: db, now: now)
  }

  /// Gives all versions new authors, as many as a key has versions, because something was lost: a
  /// notebook that merges with this must not take the lost versions for seen.
  func forgetAuthors() throws {
    try db.execute(
      sql: """
        CREATE TEMP TABLE place AS SELECT rowid AS id,
          row_number() OVER (PARTITION BY scope, key ORDER BY \(LastWriterWins.order)) AS number
        FROM entry;
        DELETE FROM tombstone; DELETE FROM author
        """)
    for number in 1...max(1, try Int.fetchOne(db, sql: "SELECT max(number) FROM place") ?? 1) {
      let id = try SalvageAuthor.add(to: db)
      try db.execute(
        sql: """
          UPDATE entry SET authorId = ?, usn = 1
          WHERE rowid IN (SELECT id FROM place WHERE number = ?)
          """, arguments: [id, number])
    }
    try db.execute(sql: "DROP TABLE place")
  }
}

/// A note of which there is only the text, with metadata that follow from it.
struct MissingMetadata {
  var id: String
  /// A `.metadata` value, as it is stored.
  var metadata: String

  /// Gives every such note its metadata, in a version that gives way to every other. The ids of the
  /// notes.
  @discardableResult
  static func restore(in db: Database, now: Date) throws -> [String] {
    let notes = try fetchAll(db, now: now)
    guard !notes.isEmpty else { return [] }
    let author = try SalvageAuthor.add(to: db)
    for note in notes {
      try StoredVersion(
        key: EntryKey(scope: note.id, key: ".metadata"), author: author, usn: 1,
        timestamp: SalvageAuthor.weakest,
        value: StoredValue(type: 2, json: Data(note.metadata.utf8))
      ).store(in: db)
    }
    return notes.map(\.id)
  }

  /// All of them. The times are those in `db`, otherwise `now`.
  private static func fetchAll(_ db: Database, now: Date) throws -> [MissingMetadata] {
    let sql = """
      SELECT scope, CAST(text AS BLOB), timestamp FROM entry
      WHERE key = '.noteText' AND text IS NOT NULL AND \(LastWriterWins.condition)
        AND NOT EXISTS (
          SELECT 1 FROM entry AS other WHERE other.scope = entry.scope AND other.key = '.metadata')
      """
    return try Row.fetchAll(db, sql: sql).compactMap { row in
      let id = row.text(at: 0) ?? ""
      let text = String(decoding: row.data(at: 1) ?? Data(), as: UTF8.self)
      let time = String((row.text(at: 2) ?? "").prefix(19)).replacing(" ", with: "T") + "Z"
      let values = NoteChanges.saving(
        text, over: NoteValues(id: id), at: Timestamps.date(json: time) ?? now
      ).values
      return values.first { $0.0.key == ".metadata" }?.1.json.map {
        MissingMetadata(id: id, metadata: $0.stored)
      }
    }
  }
}

internal import Foundation
internal import GRDB

/// The notebook that salvaged rows are put into, in any order, some of them twice.
struct SalvagedNotebook {
  private let db: Database
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

  /// Makes the rows agree with each other: what was superseded goes, and every author is known and
  /// has written at least what is there.
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

  /// Gives every note that has only its text a `.metadata` value, as a new author. Their ids.
  func restoreMetadata(now: Date) throws -> [String] {
    let sql = """
      SELECT scope, CAST(text AS BLOB), timestamp FROM entry
      WHERE key = '.noteText' AND text IS NOT NULL AND \(LastWriterWins.condition)
        AND NOT EXISTS (
          SELECT 1 FROM entry AS other WHERE other.scope = entry.scope AND other.key = '.metadata')
      """
    let notes = try Row.fetchAll(db, sql: sql)
    guard !notes.isEmpty else { return [] }
    let id = withUnsafeBytes(of: UUID.random().uuid) { Data($0) }
    let time = Timestamps.row(now)
    try insert(.author(id: id, name: "commonplace", usn: 1, timestamp: time))
    return try notes.map { note in
      let scope = note.text(at: 0) ?? ""
      let text = String(decoding: note.data(at: 1) ?? Data(), as: UTF8.self)
      let spelled = String((note.text(at: 2) ?? "").prefix(19)).replacing(" ", with: "T") + "Z"
      let derived = NoteChanges.saving(
        text, over: NoteValues(id: scope), at: Timestamps.date(json: spelled) ?? now)
      let metadata = derived.values.first { $0.0.key == ".metadata" }?.1.json
      try insert(
        .entry(
          .init(scope: scope, key: ".metadata", author: id, usn: 1), timestamp: time,
          value: metadata.map { .json($0.stored) } ?? .null, isRepaired: false))
      return scope
    }
  }
}

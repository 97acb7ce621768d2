import Base
import Foundation
import GRDB
import KeyValueStore
import NotebookFile
import Quoting

/// The notebook that salvaged rows are inserted into. The rows come in any order, some of them
/// twice.
final class SalvagedNotebook {
  let db: Database
  private let author, entry, tombstone, rival: Statement
  /// The row ids of entries whose keys no index confirms.
  private var unconfirmed: Set<Int64> = []
  /// Whether two different rows had the same key and author, which an intact notebook never has.
  private(set) var hasRivals = false

  /// `db` must be an empty notebook that does not enforce foreign keys.
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
        """)
    rival = try db.makeStatement(
      sql: """
        SELECT rowid, usn, text IS CAST(? AS TEXT) AND json IS ? AND blob IS ?
        FROM entry WHERE scope = ? AND key = ? AND authorId = ?
        """)
    tombstone = try db.makeStatement(
      sql: """
        INSERT INTO tombstone (scope, key, authorId, usn, deletingAuthorId, deletingUsn)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
  }

  /// Of two versions of a key by one author, keeps only the later one if an index confirms both
  /// keys; otherwise keeps both. Ignores a second copy of a row.
  func insert(_ row: SalvagedRow) throws {
    switch row {
    case .author(let id, let name, let usn, let timestamp):
      try author.execute(arguments: [id, name, usn, timestamp])
    case .entry(let version, let timestamp, let value, _, let isConfirmed):
      try insert(
        Entry(version: version, timestamp: timestamp, value: value, isConfirmed: isConfirmed))
    case .tombstone(let version, let deletingAuthor, let deletingUSN):
      try tombstone.execute(
        arguments: [
          version.scope, version.key, version.author, version.usn, deletingAuthor, deletingUSN,
        ])
    }
  }

  private struct Entry {
    var version: SalvagedRow.Version
    var timestamp: String
    var value: SalvagedRow.Value
    var isConfirmed: Bool
  }

  private func insert(_ new: Entry) throws {
    var new = new
    let (version, value) = (new.version, Columns(new.value))
    let known = try Row.fetchOne(
      rival,
      arguments: [value.text, value.json, value.blob, version.scope, version.key, version.author])
    if let known, let id = known.integer(at: 0), let usn = known.integer(at: 1) {
      let isKnownConfirmed = !unconfirmed.contains(id)
      if usn == version.usn, known.integer(at: 2) == 1 {
        if new.isConfirmed { unconfirmed.remove(id) }
        return
      }
      hasRivals = true
      switch (isKnownConfirmed, new.isConfirmed) {
      case (true, true):
        guard version.usn > usn else { return }
        try db.execute(sql: "DELETE FROM entry WHERE rowid = ?", arguments: [id])
      case (true, false): try doubt(&new)
      case (false, true): try doubt(id, of: version)
      case (false, false):
        // It is unknown which one is real.
        try doubt(id, of: version)
        try doubt(&new)
      }
    }
    try entry.execute(
      arguments: [
        new.version.scope, new.version.key, new.version.author, new.version.usn, new.timestamp,
        value.type, value.text, value.json, value.mimeType, value.blob,
      ])
    if !new.isConfirmed { unconfirmed.insert(db.lastInsertedRowID) }
  }

  /// The columns of `entry` for a value. The text is a blob, because a string would be cut at its
  /// first NUL when passed to SQLite.
  private struct Columns {
    var type = 0
    var text, blob: Data?
    var json, mimeType: String?

    init(_ value: SalvagedRow.Value) {
      switch value {
      case .null: break
      case .text(let data): (type, text) = (1, data)
      case .json(let string): (type, json) = (2, string)
      case .blob(let name, let data): (type, mimeType, blob) = (3, name, data)
      }
    }
  }

  /// Changes a row so that it stays next to the real one of its key, but loses against it.
  private func doubt(_ row: inout Entry) throws {
    row.version.author = try doubter(at: row.version)
    row.timestamp = SalvageAuthor.doubtful
  }

  /// Changes the stored row `id`, with the key of `version`, so that it stays, but loses against
  /// the real one.
  private func doubt(_ id: Int64, of version: SalvagedRow.Version) throws {
    try db.execute(
      sql: "UPDATE entry SET authorId = ?, timestamp = ? WHERE rowid = ?",
      arguments: [try doubter(at: version), SalvageAuthor.doubtful, id])
  }

  /// Returns an author without another version of the same key.
  private func doubter(at version: SalvagedRow.Version) throws -> Data {
    let author = SalvageAuthor.doubting(version.author)
    let arguments: StatementArguments = [nil, nil, nil, version.scope, version.key, author]
    return try Row.fetchOne(rival, arguments: arguments) == nil ? author : SalvageAuthor.newID()
  }

  /// Makes the rows consistent: removes duplicate tombstones and superseded versions, and lists
  /// every author with at least the number of writes that the rows show.
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

  var rowCount: Int {
    get throws {
      let sql = """
        SELECT (SELECT count(*) FROM entry) + (SELECT count(*) FROM author)
          + (SELECT count(*) FROM tombstone)
        """
      return try Int.fetchOne(db, sql: sql) ?? 0
    }
  }

  func restoreMetadata(now: Date) throws -> [String] {
    try MissingMetadata.restore(in: db, now: now)
  }

  /// Gives all versions new authors, because something was lost: a notebook that merges with this
  /// one must not treat the lost versions as seen. All winning versions get one author, the second
  /// versions another, and so on. Deletes all tombstones.
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

struct MissingMetadata {
  var id: String
  /// The JSON of a `.metadata` value, in its stored form.
  var metadata: String

  /// Adds metadata to every note that has a text but no metadata, in a version that loses against
  /// any other. Returns the ids of these notes.
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

  /// The times in the metadata are those of the texts' rows; `now` if a time is invalid.
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
      let time = String((row.text(at: 2) ?? "").prefix(19)).replacingBytes(of: " ", with: "T") + "Z"
      let values = NoteChanges.saving(
        text, over: NoteValues(id: id), at: Timestamps.date(json: time) ?? now
      ).values
      return values.first { $0.0.key == ".metadata" }?.1.json.map {
        MissingMetadata(id: id, metadata: $0.stored)
      }
    }
  }
}

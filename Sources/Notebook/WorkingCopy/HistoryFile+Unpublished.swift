import Foundation
import GRDB
import KeyValueStore
import NotebookFile

struct HistoryTexts {
  var superseded: [SupersededText] = []
  /// The authors to record as this machine's own.
  var authors: Set<Data> = []
  /// The texts that the transaction saves. They are stored until they are published.
  var saved: [UnpublishedText] = []
  /// The stored values of books that the transaction replaces, for merges. They may be lost in a
  /// power failure.
  var books: [StoredVersion] = []
  /// The records of books that the transaction replaces, for users.
  var records: [ReplacedRecord] = []

  /// Estimated space for storing the texts, in bytes. Each text is also written to logs, the
  /// working copy, the full-text index and the published file.
  var room: Int64 {
    let sizes =
      superseded.map { $0.version.value.size } + saved.map { $0.version.value.size }
      + books.map { $0.value.size } + records.map { $0.record.json.utf8.count }
    return sizes.reduce(0) { $0 &+ 8 &* Int64($1) }
  }

  /// Whether there are no texts and no records: only these must be on disk before the commit.
  var isEmpty: Bool { superseded.isEmpty && saved.isEmpty && records.isEmpty }
}

struct UnpublishedText {
  var version: StoredVersion
  /// The name of the version that the save replaced; nil if it replaced no text.
  var base: String?
}

extension UnpublishedText {
  /// Maximum number of texts and bytes of one write that are also stored in history. A larger
  /// write, such as an import, has a source that can be read again.
  private static let most = (texts: 16, bytes: 4 << 20)

  static func among(
    _ written: [Author.Written], superseding superseded: [SupersededText], in db: Database
  ) throws -> [UnpublishedText] {
    let texts = written.flatMap { write in
      write.keys.filter { $0.key == ".noteText" }.map { (write, $0) }
    }
    guard texts.count <= most.texts else { return [] }
    let saved = try texts.compactMap { write, key -> UnpublishedText? in
      let version = try StoredVersion.fetch(db, key)
        .first { $0.author == write.author && $0.usn == write.usn && $0.value.text != nil }
      let base = superseded.last { $0.version.key == key }?.version.name
      return version.map { UnpublishedText(version: $0, base: base) }
    }
    let bytes = saved.reduce(0) { $0 + ($1.version.value.text?.count ?? 0) }
    return bytes <= most.bytes ? saved : []
  }
}

/// Texts that were saved but are not published yet. If the log of the working copy is damaged, only
/// this file may have them.
extension HistoryFile {
  struct UnpublishedRow {
    var id: Int64
    var note: String
    var author: Data
    var usn: Int64
    var base: String?
    var text: String
  }

  static let unpublishedSchema = """
    CREATE TABLE IF NOT EXISTS saved
      (id INTEGER PRIMARY KEY, note TEXT, author BLOB, usn INTEGER, base TEXT, text BLOB)
    """

  static func insert(_ saved: [UnpublishedText], _ db: Database) throws {
    let insert = try db.cachedStatement(
      sql: "INSERT INTO saved (note, author, usn, base, text) VALUES (?, ?, ?, ?, ?)")
    for saved in saved {
      let version = saved.version
      try insert.execute(arguments: [
        version.key.scope, version.author, version.usn, saved.base, version.value.text ?? Data(),
      ])
    }
  }

  /// Returns only the last saved text of each note, in the order of saving.
  func unpublishedTexts() throws -> [UnpublishedRow] {
    try read { db in
      let sql = """
        SELECT id, note, author, usn, base, text FROM saved
        WHERE id IN (SELECT max(id) FROM saved GROUP BY note) ORDER BY id
        """
      return try Row.fetchAll(db, sql: sql).map { row in
        UnpublishedRow(
          id: row.integer(at: 0) ?? 0, note: row.text(at: 1) ?? "",
          author: row.data(at: 2) ?? Data(), usn: row.integer(at: 3) ?? 0, base: row.text(at: 4),
          text: String(decoding: row.data(at: 5) ?? Data(), as: UTF8.self))
      }
    }
  }

  /// Removes these rows, and all earlier ones of their notes.
  func removeUnpublished(_ rows: [UnpublishedRow]) throws {
    guard !rows.isEmpty else { return }
    try note { db in
      let delete = try db.cachedStatement(sql: "DELETE FROM saved WHERE note = ? AND id <= ?")
      for row in rows { try delete.execute(arguments: [row.note, row.id]) }
    }
  }

  /// Removes the rows of each author up to and including a write number.
  func removeUnpublished(_ authors: [Data: Int64]) throws {
    let rows = try read { db in
      try Row.fetchAll(db, sql: "SELECT id, author, usn FROM saved").compactMap { row -> Int64? in
        let usn = authors[row.data(at: 1) ?? Data()] ?? 0
        return row.integer(at: 2) ?? 0 <= usn ? row.integer(at: 0) : nil
      }
    }
    guard !rows.isEmpty else { return }
    try note { db in
      let delete = try db.cachedStatement(sql: "DELETE FROM saved WHERE id = ?")
      for row in rows { try delete.execute(arguments: [row]) }
    }
  }
}

extension WorkingCopy {
  /// Saves again the unpublished texts that this copy lacks, because its log was damaged, or it was
  /// built again after damage (`renew`).
  func restoreUnpublished() throws {
    func lost(_ db: Database) throws -> [HistoryFile.UnpublishedRow] {
      guard let authors = try VersionVector.authors(db) else { return [] }
      return try history.unpublishedTexts().filter { $0.usn > authors[$0.author] ?? 0 }
    }
    guard try !history.unpublishedTexts().isEmpty, try !database.readUnlessClosed(lost).isEmpty
    else { return }
    // Another process may have stored a text in history, and not committed it yet. Only a write
    // transaction, which waits for it, sees what is really lost.
    let restored = try transaction(by: nil) { db in
      let texts = try lost(db)
      var author = Author(opened: Date())
      for saved in texts where NoteValues.isNote(saved.note) {
        let stored = try NoteValues.fetch(db, note: saved.note)
        guard !stored.isText(saved.text) else { continue }
        let key = EntryKey(scope: saved.note, key: ".noteText")
        try author.write(
          NoteChanges.saving(saved.text, over: stored, at: Date()).values, at: Date(),
          superseding: .base(
            try saved.base.map { try history.present($0, of: saved.note) }, of: key), in: db)
      }
      var written = author.takeWritten()
      try PromptSettlement.settle(written, by: &author, in: db)
      written += author.takeWritten()
      // Until they are published, only history may have the texts, as after any save.
      let superseded = author.takeSuperseded()
      let saved = try UnpublishedText.among(written, superseding: superseded, in: db)
      let authors = Set(written.map(\.author))
      return (texts, HistoryTexts(superseded: superseded, authors: authors, saved: saved))
    }.value
    try history.removeUnpublished(restored)
    if !restored.isEmpty { notice(.savesRestored(count: restored.count)) }
  }
}

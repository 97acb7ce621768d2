import Base
import Foundation
import GRDB
import KeyValueStore
import NotebookFile

/// A text, or the record of a book as JSON, that was removed from the notebook.
struct ReplacedText: Equatable, Sendable {
  var note: String
  /// The replaced version's name, as in `StoredNote.version`; for a record as in
  /// `ReplacedRecord.version`.
  var version: String
  /// The time when the text was replaced, in the format of rows (`Timestamps.row`).
  var time: String
  var text: String
  /// The time when the text was written, in the format of rows; nil if unknown.
  var written: String?
  /// The name of the device that wrote the text; nil for this machine, empty if unknown.
  var writer: String?
  /// The name of the device that replaced the text; nil for this machine, empty if unknown.
  var replacer: String?

  /// The prefix of the names of records' versions, which no text's version has.
  static let recordPrefix = "book."
}

/// The texts and records of books that were removed from the notebook. `prune` reduces them to
/// about 64 MiB, but keeps the newest text and record of each note.
extension HistoryFile {
  static let keptBytes = 64 << 20
  static let prunedBytes = 1 << 20

  /// When this returns, the texts are on disk. A version that is already stored is not changed.
  func remember(_ texts: [ReplacedText]) throws {
    guard !texts.isEmpty else { return }
    try write { db in try Self.insert(texts, db) }
  }

  /// `notebook` contains the names of the texts' authors. Stores everything in one transaction.
  /// Texts and records are on disk when this returns. If there are none, a power failure may undo
  /// the transaction.
  func keep(_ texts: HistoryTexts, in notebook: Database, with change: ChangeRow? = nil) throws {
    guard !texts.isEmpty || !texts.authors.isEmpty || change != nil else { return }
    try run(texts.isEmpty ? "NORMAL" : "FULL") { db in
      try Self.insert(texts.authors, db)
      let superseded = try texts.superseded.compactMap { text in
        try ReplacedText(
          text, writer: Self.device(text.version.author, notebook, db),
          replacer: Self.device(text.by, notebook, db))
      }
      try Self.insert(superseded, db)
      let records = try texts.records.map { record in
        ReplacedText(
          note: record.note, version: record.version, time: record.replaced,
          text: record.record.json, written: record.written,
          writer: try Self.device(record.writer, notebook, db),
          replacer: try Self.device(record.replacer, notebook, db))
      }
      try Self.insert(records, db)
      try Self.insert(texts.saved, db)
      try Self.insert(books: texts.books, db)
      if let change { try Self.insert(change, db) }
    }
  }

  /// Whether this file records any write or merge on this machine.
  func hasChanges() throws -> Bool {
    try read { db in
      try Row.fetchOne(db, sql: "SELECT 1 FROM ownAuthor UNION SELECT 1 FROM change LIMIT 1") != nil
    }
  }

  func owns(_ author: Data) throws -> Bool { try read { db in try Self.owns(author, db) } }

  /// Returns the number of the last stored row, and the notes that have lost a text of this machine
  /// since row `last`: another or an unknown device replaced it. Returns no notes if `last` is nil.
  func superseded(after last: Int64?) throws -> (last: Int64, notes: [String]) {
    try read { db in
      let newest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM replaced") ?? 0
      guard let last, last != newest else { return (newest, []) }
      // The numbers of a history file that was damaged and renamed do not apply to a new one.
      let notes = try Row.fetchAll(
        db,
        sql: """
          SELECT DISTINCT note FROM replaced
          WHERE id > ? AND writer IS NULL AND replacer IS NOT NULL AND NOT \(Self.isRecord)
          ORDER BY note
          """, arguments: [last > newest ? 0 : last])
      return (newest, notes.compactMap { $0.text(at: 0) })
    }
  }

  private static let isRecord = "version LIKE '\(ReplacedText.recordPrefix)%'"

  func replacedTexts(of note: String) throws -> [ReplacedText] {
    try replaced(of: note, where: "NOT \(Self.isRecord)")
  }

  func replacedRecords(of note: String) throws -> [ReplacedText] {
    try replaced(of: note, where: Self.isRecord)
  }

  private func replaced(of note: String, where condition: String) throws -> [ReplacedText] {
    try read { db in
      let sql = """
        SELECT version, time, text, written, writer, replacer FROM replaced
        WHERE note = ? AND \(condition) ORDER BY id DESC
        """
      return try Row.fetchAll(db, sql: sql, arguments: [note]).map { row in
        ReplacedText(
          note: note, version: row.text(at: 0) ?? "", time: row.text(at: 1) ?? "",
          text: String(decoding: row.data(at: 2) ?? Data(), as: UTF8.self),
          written: row.text(at: 3), writer: row.text(at: 4), replacer: row.text(at: 5))
      }
    }
  }

  /// Returns the ids of up to ten notes with a stored text or record. Ignores the case of ASCII
  /// letters.
  func notes(withPrefix prefix: String) throws -> [String] {
    try read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT DISTINCT note FROM replaced WHERE lower(substr(note, 1, ?)) = lower(?)
          ORDER BY note LIMIT 10
          """, arguments: [prefix.unicodeScalars.count, prefix])
    }
  }

  /// Returns the number of texts, without records, and the bytes of texts and records.
  package func extent() throws -> (texts: Int, bytes: Int) {
    try read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT sum(NOT \(Self.isRecord)), sum(length(text)) FROM replaced")
      return (Int(row?.integer(at: 0) ?? 0), Int(row?.integer(at: 1) ?? 0))
    }
  }

  /// Removes the oldest texts and records beyond `bytes`, never the newest of a note. Uses their
  /// order, not the clock, which may be wrong. One call removes at most about `atOnce` bytes, or
  /// everything beyond twice `bytes` if that is more. Cost: linear in the number of stored texts.
  func prune(bytes: Int = keptBytes, atOnce: Int = prunedBytes) throws {
    try write { db in
      let sql = "SELECT sum(length(text)) FROM replaced"
      let excess = try Int.fetchOne(db, sql: sql).map { $0 - bytes } ?? 0
      guard excess > 0 else { return }
      try db.execute(
        sql: """
          DELETE FROM replaced WHERE id IN (SELECT id FROM
            (SELECT id, sum(length(text)) OVER (ORDER BY id) - length(text) AS bytes FROM replaced
              WHERE id NOT IN (SELECT max(id) FROM replaced GROUP BY note, \(Self.isRecord)))
            WHERE bytes < ?)
          """, arguments: [min(excess, max(atOnce, excess - bytes))])
    }
  }
}

extension HistoryFile {
  /// Maximum length of a device's name, in characters.
  private static let longestName = 80

  private static func insert(_ texts: [ReplacedText], _ db: Database) throws {
    let insert = try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO replaced (note, version, time, text, written, writer, replacer)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    for text in texts {
      // As a blob, because a string would be cut at its first NUL when passed to SQLite.
      let bytes = Data(text.text.utf8)
      try insert.execute(arguments: [
        text.note, text.version, text.time, bytes, text.written, text.writer, text.replacer,
      ])
    }
  }

  private static func insert(_ authors: Set<Data>, _ db: Database) throws {
    let insert = try db.cachedStatement(sql: "INSERT OR IGNORE INTO ownAuthor VALUES (?)")
    for author in authors { try insert.execute(arguments: [author]) }
  }

  private static func owns(_ author: Data, _ db: Database) throws -> Bool {
    let statement = try db.cachedStatement(sql: "SELECT 1 FROM ownAuthor WHERE id = ?")
    return try Row.fetchOne(statement, arguments: [author]) != nil
  }

  private static func device(
    _ author: Data?, _ notebook: Database, _ db: Database
  ) throws -> String? {
    guard let author else { return "" }
    if try owns(author, db) { return nil }
    return String(try Author.name(of: author, in: notebook).prefix(longestName))
  }
}

extension ReplacedText {
  fileprivate init?(_ superseded: SupersededText, writer: String?, replacer: String?) {
    let version = superseded.version
    guard let text = version.value.text else { return nil }
    self.init(
      note: version.key.scope, version: version.name, time: Timestamps.row(superseded.time),
      text: String(decoding: text, as: UTF8.self), written: version.timestamp, writer: writer,
      replacer: replacer)
  }
}

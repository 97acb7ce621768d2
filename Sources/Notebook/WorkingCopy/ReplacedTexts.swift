internal import Foundation
internal import GRDB

/// A text that a save replaced.
struct ReplacedText: Equatable, Sendable {
  /// The note's id.
  var note: String
  /// The version that was replaced, as `StoredNote.version` has it.
  var version: String
  /// When it was replaced, as rows spell it (`Timestamps.row`).
  var time: String
  var text: String
  /// When it was written, spelled likewise; nil if that is not known.
  var written: String?
}

/// What each save replaced, kept for 90 days and up to 64 MB, the newest of each note in any case.
extension HistoryFile {
  static let keptDays = 90
  static let keptBytes = 64 << 20

  /// Keeps `texts`; on disk when this returns. A version that is kept already stays as it is.
  func remember(_ texts: [ReplacedText]) throws {
    guard !texts.isEmpty else { return }
    try write { db in
      let sql = """
        INSERT OR IGNORE INTO replaced (note, version, time, text, written) VALUES (?, ?, ?, ?, ?)
        """
      let insert = try db.cachedStatement(sql: sql)
      for text in texts {
        // As a blob, because a string would be cut at its first NUL on the way to SQLite.
        let bytes = Data(text.text.utf8)
        try insert.execute(arguments: [text.note, text.version, text.time, bytes, text.written])
      }
    }
  }

  /// The texts of a note that saves replaced, the newest first.
  func replacedTexts(of note: String) throws -> [ReplacedText] {
    try read { db in
      let sql = """
        SELECT version, time, text, written FROM replaced WHERE note = ? ORDER BY id DESC
        """
      return try Row.fetchAll(db, sql: sql, arguments: [note]).map { row in
        ReplacedText(
          note: note, version: row.text(at: 0) ?? "", time: row.text(at: 1) ?? "",
          text: String(decoding: row.data(at: 2) ?? Data(), as: UTF8.self),
          written: row.text(at: 3))
      }
    }
  }

  /// The notes of which a text is kept and whose ids begin with `prefix`, whatever its case.
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

  /// How many texts are kept, and their bytes.
  func extent() throws -> (texts: Int, bytes: Int) {
    try read { db in
      let row = try Row.fetchOne(db, sql: "SELECT count(*), sum(length(text)) FROM replaced")
      return (Int(row?.integer(at: 0) ?? 0), Int(row?.integer(at: 1) ?? 0))
    }
  }

  /// Removes what is too old or too much. Cost: linear in the number of kept texts.
  func prune(now: Date, bytes: Int = keptBytes) throws {
    try write { db in
      let oldest = Timestamps.row(now.addingTimeInterval(-86_400 * Double(Self.keptDays)))
      try db.execute(
        sql: """
          DELETE FROM replaced WHERE id NOT IN (SELECT max(id) FROM replaced GROUP BY note)
            AND (time < ? OR id <= ifnull((SELECT id FROM
              (SELECT id, sum(length(text)) OVER (ORDER BY id DESC) AS bytes FROM replaced)
              WHERE bytes > ? ORDER BY id DESC LIMIT 1), 0))
          """, arguments: [oldest, bytes])
    }
  }
}

internal import Foundation
internal import GRDB

/// One opening of a notebook for writing: the unit of authorship in KeyValueCRDT.
struct Author {
  /// Sixteen random bytes (UUID version 4), stored as a blob although the column says TEXT.
  let id: Data
  /// The number of the author's last write.
  private(set) var usn = 0
  /// When the notebook was opened.
  let opened: Date

  init(opened: Date) {
    id = withUnsafeBytes(of: UUID().uuid) { Data($0) }
    self.opened = opened
  }

  /// Writes the values of new notes as one write: with one `usn` and one time.
  mutating func insert(_ notes: [NewNote], into db: Database) throws {
    usn += 1
    let time = Timestamps.row(opened)
    try db.execute(
      sql: "INSERT INTO author (id, name, usn, timestamp) VALUES (?, ?, ?, ?)",
      arguments: [id, "commonplace", usn, time])
    let insert = try db.makeStatement(
      sql: """
        INSERT INTO entry (scope, key, authorId, usn, timestamp, type, text, json)
        VALUES (?, ?, ?, ?, ?, ?, CAST(? AS TEXT), ?)
        """)
    for note in notes {
      for (key, value) in note.values {
        // As a blob, because a string would be cut at its first NUL on the way to SQLite.
        let text = value.text.map { Data($0.utf8) }
        try insert.execute(
          arguments: [note.id, key, id, usn, time, value.type, text, value.json])
      }
    }
  }
}

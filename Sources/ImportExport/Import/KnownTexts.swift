import Foundation
import GRDB
import KeyValueStore
import Notebook
import NotebookFile

/// Finds notes with exactly a given text, by a hash of each text.
struct KnownTexts {
  private var notes: [Int: [String]] = [:]

  /// Reads the texts of all notes. Cost: linear in the texts; memory linear in the number of notes.
  init(_ db: Database) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT scope, CAST(text AS BLOB) FROM entry
        WHERE key = '.noteText' AND text IS NOT NULL
          AND \(LastWriterWins.scanCondition(".noteText"))
        """)
    while let row = try rows.next() {
      guard let id = row.text(at: 0), let text = row.data(at: 1) else { continue }
      notes[Self.hash(text), default: []].append(id)
    }
  }

  func contains(_ text: String, in db: Database) throws -> Bool {
    let text = Data(text.utf8)
    return try notes[Self.hash(text), default: []].contains { id in
      guard try NoteSummary.fetchOne(db, id: id) != nil else { return false }
      return try WinningVersion.fetch(db, note: id, key: ".noteText")?.text == text
    }
  }

  private static func hash(_ text: Data) -> Int {
    var hasher = Hasher()
    text.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}

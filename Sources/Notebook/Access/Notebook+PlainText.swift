package import Foundation
import GRDB
import KeyValueStore
package import NotebookFile

/// For the fault-injection programs of this package (`script/faults`).
extension Notebook.Texts {
  /// Saves a note's text without its derived values. Returns the text that it replaced; nil if
  /// there was none. When this returns, the save is on disk.
  @discardableResult
  package func savePlain(
    _ text: String, of note: String, at time: Date = Date()
  ) throws(NotebookError) -> String? {
    try notebook.write { author, db in
      let replaced = try WinningVersion.fetch(db, note: note, key: ".noteText")?.text
      try author.write(
        [(EntryKey(scope: note, key: ".noteText"), .text(text))], at: time, superseding: .winners,
        in: db)
      return replaced.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Returns all versions of each note's text, even those not shown, by the notes' ids.
  package func plain() throws(NotebookError) -> [String: Set<String>] {
    try notebook.read { db in
      var texts: [String: Set<String>] = [:]
      let sql = "SELECT scope, text FROM entry WHERE key = '.noteText' AND text IS NOT NULL"
      let rows = try Row.fetchCursor(db, sql: sql)
      while let row = try rows.next() {
        guard let note = row.text(at: 0), let text = row.text(at: 1) else { continue }
        texts[note, default: []].insert(text)
      }
      return texts
    }
  }
}

import Foundation
import GRDB
import KeyValueStore
import NotebookFile

extension SalvagedNotebook {
  /// Repairs the values that the app could not read: metadata, and contradictory prompts, which
  /// would prevent the app from opening the note. Returns descriptions of the values that were lost
  /// or altered, one line each.
  func mendValues(now: Date) throws -> [String] {
    var author = Author(opened: now, newID: SalvageAuthor.newID)
    // The oldest possible time: every written version wins over a repaired one.
    let weakest = Date(timeIntervalSince1970: 0)
    var losses: [String] = []
    let sql = """
      SELECT scope, json FROM entry
      WHERE key = '.metadata' AND json IS NOT NULL AND \(LastWriterWins.condition)
      """
    let notes = try Row.fetchAll(db, sql: sql).map { ($0.text(at: 0) ?? "", $0.text(at: 1) ?? "") }
    for (note, json) in notes where NoteValues.isNote(note) {
      if let fault = MetadataFault(json: json) {
        let mended = try MendedMetadata(of: note, in: db, at: now)
        let entryKey = EntryKey(scope: note, key: ".metadata")
        try author.write(
          [(entryKey, mended?.value ?? .null)], at: weakest, superseding: .all, in: db)
        losses.append("note \(note): .metadata was repaired: \(fault.problem)")
      }
      let values = try NoteValues.fetch(db, note: note)
      let broken = values.values.filter { entryKey, value in
        guard let key = entryKey.promptKey(note: note), value != .null else { return false }
        return PromptFault(key: key, entryKey: entryKey, value: value) != nil
      }.keys.sorted()
      guard !broken.isEmpty else { continue }
      // Moves prompts whose statistics can be kept under another key.
      if let text = values.text {
        let changes = NoteChanges.saving(text, over: values, at: now)
        try author.write(changes.values, at: weakest, superseding: .winners, in: db)
      }
      let left = try NoteValues.fetch(db, note: note)
      let rest = broken.filter { entryKey in
        let value = left.values[entryKey] ?? .null
        return value != .null
          && PromptFault(
            key: entryKey.promptKey(note: note) ?? "", entryKey: entryKey, value: value) != nil
      }
      try author.write(rest.map { ($0, .null) }, at: weakest, superseding: .all, in: db)
      losses += broken.map {
        "note \(note): unreadable prompts were moved or removed (\($0.key.prefix(60)))"
      }
    }
    return losses
  }
}

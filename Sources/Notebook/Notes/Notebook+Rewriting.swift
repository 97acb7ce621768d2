package import Foundation
import GRDB
import JSON
import KeyValueStore
package import NotebookFile

extension Notebook.Notes {
  /// Rewrites the texts of notes in one write, like saves: the replaced texts stay in history, and
  /// prompts keep their states even if much of their text changed. `notes` must not contain an id
  /// twice. Skips notes in the trash. In a note in conflict, changes the text that readers see.
  ///
  /// `rewrite` returns the new text, or nil to skip the note. `progress` is called with the numbers
  /// of notes done and of all notes; if it returns false, nothing is changed. Returns the ids of
  /// the changed notes; nil if `progress` stopped the call. Throws the errors of `write`. Cost:
  /// linear in the texts; the values to write are held in memory.
  package func rewriteTexts(
    of notes: [String], now: Date = Date(),
    progress: (_ done: Int, _ total: Int) -> Bool = { _, _ in true },
    _ rewrite: (_ id: String, _ text: String) -> String?
  ) throws(NotebookError) -> [String]? {
    guard !notes.isEmpty else { return [] }
    return try notebook.writingNotes { author, db in
      try db.withManyPages {
        var changed: [String] = []
        var values: [(EntryKey, EntryValue)] = []
        for (done, id) in notes.enumerated() {
          guard progress(done, notes.count) else { return nil }
          let stored = try NoteValues.fetch(db, note: id)
          guard let text = stored.text, let metadata = stored.metadata,
            metadata["folder"]?.string != NoteSummary.trash,
            let new = rewrite(id, text), new != text
          else { continue }
          changed.append(id)
          let rewrites = PromptRewrites(from: text, to: new)
          values += NoteChanges.saving(new, over: stored, rewrites: rewrites, at: now).values
        }
        try author.write(values, at: now, superseding: .winners, in: db)
        return changed
      }
    }
  }
}

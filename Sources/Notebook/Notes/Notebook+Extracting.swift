package import Foundation
import GRDB
import KeyValueStore
import MiniMarkdown
package import NotebookFile

extension Notebook.Notes {
  /// Creates a note from a part of the text of the note `source`. Uses the title and hashtags like
  /// `createNote`.
  ///
  /// Prompts in the part keep the states that `source` has for them; they are matched as after an
  /// edit. Copies images in the part. Does not change `source`, which may be missing. Cost: linear
  /// in the text and the prompts of `source`.
  package func extract(
    title: String? = nil, text: String, tags: [String] = [], from source: String?,
    now: Date = Date()
  ) throws(NotebookError) -> StoredNote {
    let text = NoteText.new(title: title, text: text, tags: tags)
    return try notebook.writingNotes { author, db in
      let id = UUID.random().uuidString
      var taken = NoteValues(id: id)
      if let source, NoteValues.isNote(source) {
        taken.values = try NoteValues.fetch(db, note: source).prompts(movedTo: id)
      }
      try author.write(
        NoteExtracting.values(of: text, taking: taken, at: now), at: now, superseding: .winners,
        in: db)
      if let source, NoteValues.isNote(source) {
        try author.write(
          NoteExtracting.images(in: text, of: source, as: id, in: db), at: now,
          superseding: .winners, in: db)
      }
      return try NoteWriting.fetch(db, id)
    }
  }
}

enum NoteExtracting {
  /// Returns the values of a new note with `text`. Prompts in the text keep the states that they
  /// have in `taken`.
  static func values(
    of text: String, taking taken: NoteValues, at now: Date
  ) -> [(EntryKey, EntryValue)] {
    var values = taken.values
    for (entryKey, value) in NoteChanges.saving(text, over: taken, at: now).values {
      // The new note has not stored this key yet, so it is dropped instead of set to null.
      values[entryKey] = value == .null && taken.values[entryKey] != nil ? nil : value
    }
    let blocks = Set(values.keys.compactMap { $0.promptKey(note: taken.id) })
    for entryKey in values.keys {
      guard let block = PromptAnnotations.block(of: entryKey, in: taken.id) else { continue }
      if !blocks.contains(block) { values[entryKey] = nil }
    }
    return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Returns the images of `source` that `text` shows, under the same keys.
  fileprivate static func images(
    in text: String, of source: String, as id: String, in db: Database
  ) throws -> [(EntryKey, EntryValue)] {
    try Set(Image.all(in: text).map(\.target)).sorted().compactMap { key in
      guard !key.hasPrefix("."), !key.hasPrefix(PromptKey.prefix) else { return nil }
      let value = try StoredVersion.fetch(db, EntryKey(scope: source, key: key)).first?.value.value
      guard let value, case .blob = value else { return nil }
      return (EntryKey(scope: id, key: key), value)
    }
  }
}

package import NotebookFile
internal import KeyValueStore
package import Foundation
internal import GRDB
internal import MiniMarkdown

extension Notebook {
  /// Makes a note of a part of the text of the note `source`, as `createNote` does.
  ///
  /// Prompts in the part keep their states, as stored with `source`: they are matched as those of an edit
  /// are. Images that the part shows are copied. `source` itself is not changed; for one that is
  /// missing it is `createNote`. Cost: linear in the prompts of `source`.
  package func extractNote(
    title: String? = nil, text: String, tags: [String] = [], from source: String?,
    now: Date = Date()
  ) throws(NotebookError) -> StoredNote {
    let text = NoteText.new(title: title, text: text, tags: tags)
    return try writingNotes { author, db in
      let id = UUID.random().uuidString
      var taken = NoteValues(id: id)
      if let source, NoteValues.isNote(source) {
        taken = try NoteExtracting.prompts(of: source, as: id, in: db)
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

/// The values that a new note takes along from another one.
enum NoteExtracting {
  /// The prompts of `source` and what is known of them, as if they were those of the note `id`.
  fileprivate static func prompts(
    of source: String, as id: String, in db: Database
  ) throws -> NoteValues {
    let stored = try NoteValues.fetch(db, note: source)
    var taken = NoteValues(id: id)
    for (place, value) in stored.values where value != .null {
      if let key = place.promptKey(note: source) {
        let isInApp = place.scope != EntryKey.ourScope
        taken.values[EntryKey(promptKey: key, note: id, isInApp: isInApp)] = value
      } else if annotations(of: source).contains(where: { place.begins(with: $0) }) {
        let key = id + place.key.dropFirst(source.count)
        taken.values[EntryKey(scope: EntryKey.ourScope, key: key)] = value
      }
    }
    return taken
  }

  /// The beginnings of the keys in our scope that say more of a note's prompts.
  private static func annotations(of note: String) -> [String] {
    [
      PromptAnnotations.suspendedKey(note: note, block: "").key,
      PromptAnnotations.memoryKey(note: note, block: "").key,
    ]
  }

  /// The values of a new note of `text` that goes on from the prompts in `taken`: of these, those that
  /// are in the text.
  static func values(
    of text: String, taking taken: NoteValues, at now: Date
  ) -> [(EntryKey, EntryValue)] {
    var values = taken.values
    for (place, value) in NoteChanges.saving(text, over: taken, at: now).values {
      // A key that is to be removed was never written.
      values[place] = value == .null && taken.values[place] != nil ? nil : value
    }
    let blocks = Set(values.keys.compactMap { $0.promptKey(note: taken.id) })
    for mark in annotations(of: taken.id) {
      for place in values.keys where place.begins(with: mark) {
        if !blocks.contains(String(place.key.dropFirst(mark.count))) { values[place] = nil }
      }
    }
    return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The images of `source` that `text` shows, under the same keys.
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

extension EntryKey {
  /// Whether it is a key in our scope that begins so.
  fileprivate func begins(with mark: String) -> Bool {
    scope == Self.ourScope && key.hasPrefix(mark)
  }
}

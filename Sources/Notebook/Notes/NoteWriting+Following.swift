import Base
import Foundation
import GRDB
import JSON
import KeyValueStore
import MiniMarkdown
package import NotebookFile

/// Saves a long note as an edit of the last save. Writes the same values as a save of the whole
/// note, at the cost of the edit.
extension NoteWriting {
  struct Following {
    var notes: FollowedNotes
    var copy: WorkingCopy
  }

  /// Saves `text` as an edit of the text that was last saved. Returns nil if the note must be saved
  /// as a whole.
  static func saveEdit(
    _ text: String, note id: String, base: String?, _ following: Following, in db: Database,
    author: inout Author, at now: Date
  ) throws -> SaveResult? {
    guard FollowedNotes.lengths.contains(text.utf8.count),
      var known = try following.notes.take(id, db, following.copy),
      base == nil || base == known.version
    else { return nil }
    let text = text.withLineFeedsOnly
    if text.hasBytes(of: known.text) {
      following.notes.keep(known, following.copy, after: nil)
      return .saved(version: known.version)
    }
    guard !ClusterText.mayHaveWideCharacters(text) else { return nil }
    let edit = known.replace(with: text)
    guard let (changes, entryKeys) = try known.changes(edit, text, in: db, at: now) else {
      return nil
    }
    try author.write(changes.values, at: now, superseding: .winners, in: db)
    known.text = text
    known.version = try WinningVersion.fetchName(db, note: id, key: ".noteText").version
    for prompts in edit.left { known.entryKeys[prompts] = nil }
    for (prompts, entryKey) in zip(edit.came, entryKeys) {
      known.entryKeys[prompts] = entryKey
      known.keys.insert(entryKey.key)
    }
    following.notes.keep(known, following.copy, after: (author.id, author.usn))
    return .saved(version: known.version)
  }

  /// Saves the whole note, and usually caches it for later edits. Returns nil, and writes nothing,
  /// if the note is missing, or its length or characters do not allow caching.
  static func saveWhole(
    _ text: String, over stored: NoteValues, _ following: Following, in db: Database,
    author: inout Author, at now: Date
  ) throws -> SaveResult? {
    let text = text.withLineFeedsOnly
    guard FollowedNotes.lengths.contains(text.utf8.count), stored.metadata != nil,
      !ClusterText.mayHaveWideCharacters(text)
    else { return nil }
    let followed = FollowedContent(text)
    let content = followed.content
    var changes = NoteChanges.saving(text, content, over: stored, at: now)
    let rows = stored.promptRows
    var keys = Set(rows.keys.compactMap { $0.promptKey(note: stored.id) })
    let before = stored.text ?? ""
    let entryKeys = changes.setPrompts(
      WantedPrompts.all(in: text, content.promptCollections), over: rows, unlike: keys.contains,
      order: { NoteContent(text: before).promptCollections })
    keys.formUnion(entryKeys.map(\.key))
    try author.write(changes.values, at: now, superseding: .winners, in: db)
    let version = try WinningVersion.fetchName(db, note: stored.id, key: ".noteText").version
    // Without a write, the feed of changes does not have a number for this state.
    if !changes.values.isEmpty, entryKeys.allSatisfy({ $0.scope == stored.id }) {
      let known = FollowedNotes.Followed(
        note: stored.id, text: text, content: followed, version: version,
        entryKeys: Dictionary(
          zip(content.promptCollections, entryKeys), uniquingKeysWith: { first, _ in first }),
        keys: keys)
      following.notes.keep(known, following.copy, after: (author.id, author.usn))
    }
    return .saved(version: version)
  }
}

extension Notebook.Notes {
  /// Caches a long note that a user is about to edit, so that its first save costs only the edit.
  /// Does nothing for other notes, or without a working copy. Cost: like a save.
  package func follow(_ id: String) throws(NotebookError) {
    let followed: FollowedNotes = notebook.followers.get()
    guard !followed.knows(id), let copy = notebook.sourceState.withLock({ $0.source.copy }) else {
      return
    }
    try notebook.read { db in
      let number = try ChangeFeed.number(db)
      let stored = try NoteValues.fetch(db, note: id)
      guard let text = stored.text, let known = stored.followed(text) else { return }
      var note = known
      note.change = number
      note.version = try WinningVersion.fetchName(db, note: id, key: ".noteText").version
      followed.keep(note, copy, after: nil)
    }
  }
}

extension NoteValues {
  /// Returns the cache entry of the note; nil if the note cannot be cached, or if its stored values
  /// differ from those derived from its text.
  fileprivate func followed(_ text: String) -> FollowedNotes.Followed? {
    guard FollowedNotes.lengths.contains(text.utf8.count), metadata != nil,
      !ClusterText.mayHaveWideCharacters(text)
    else { return nil }
    let followed = FollowedContent(text)
    let content = followed.content
    var changes = NoteChanges.saving(text, content, over: self, at: Date())
    let rows = promptRows
    let keys = Set(rows.keys.compactMap { $0.promptKey(note: id) })
    let entryKeys = changes.setPrompts(
      WantedPrompts.all(in: text, content.promptCollections), over: rows, unlike: keys.contains,
      order: { content.promptCollections })
    guard changes.values.isEmpty, entryKeys.allSatisfy({ $0.scope == id }) else { return nil }
    return FollowedNotes.Followed(
      note: id, text: text, content: followed, version: "",
      entryKeys: Dictionary(
        zip(content.promptCollections, entryKeys), uniquingKeysWith: { first, _ in first }),
      keys: keys)
  }
}

extension FollowedNotes.Followed {
  fileprivate mutating func replace(with text: String) -> FollowedContent.Edit {
    let (prefix, suffix) = self.text.commonBytes(with: text)
    let bytes = text.utf8.dropFirst(prefix).dropLast(suffix)
    return content.replace(
      prefix..<self.text.utf8.count - suffix, with: String(Substring(bytes)))
  }

  /// Returns the changes that save `text`, and the keys of the added prompts; nil if the stored
  /// values differ from the cache.
  fileprivate func changes(
    _ edit: FollowedContent.Edit, _ text: String, in db: Database, at now: Date
  ) throws -> (NoteChanges, [EntryKey])? {
    let rows = edit.left.compactMap { entryKeys[$0] }
    guard rows.count == edit.left.count else { return nil }
    let annotations = rows.flatMap { row in
      [
        PromptAnnotations.suspendedKey(note: note, block: row.key),
        PromptAnnotations.memoryKey(note: note, block: row.key),
        PromptLineage.key(note: note, block: row.key),
      ]
    }
    let facts = [".metadata", ".bookIndex"].map { EntryKey(scope: note, key: $0) }
    var stored = try NoteValues.fetch(db, note: note, at: facts + rows + annotations)
    guard stored.metadata != nil,
      zip(edit.left, rows).allSatisfy({ prompts, row in
        stored.values[row]?.json?["rawValue"]?.string?.hasBytes(of: prompts.rawValue) ?? false
      })
    else { return nil }
    stored.values[EntryKey(scope: note, key: ".noteText")] = .text(self.text)
    var changes = NoteChanges.saving(text, content.withoutPrompts, over: stored, at: now)
    let found = changes.setPrompts(
      edit.came.map { WantedPrompts(prompts: $0, isInApp: true, isOnlyTheApps: false) },
      over: stored.promptRows, unlike: keys.contains, order: { edit.left })
    return (changes, found)
  }
}

import Base
package import Foundation
package import GRDB
package import KeyValueStore
package import NotebookFile

/// Writes notes. When a call returns, its changes are on disk, and are published later. All
/// functions throw the errors of `Notebook.write`, and `noteNotFound` if the note does not exist.
extension Notebook {
  /// Saves `text` as the text of a note, and everything derived from it.
  ///
  /// `base` is the version that the edit was based on. With it, saves only if that version is still
  /// stored, or the stored text is equal. Without a `base`, always saves, and restores a deleted
  /// note that the notebook or this machine's history still contains. The replaced text stays in
  /// history. `rewrites` tells which old prompt became which new one, if a program changed the
  /// text.
  package func save(
    text: String, note id: String, base: String? = nil,
    rewrites: PromptRewrites = PromptRewrites(), now: Date = Date()
  ) throws(NotebookError) -> SaveResult {
    try writingNotes { author, db in
      try saveNote(text, id, base: base, rewrites: rewrites, in: db, author: &author, at: now)
    }
  }

  /// Saves `text` for a writer who did not see a stored text. Saves only if the note does not
  /// exist, never had a text, or has an equal one; otherwise returns a conflict. Restores a deleted
  /// note, as `save` does.
  package func saveIfNothingIsStored(
    text: String, note id: String, now: Date = Date()
  ) throws(NotebookError) -> SaveResult {
    try writingNotes { author, db in
      let isStored = try NoteValues.fetch(db, note: id).metadata != nil
      return try saveNote(text, id, base: isStored ? "" : nil, in: db, author: &author, at: now)
    }
  }

  package func createNote(
    title: String? = nil, text: String? = nil, tags: [String] = [], now: Date = Date()
  ) throws(NotebookError) -> StoredNote {
    let text = NoteText.new(title: title, text: text, tags: tags)
    return try writingNotes { author, db in
      try NoteWriting.create(text: text, in: db, author: &author, at: now)
    }
  }

  /// Changes the text of a note with `edit` in one transaction, so that other saves cannot come
  /// between. Returns the resulting note.
  package func edit(
    _ id: String, now: Date = Date(), _ edit: (String) -> String
  ) throws(NotebookError) -> StoredNote {
    try writingNotes { author, db in
      try NoteWriting.edit(note: id, in: db, author: &author, at: now, edit)
    }
  }

  package func trash(_ id: String, now: Date = Date()) throws(NotebookError) {
    try writingNotes { author, db in
      try NoteWriting.trash(note: id, in: db, author: &author, at: now)
    }
  }

  package func restore(_ id: String, now: Date = Date()) throws(NotebookError) {
    try writingNotes { author, db in
      try NoteWriting.restore(note: id, in: db, author: &author, at: now)
    }
  }

  /// The text stays in history; of a note in conflict, all texts do.
  package func delete(_ id: String, now: Date = Date()) throws(NotebookError) {
    try writingNotes { author, db in
      try NoteWriting.delete(note: id, in: db, author: &author, at: now)
    }
  }
}

extension Notebook {
  /// Runs `body` in one transaction of the working copy. Turns `NoteMissing` into `noteNotFound`.
  func writingNotes<Value>(
    _ body: (inout Author, Database) throws -> Value
  ) throws(NotebookError) -> Value {
    try write { author, db in
      do {
        return try body(&author, db)
      } catch let missing as NoteMissing {
        throw NotebookError.noteNotFound(id: missing.id, path: path)
      }
    }
  }

  /// Saves a text as `save` does, in the caller's transaction. Without a `base`, or with an empty
  /// one, throws `NoteMissing` if the note never existed.
  package func saveNote(
    _ text: String, _ id: String, base: String?, rewrites: PromptRewrites = PromptRewrites(),
    in db: Database, author: inout Author, at now: Date
  ) throws -> SaveResult {
    if base?.isEmpty ?? true, try !isKnown(id, in: db) { throw NoteMissing(id: id) }
    let result = try saveNote(text, id, over: base, rewrites, in: db, &author, at: now)
    guard case .conflict = result, let base else { return result }
    // Another program's change may have stored the same text again, under a new version.
    let present = try present(base, of: id)
    return present == base
      ? result : try saveNote(text, id, over: present, rewrites, in: db, &author, at: now)
  }

  private func saveNote(
    _ text: String, _ id: String, over base: String?, _ rewrites: PromptRewrites,
    in db: Database, _ author: inout Author, at now: Date
  ) throws -> SaveResult {
    let following = sourceState.withLock { $0.source.copy }.map {
      NoteWriting.Following(notes: followers.get(), copy: $0)
    }
    guard text.utf8.count > Self.manyPages else {
      return try NoteWriting.save(
        text: text, note: id, base: base, in: db, author: &author, at: now, rewrites: rewrites,
        following)
    }
    return try db.withManyPages {
      try NoteWriting.save(
        text: text, note: id, base: base, in: db, author: &author, at: now, rewrites: rewrites,
        following)
    }
  }

  /// Length in UTF-8 bytes above which the pages that a save writes may exceed the page cache.
  private static let manyPages = 100_000

  /// Whether the notebook or history has or had the note. A deleted note leaves rows without
  /// values.
  private func isKnown(_ id: String, in db: Database) throws -> Bool {
    let statement = try db.cachedStatement(sql: "SELECT 1 FROM entry WHERE scope = ? LIMIT 1")
    if try Row.fetchOne(statement, arguments: [id]) != nil { return true }
    return try !replacedTexts(of: id).isEmpty
  }
}

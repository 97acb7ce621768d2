import Base
package import Foundation
package import GRDB
package import KeyValueStore
package import NotebookFile

/// Writing notes. When a call returns, its changes are on disk, and will be published. All throw
/// the errors of `Notebook.write`, and `noteNotFound`; then nothing is written.
extension Notebook {
  /// Saves `text` as the text of a note, together with all that follows from it.
  ///
  /// With a `base`, the version that the edit began with, only if that is still the one that is
  /// stored. Without one the save wins; a note that was deleted comes back, as long as the notebook
  /// or this machine's history remembers it. The text that is replaced stays in history. `rewrites` says which
  /// prompts became which by other hands than the user's.
  package func save(
    text: String, note id: String, base: String? = nil,
    rewrites: PromptRewrites = PromptRewrites(), now: Date = Date()
  ) throws(NotebookError) -> SaveResult {
    try writingNotes { author, db in
      try saveNote(text, id, base: base, rewrites: rewrites, in: db, author: &author, at: now)
    }
  }

  /// Saves `text` of a writer who was shown nothing: only where nothing is stored, or the same.
  /// Otherwise it is a conflict. A note that was deleted comes back, as by `save`.
  package func saveIfNothingIsStored(
    text: String, note id: String, now: Date = Date()
  ) throws(NotebookError) -> SaveResult {
    try writingNotes { author, db in
      let isStored = try NoteValues.fetch(db, note: id).metadata != nil
      return try saveNote(text, id, base: isStored ? "" : nil, in: db, author: &author, at: now)
    }
  }

  /// Makes a note: of a title, a text that follows it, and hashtags; each may be missing.
  package func createNote(
    title: String? = nil, text: String? = nil, tags: [String] = [], now: Date = Date()
  ) throws(NotebookError) -> StoredNote {
    let text = NoteText.new(title: title, text: text, tags: tags)
    return try writingNotes { author, db in
      try NoteWriting.create(text: text, in: db, author: &author, at: now)
    }
  }

  /// Changes the text of a note with `edit`, in one transaction, so that no other save comes between.
  /// Returns the note as it is then.
  package func edit(
    _ id: String, now: Date = Date(), _ edit: (String) -> String
  ) throws(NotebookError) -> StoredNote {
    try writingNotes { author, db in
      try NoteWriting.edit(note: id, in: db, author: &author, at: now, edit)
    }
  }

  /// Moves a note to the trash.
  package func trash(_ id: String, now: Date = Date()) throws(NotebookError) {
    try writingNotes { author, db in
      try NoteWriting.trash(note: id, in: db, author: &author, at: now)
    }
  }

  /// Takes a note out of the trash.
  package func restore(_ id: String, now: Date = Date()) throws(NotebookError) {
    try writingNotes { author, db in
      try NoteWriting.restore(note: id, in: db, author: &author, at: now)
    }
  }

  /// Deletes a note for good. Its text stays in history; of a note in conflict all texts do.
  package func delete(_ id: String, now: Date = Date()) throws(NotebookError) {
    try writingNotes { author, db in
      try NoteWriting.delete(note: id, in: db, author: &author, at: now)
    }
  }
}

extension Notebook {
  /// Runs `body` in one transaction of the working copy.
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

  /// Saves a text. In a transaction.
  package func saveNote(
    _ text: String, _ id: String, base: String?, rewrites: PromptRewrites = PromptRewrites(),
    in db: Database, author: inout Author, at now: Date
  ) throws -> SaveResult {
    if base?.isEmpty ?? true, try !isKnown(id, in: db) { throw NoteMissing(id: id) }
    let result = try saveNote(text, id, over: base, rewrites, in: db, &author, at: now)
    guard case .conflict = result, let base else { return result }
    // Another program may have written the same text again, and changed something else.
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

  /// The length of a text in bytes from which on its pages, and those of the words in it, would leave
  /// the cache within the save.
  private static let manyPages = 100_000

  /// Whether there is, or was, such a note: a deleted note leaves rows without values.
  private func isKnown(_ id: String, in db: Database) throws -> Bool {
    let statement = try db.cachedStatement(sql: "SELECT 1 FROM entry WHERE scope = ? LIMIT 1")
    if try Row.fetchOne(statement, arguments: [id]) != nil { return true }
    return try !replacedTexts(of: id).isEmpty
  }
}

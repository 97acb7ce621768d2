public import Foundation
internal import GRDB

/// Writing notes. When a call returns, what it wrote is on disk, and will be published. All throw
/// what `Notebook.write` does, and `noteNotFound`; then nothing is written.
extension Notebook {
  /// Saves `text` as the text of a note, together with all that follows from it.
  ///
  /// With a `base`, the version that the edit began with, only if that is still the one that is
  /// stored. Without one the save wins; a note that was deleted comes back, as long as the notebook
  /// or this machine's history remembers it. The text that is replaced stays in history.
  public func save(
    text: String, note id: String, base: String? = nil, now: Date = Date()
  ) throws(NotebookError) -> SaveResult {
    try writingNotes { author, db in
      try saveNote(text, id, base: base, in: db, author: &author, at: now)
    }
  }

  /// Saves `text` of a writer who was shown nothing: only where nothing is stored, or the same.
  /// Otherwise it is a conflict. A note that was deleted comes back, as by `save`.
  public func saveIfNothingIsStored(
    text: String, note id: String, now: Date = Date()
  ) throws(NotebookError) -> SaveResult {
    try writingNotes { author, db in
      let isStored = try NoteValues.fetch(db, note: id).metadata != nil
      return try saveNote(text, id, base: isStored ? "" : nil, in: db, author: &author, at: now)
    }
  }

  /// `text`, which began as version `base` of the note, with what `stored` changed since; nil if both
  /// changed the same lines, or the base is no longer known.
  public func merge(
    _ text: String, over base: String, with stored: StoredNote
  ) throws(NotebookError) -> String? {
    let known = try replacedTexts(of: stored.summary.id).first { $0.version == base }
    return known.flatMap { LineMerge.merge(text.withLineFeedsOnly, stored.text, from: $0.text) }
  }

  /// Makes a note: of a title, a text that follows it, and hashtags; each may be missing.
  public func createNote(
    title: String? = nil, text: String? = nil, tags: [String] = [], now: Date = Date()
  ) throws(NotebookError) -> StoredNote {
    let text = NoteText.new(title: title, text: text, tags: tags)
    return try writingNotes { author, db in
      try NoteWriting.create(text: text, in: db, author: &author, at: now)
    }
  }

  /// Moves a note to the trash.
  public func trash(_ id: String, now: Date = Date()) throws(NotebookError) {
    try writingNotes { author, db in
      try NoteWriting.trash(note: id, in: db, author: &author, at: now)
    }
  }

  /// Takes a note out of the trash.
  public func restore(_ id: String, now: Date = Date()) throws(NotebookError) {
    try writingNotes { author, db in
      try NoteWriting.restore(note: id, in: db, author: &author, at: now)
    }
  }

  /// Deletes a note for good. Its text stays in history; of a note in conflict all texts do.
  public func delete(_ id: String, now: Date = Date()) throws(NotebookError) {
    try writingNotes { author, db in
      try rememberTexts(of: id, in: db, at: now)
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

  /// Saves a text, and keeps the one that readers saw. In a transaction.
  func saveNote(
    _ text: String, _ id: String, base: String?, in db: Database, author: inout Author,
    at now: Date
  ) throws -> SaveResult {
    if base?.isEmpty ?? true, try !isKnown(id, in: db) { throw NoteMissing(id: id) }
    let replaced = try StoredVersion.fetch(db, EntryKey(scope: id, key: ".noteText")).first
    let result = try NoteWriting.save(
      text: text, note: id, base: base, in: db, author: &author, at: now)
    if case .saved(let version) = result, let replaced, version != replaced.name {
      try remember(ReplacedText(replaced, at: now).map { [$0] } ?? [])
    }
    return result
  }

  /// Whether there is, or was, such a note: what is deleted leaves rows without values.
  private func isKnown(_ id: String, in db: Database) throws -> Bool {
    let statement = try db.cachedStatement(sql: "SELECT 1 FROM entry WHERE scope = ? LIMIT 1")
    if try Row.fetchOne(statement, arguments: [id]) != nil { return true }
    return try !replacedTexts(of: id).isEmpty
  }

  /// Keeps all texts that a note has, which are about to be replaced. In a transaction.
  func rememberTexts(of id: String, in db: Database, at now: Date) throws {
    let versions = try StoredVersion.fetch(db, EntryKey(scope: id, key: ".noteText"))
    try remember(versions.compactMap { ReplacedText($0, at: now) })
  }
}

extension HistoryFile {
  /// Keeps texts of notes that were deleted elsewhere.
  func remember(deleted texts: [StoredVersion]) throws {
    let now = Date()
    try remember(texts.compactMap { ReplacedText($0, at: now) })
  }
}

extension ReplacedText {
  /// The text of `version`, if it is one.
  init?(_ version: StoredVersion, at time: Date) {
    guard let text = version.value.text else { return nil }
    self.init(
      note: version.key.scope, version: version.name, time: Timestamps.row(time),
      text: String(decoding: text, as: UTF8.self), written: version.timestamp)
  }
}

import Foundation
import GRDB
import JSON
import KeyValueStore
import NotebookFile

package enum SaveResult: Sendable, Equatable {
  case saved(version: String)
  /// Nothing was written, because the stored text is not the one that the edit was based on. The
  /// value is the present note; nil if it was deleted.
  case conflict(StoredNote?)
}

struct NoteMissing: Error, Equatable {
  var id: String
}

/// Writes notes. `db` must be in a transaction of the caller, who rolls it back on errors.
/// Unchanged values are not written. In a note in conflict, a write supersedes the versions that
/// readers see; the others stay until the user chooses. Only `delete` removes all.
enum NoteWriting {
  /// Saves `text` as the note's text.
  ///
  /// `base` is the version that the edit was based on. With it, saves only if that version is still
  /// stored, or the stored text is equal. Without a `base`, also restores a deleted note, and
  /// creates a note that never existed. `rewrites` tells which old prompt became which new one.
  /// Throws `NoteMissing` if `id` cannot be the id of a note.
  ///
  /// Cost: linear in the note. With `following`, for a cached long note: linear in the edit, and
  /// storing the text.
  static func save(
    text: String, note id: String, base: String? = nil, in db: Database, author: inout Author,
    at now: Date, rewrites: PromptRewrites = PromptRewrites(), _ following: Following? = nil
  ) throws -> SaveResult {
    guard NoteValues.isNote(id) else { throw NoteMissing(id: id) }
    let following = rewrites.isEmpty ? following : nil
    if let following,
      let saved = try saveEdit(
        text, note: id, base: base, following, in: db, author: &author, at: now)
    {
      return saved
    }
    let stored = try NoteValues.fetch(db, note: id)
    let version = try WinningVersion.fetchName(db, note: id, key: ".noteText").version
    if let base, base != version, !stored.isText(text.withLineFeedsOnly) {
      let summary = try NoteSummary.fetchOne(db, id: id)
      let winner = try WinningVersion.fetch(db, note: id, key: ".noteText")
      return .conflict(summary.map { StoredNote(summary: $0, winner: winner) })
    }
    if let following,
      let saved = try saveWhole(
        text, over: stored, following, in: db, author: &author, at: now)
    {
      return saved
    }
    let changes = NoteChanges.saving(text, over: stored, rewrites: rewrites, at: now)
    // If a note was deleted and is not in conflict, its older values are not restored with it.
    let isGone = try stored.metadata == nil && ConflictingKeys(db, note: id).decisive == nil
    try author.write(
      changes.values, at: now, superseding: isGone ? .all : .winners, in: db)
    return .saved(version: try WinningVersion.fetchName(db, note: id, key: ".noteText").version)
  }

  static func create(
    text: String, in db: Database, author: inout Author, at now: Date
  ) throws -> StoredNote {
    let id = UUID.random().uuidString
    let changes = NoteChanges.saving(text, over: NoteValues(id: id), at: now)
    try author.write(changes.values, at: now, superseding: .winners, in: db)
    return try fetch(db, id)
  }

  /// Rewrites the text of the note with `edit`, to which it passes the text that readers see.
  static func edit(
    note id: String, in db: Database, author: inout Author, at now: Date,
    _ edit: (String) throws -> String
  ) throws -> StoredNote {
    let former = try fetch(db, id).text
    let text = try edit(former)
    _ = try save(
      text: text, note: id, in: db, author: &author, at: now,
      rewrites: PromptRewrites(from: former, to: text))
    return try fetch(db, id)
  }

  static func trash(
    note id: String, in db: Database, author: inout Author, at now: Date
  ) throws {
    try write(NoteChanges.trashing, note: id, in: db, author: &author, at: now)
  }

  static func restore(
    note id: String, in db: Database, author: inout Author, at now: Date
  ) throws {
    try write(NoteChanges.restoring, note: id, in: db, author: &author, at: now)
  }

  /// Permanently deletes the note: removes the values of all its keys, including images and
  /// prompts, and all sides of a conflict. Keeps its import record, so that importing the same
  /// source again does not restore the note.
  static func delete(
    note id: String, in db: Database, author: inout Author, at now: Date
  ) throws {
    guard NoteValues.isNote(id) else { throw NoteMissing(id: id) }
    let keys = try NoteValues.fetchLiveKeys(db, note: id)
    guard !keys.isEmpty else { throw NoteMissing(id: id) }
    try author.write(keys.map { ($0, .null) }, at: now, superseding: .all, in: db)
  }

  private static func write(
    _ changing: (NoteValues) -> NoteChanges, note id: String, in db: Database,
    author: inout Author, at now: Date
  ) throws {
    let stored = try NoteValues.fetch(db, note: id)
    guard NoteValues.isNote(id), stored.metadata != nil else { throw NoteMissing(id: id) }
    try author.write(changing(stored).values, at: now, superseding: .winners, in: db)
  }

  static func fetch(_ db: Database, _ id: String) throws -> StoredNote {
    guard let summary = try NoteSummary.fetchOne(db, id: id) else { throw NoteMissing(id: id) }
    return StoredNote(
      summary: summary, winner: try WinningVersion.fetch(db, note: id, key: ".noteText"))
  }
}

import Base
package import Foundation
import GRDB
import KeyValueStore
package import NotebookFile

extension Notebook {
  /// Returns the list entry of the note with this exact id, including the trash; nil if there is
  /// none. Does not read the note's text.
  package func summary(of id: String) throws(NotebookError) -> NoteSummary? {
    try read { db in try NoteSummary.fetchOne(db, id: id) }
  }

  /// Returns the note with this exact id, including the trash. Throws `noteNotFound`.
  package func note(id: String) throws(NotebookError) -> StoredNote {
    try read { db in
      guard let summary = try NoteSummary.fetchOne(db, id: id) else {
        throw NotebookError.noteNotFound(id: id, path: path)
      }
      return StoredNote(
        summary: summary, winner: try WinningVersion.fetch(db, note: id, key: ".noteText"))
    }
  }
}

extension Notebook.Notes {
  /// Returns the notes, newest modified first.
  ///
  /// With a `tag`, returns only the notes that have it or a hashtag below it. Cost: linear in the
  /// notebook's notes; the first time, in its rows.
  package func all(
    tag: String? = nil, includingTrash: Bool = false
  ) throws(NotebookError) -> [NoteSummary] {
    let path = tag.map { HashtagPath($0) }
    return try notebook.read { db in try notebook.allNotes(db) }.filter { note in
      (includingTrash || !note.isTrashed) && path.map(note.isTagged) ?? true
    }
  }

  /// Returns the first `limit` notes of a listing, all if nil. `isEmpty` tells whether there was no
  /// note to select from. Cost: linear in the notebook's rows; memory for about twice the returned
  /// notes, or for a thousand.
  package func all(
    tag: String? = nil, includingTrash: Bool = false, listing: NoteListing, limit: Int?
  ) throws(NotebookError) -> (notes: [NoteSummary], isEmpty: Bool) {
    let path = tag.map { HashtagPath($0) }
    var (notes, isEmpty) = ([NoteSummary](), true)
    var mostHeld = 1000
    func choose() {
      let wanted = listing.filtered(NoteSummary.sorted(notes)) { $0 }
      notes = listing.ordered(wanted, limit: limit) { $0 }
      mostHeld = max(1000, 2 * notes.count)
    }
    try notebook.read { db in
      try NoteSummary.forEach(db) { note in
        guard includingTrash || !note.isTrashed, path.map(note.isTagged) ?? true else { return }
        isEmpty = false
        notes.append(note)
        if limit != nil, notes.count > mostHeld { choose() }
      }
    }
    choose()
    return (notes, isEmpty)
  }

  /// Returns all notes, including the trash, with the state of the list.
  package func list() throws(NotebookError) -> NoteList {
    try notebook.read { db in try notebook.list(db) }
  }

  /// Returns the ids of the notes that changed between two states; nil if any note may have
  /// changed. Cost: linear in the changes.
  package func changed(since state: ListState, until now: ListState) -> Set<String>? {
    guard state.copy == now.copy, let copy = notebook.sourceState.withLock({ $0.source.copy }),
      copy.path == now.copy,
      let changes = copy.history.changes(after: state.change, through: now.change)
    else { return nil }
    var ids: Set<String> = []
    for change in changes {
      guard let scopes = change.keys.scopes else { return nil }
      for (scope, keys) in scopes {
        if NoteValues.isNote(scope) {
          ids.insert(scope)
        } else if scope == EntryKey.ourScope {
          ids.formUnion(keys.map { EntryKey(scope: scope, key: $0).note })
        }
      }
    }
    return ids
  }

  /// Returns the newest `limit` notes outside the trash that have `tag` or a hashtag below it.
  package func newest(tag: String, limit: Int) throws(NotebookError) -> [NoteSummary] {
    let path = HashtagPath(tag)
    return Array(
      try notebook.read { db in try notebook.allNotes(db) }.lazy.filter {
        !$0.isTrashed && $0.isTagged(path)
      }
      .prefix(max(0, limit)))
  }

  /// Permanently deletes those of the notes that are in the trash, in one transaction. Returns the
  /// number of deleted notes.
  package func deleteTrashed(_ ids: [String], now: Date = Date()) throws(NotebookError) -> Int {
    try notebook.writingNotes { author, db in
      let trashed = try ids.filter { try NoteSummary.fetchOne(db, id: $0)?.isTrashed == true }
      for id in trashed {
        try NoteWriting.delete(note: id, in: db, author: &author, at: now)
      }
      return trashed.count
    }
  }
}

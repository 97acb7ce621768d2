import Base
import Books
package import Foundation
import GRDB
package import JSON
import KeyValueStore
package import NotebookFile

/// When a call that writes returns, its changes are on disk.
extension Notebook.Books {
  /// Changes the book of a note, and its text, in one transaction. Returns the resulting note.
  ///
  /// Updates everything that the app derives from a book: section, sorting, search. Unchanged
  /// members stay as they are, byte for byte. Does not store a book that the app could not read.
  /// With `revives`, restores a deleted note, but without its text. Throws `noteNotFound`,
  /// `bookWithoutTitle`, and the errors of `write`.
  package func change(
    of id: String, revives: Bool = false, now: Date = Date(),
    _ change: (inout BookValues) -> Void
  ) throws(NotebookError) -> StoredNote {
    try notebook.writingNotes { author, db in
      try NoteWriting.changeBook(
        of: id, revives: revives, in: db, author: &author, at: now, change)
    }
  }

  /// Creates a note about a book. `values.text` may be empty: then the app shows the book's title.
  /// Throws `bookWithoutTitle` if the title is invisible, and the errors of `write`.
  package func createNote(
    about values: BookValues, now: Date = Date()
  ) throws(NotebookError) -> StoredNote {
    try notebook.writingNotes { author, db in
      let id = UUID.random().uuidString
      let stored = NoteValues(id: id)
      let changes = try NoteWriting.changes(to: values, over: stored, at: now)
      try author.write(changes.values, at: now, superseding: .winners, in: db)
      return try NoteWriting.fetch(db, id)
    }
  }

  package func values(of id: String) throws(NotebookError) -> BookValues? {
    try notebook.read { db in
      let stored = try NoteValues.fetch(db, note: id)
      return stored.metadata == nil ? nil : BookValues(stored)
    }
  }

  /// Returns the book values that the app cannot store, by the notes' ids. Skips notes without such
  /// values. Cost: a pass over the keys and these values.
  package func ownValues() throws(NotebookError) -> [String: JSONObject] {
    var values: [String: JSONObject] = [:]
    try forEachOwnValue { id, value in values[id] = value.value.object }
    return values
  }

  /// Passes the book values that the app cannot store to `body`, each with its note's id. A value
  /// is valid only during the call. Skips values that are too large or cannot be parsed. Cost: a
  /// pass over the keys and these values.
  func forEachOwnValue(
    _ body: (String, JSONPart) -> Void
  ) throws(NotebookError) {
    try notebook.read { db in
      let sql = """
        SELECT scope, json FROM entry
        WHERE key = '\(BookValues.ownKey)' AND json IS NOT NULL
          AND \(LastWriterWins.scanCondition(BookValues.ownKey))
        """
      var outline = JSONOutline()
      let rows = try Row.fetchCursor(db, sql: sql)
      while let row = try rows.next() {
        guard let id = row.text(at: 0), let text = row.text(at: 1),
          text.utf8.count <= JSONValue.largestStored
        else { continue }
        try? outline.read(text) { body(id, $0) }
      }
    }
  }

  /// Sets the cover of a note's book; nil removes it. Throws `noteNotFound`, and the errors of
  /// `write`.
  package func setCover(
    of id: String, to cover: NoteCover?, now: Date = Date()
  ) throws(NotebookError) {
    try notebook.writingNotes { author, db in
      guard NoteValues.isNote(id), try NoteSummary.fetchOne(db, id: id) != nil else {
        throw NoteMissing(id: id)
      }
      let key = EntryKey(scope: id, key: NoteCover.key)
      let winner = try StoredVersion.fetch(db, key).first?.value.value ?? .null
      let value = cover?.value ?? .null
      guard winner != value else { return }
      try author.write([(key, value)], at: now, superseding: .winners, in: db)
    }
  }

  /// Returns the cover of a note's book; nil if there is none. Its MIME type is as stored, and was
  /// not validated.
  package func cover(of id: String) throws(NotebookError) -> NoteCover? {
    try notebook.read { db in
      let key = EntryKey(scope: id, key: NoteCover.key)
      guard case .blob(let type, let data)? = try StoredVersion.fetch(db, key).first?.value.value
      else { return nil }
      return NoteCover(mimeType: type, data: data)
    }
  }
}

extension Notebook.Books {
  /// Returns those of `ids` whose notes have a cover in any version. Cost: linear in these notes'
  /// keys.
  package func notesWithCover(among ids: [String]) throws(NotebookError) -> Set<String> {
    guard !ids.isEmpty else { return [] }
    return try notebook.read { db in
      Set(
        try ids.filter { id in
          try NoteValues.fetchLiveKeys(db, note: id).contains { $0.key == NoteCover.key }
        })
    }
  }
}

/// The picture of a book, as the app stores it.
package struct NoteCover: Sendable, Equatable {
  /// The MIME type, usually `image/jpeg`.
  package var mimeType: String
  package var data: Data

  package init(mimeType: String, data: Data) { (self.mimeType, self.data) = (mimeType, data) }

  static let key = ".coverImage"

  fileprivate var value: EntryValue { .blob(mimeType: mimeType, data: data) }
}

extension NoteWriting {
  fileprivate static func changeBook(
    of id: String, revives: Bool, in db: Database, author: inout Author, at now: Date,
    _ change: (inout BookValues) -> Void
  ) throws -> StoredNote {
    let stored = try NoteValues.fetch(db, note: id)
    guard NoteValues.isNote(id), stored.metadata != nil || revives else {
      throw NoteMissing(id: id)
    }
    let former = BookValues(stored)
    var values = former
    change(&values)
    if values != former {
      try author.write(
        try changes(to: values, over: stored, at: now).values, at: now, superseding: .winners,
        in: db)
    }
    return try fetch(db, id)
  }

  /// Returns the changes that store `values`. Throws `bookWithoutTitle` if the new title is
  /// invisible; an invisible title that is already stored may stay.
  static func changes(
    to values: BookValues, over stored: NoteValues, at now: Date
  ) throws(NotebookError) -> NoteChanges {
    if let title = values.book?["title"]?.string, title.isInvisible,
      stored.metadata?["book"]?["title"]?.string?.isInvisible != true
    {
      throw .bookWithoutTitle(note: stored.id)
    }
    let book = values.book.map(JSONValue.object)
    var changes = NoteChanges.saving(values.text, over: stored, at: now) { metadata in
      let former = metadata["book"].flatMap { $0 == .null ? nil : $0 }
      guard former?.serialized() != book?.serialized(),
        book.map({ (try? Book(json: $0)) != nil }) ?? true
      else { return false }
      metadata["book"] = book
      return true
    }
    changes.set(
      BookValues.ownKey, to: values.own.members.isEmpty ? .null : .json(.object(values.own)))
    return changes
  }
}

extension BookValues {
  init(_ stored: NoteValues) {
    self.init(
      text: stored.text ?? "", book: stored.metadata?["book"]?.object,
      own: stored[Self.ownKey].json?.object ?? [:])
  }
}

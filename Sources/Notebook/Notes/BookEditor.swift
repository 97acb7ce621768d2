package import NotebookFile
internal import KeyValueStore
package import Foundation
internal import GRDB
internal import JSON

/// Reads and writes the books of many notes in one transaction.
package struct BookEditor {
  /// A note, as far as its book is concerned.
  package enum Note: Sendable, Equatable {
    /// There never was one with this id.
    case missing
    /// There was one, and it was deleted for good.
    case deleted
    case trashed
    case present(BookValues)
  }

  private let db: Database
  private let now: Date
  /// Nil if nothing is to be written.
  fileprivate private(set) var author: Author?

  fileprivate init(_ db: Database, _ author: Author?, at now: Date) {
    (self.db, self.author, self.now) = (db, author, now)
  }

  /// The note with this id. Cost: linear in its values.
  package func note(_ id: String) throws -> Note {
    let stored = try NoteValues.fetch(db, note: id)
    guard let metadata = stored.metadata else {
      let sql = "SELECT 1 FROM entry WHERE scope = ? AND key = '.metadata' LIMIT 1"
      let isKnown = try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) != nil
      return isKnown ? .deleted : .missing
    }
    if metadata["folder"]?.string == NoteChanges.trash { return .trashed }
    return .present(BookValues(stored))
  }

  /// Makes the note say `values` about its book; it is made if it is missing. Does nothing in a preview.
  package mutating func write(_ values: BookValues, to id: String) throws {
    guard NoteValues.isNote(id) else { throw NoteMissing(id: id) }
    guard author != nil else { return }
    let stored = try NoteValues.fetch(db, note: id)
    let changes = NoteWriting.changes(to: values, over: stored, at: now)
    try author?.write(changes.values, at: now, superseding: .winners, in: db)
  }
}

extension Notebook {
  /// Runs `body` in one transaction; if `isPreview`, in one that reads only, and its writes are not made.
  /// Throws the errors of `write` and of `body`.
  package func editBooks<Value>(
    isPreview: Bool = false, now: Date = Date(), _ body: (inout BookEditor) throws -> Value
  ) throws(NotebookError) -> Value {
    guard !isPreview else {
      return try read { db in
        var editor = BookEditor(db, nil, at: now)
        return try body(&editor)
      }
    }
    return try write { author, db in
      var editor = BookEditor(db, author, at: now)
      let value = try body(&editor)
      if let changed = editor.author { author = changed }
      return value
    }
  }
}

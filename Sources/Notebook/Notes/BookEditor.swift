package import Foundation
import GRDB
import JSON
import KeyValueStore
package import NotebookFile

/// Reads and writes the books of many notes in one transaction.
package struct BookEditor {
  package enum Note: Sendable, Equatable {
    /// The notebook never had a note with this id.
    case missing
    /// The note was permanently deleted, or its metadata cannot be read.
    case deleted
    case trashed
    case present(BookValues)
  }

  private let db: Database
  private let now: Date
  /// The values of the note read last, which is usually the one written next.
  private var last: NoteValues?
  private var pending: [(EntryKey, EntryValue)] = []
  /// The ids of the notes and sources in `pending`.
  private var pendingNotes: Set<String> = []
  /// The author of the writes; nil in a preview.
  fileprivate private(set) var author: Author?

  fileprivate init(_ db: Database, _ author: Author?, at now: Date) {
    (self.db, self.author, self.now) = (db, author, now)
  }

  package mutating func note(_ id: String) throws -> Note {
    if pendingNotes.contains(id) { try flush() }
    guard try isKnown(id) else {
      last = NoteValues(id: id)
      return .missing
    }
    let stored = try NoteValues.fetch(db, note: id)
    last = stored
    guard let metadata = stored.metadata else { return .deleted }
    if metadata["folder"]?.string == NoteSummary.trash { return .trashed }
    return .present(BookValues(stored))
  }

  private func isKnown(_ id: String) throws -> Bool {
    let sql = "SELECT 1 FROM entry WHERE scope = ? AND key = '.metadata' LIMIT 1"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) != nil
  }

  /// Returns the note that the book of the source `id` was imported into; nil if none is recorded.
  /// `id` is the id that a new note for this source would get.
  package mutating func noteOfSource(_ id: String) throws -> String? {
    try record(ofSource: id)["note"]?.string
  }

  /// Records that the book of the source `id` was imported into `note`. Does nothing in a preview.
  package mutating func remember(note: String, ofSource id: String) throws {
    var record = try record(ofSource: id)
    guard author != nil, record["note"]?.string != note else { return }
    record["note"] = .string(note)
    pending.append((Self.recordKey(id), EntryValue.json(.object(record))))
    pendingNotes.insert(id)
  }

  private mutating func record(ofSource id: String) throws -> JSONObject {
    if pendingNotes.contains(id) { try flush() }
    return try StoredVersion.fetch(db, Self.recordKey(id)).first?.value.value?.json?.object ?? [:]
  }

  private static func recordKey(_ id: String) -> EntryKey {
    EntryKey(scope: EntryKey.ourScope, key: "\(id);imported")
  }

  /// Sets the text and the book of a note; creates the note if it is missing. Does nothing in a
  /// preview. Throws `NoteMissing` if `id` cannot be the id of a note, and `bookWithoutTitle`.
  package mutating func write(_ values: BookValues, to id: String) throws {
    guard NoteValues.isNote(id) else { throw NoteMissing(id: id) }
    guard author != nil else { return }
    if pendingNotes.contains(id) { try flush() }
    let stored = try last.flatMap { $0.id == id ? $0 : nil } ?? NoteValues.fetch(db, note: id)
    last = nil
    pending += try NoteWriting.changes(to: values, over: stored, at: now).values
    pendingNotes.insert(id)
  }

  fileprivate mutating func flush() throws {
    try author?.write(pending, at: now, superseding: .winners, in: db)
    pending = []
    pendingNotes = []
    last = nil
  }
}

extension Notebook.Books {
  /// Runs `body` in one transaction. With `isPreview`, uses a read transaction and writes nothing.
  /// Throws the errors of `write` and of `body`.
  package func editAll<Value>(
    isPreview: Bool = false, now: Date = Date(), _ body: (inout BookEditor) throws -> Value
  ) throws(NotebookError) -> Value {
    guard !isPreview else {
      return try notebook.read { db in
        var editor = BookEditor(db, nil, at: now)
        return try body(&editor)
      }
    }
    return try notebook.write { author, db in
      var editor = BookEditor(db, author, at: now)
      let value = try body(&editor)
      try editor.flush()
      if let changed = editor.author { author = changed }
      return value
    }
  }
}

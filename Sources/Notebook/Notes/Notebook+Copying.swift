package import Foundation
import GRDB
import JSON
import KeyValueStore
package import NotebookFile

extension Notebook.Notes {
  /// Creates a note with `text` and the book and images of another note. Throws `noteNotFound`, and
  /// the errors of `save`.
  package func copy(
    _ note: String, text: String, now: Date = Date()
  ) throws(NotebookError) -> StoredNote {
    try notebook.writingNotes { author, db in
      let stored = try NoteValues.fetch(db, note: note)
      guard NoteValues.isNote(note), stored.metadata != nil else { throw NoteMissing(id: note) }
      let copy = try NoteChanges.copying(stored, as: text, in: db, at: now) { _, first in first }
      try author.write(copy.values, at: now, superseding: .winners, in: db)
      return try NoteWriting.fetch(db, copy.stored.id)
    }
  }
}

extension NoteChanges {
  /// The members of the value under `BookValues.ownKey` that record the import of a note.
  private static let ofImport = ["sources"] + StoredRecord.importMembers

  /// Returns the changes that create a note with `text` and the book and images of `original`,
  /// outside the trash. `value` receives each key and its winning value; what it returns is copied
  /// if it is a blob.
  static func copying(
    _ original: NoteValues, as text: String, in db: Database, at now: Date,
    _ value: (EntryKey, EntryValue?) throws -> EntryValue?
  ) throws -> NoteChanges {
    let id = UUID.random().uuidString
    var metadata = original.metadata ?? JSONObject()
    if metadata["folder"]?.string == NoteSummary.trash { metadata["folder"] = nil }
    let entryKey = EntryKey(scope: id, key: ".metadata")
    let stored = NoteValues(id: id, values: [entryKey: .json(.object(metadata))])
    var copy = NoteChanges.saving(text, over: stored, at: now)
    if !copy.values.contains(where: { $0.0 == entryKey }) {
      copy.insert(.json(.object(metadata)), at: entryKey)
    }
    if var own = original[BookValues.ownKey].json?.object {
      for name in ofImport { own[name] = nil }
      if !own.members.isEmpty {
        copy.insert(.json(.object(own)), at: EntryKey(scope: id, key: BookValues.ownKey))
      }
    }
    for (key, versions) in try EntryVersion.fetch(db, scope: original.id) {
      guard let value = try value(key, versions.first?.value), case .blob = value else { continue }
      copy.insert(value, at: EntryKey(scope: id, key: key.key))
    }
    return copy
  }
}

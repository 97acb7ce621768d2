import Books
package import Foundation
package import NotebookFile

package enum RecordRestoration: Sendable {
  case restored(StoredNote)
  /// The stored record differs from the one that the user was shown; nothing was changed.
  case hasChanged
}

extension Notebook.Books {
  /// Restores the record that a note's book had in `version` of its history. The present record
  /// stays in history. Also restores a note in the trash, and a deleted note, but without its text.
  /// `shown` is the version of the record that the user saw; it is not compared if it is nil, or
  /// the note has no book now.
  ///
  /// Throws `noteNotFound` if history does not have that version as a readable record, and the
  /// errors of `change(of:)`.
  package func restore(
    of id: String, version: String, shown: String? = nil, now: Date = Date()
  ) throws(NotebookError) -> RecordRestoration {
    guard let former = try notebook.history.of(id).records.first(where: { $0.version == version }),
      let record = BookRecord(former.values)
    else { throw .noteNotFound(id: id, path: notebook.path) }
    var hasChanged = false
    var note = try change(of: id, revives: true, now: now) { values in
      if let shown, let present = BookRecord(values), present.version != shown {
        hasChanged = true
        return
      }
      values.set(record.withImports(of: values))
    }
    if hasChanged { return .hasChanged }
    if note.summary.isTrashed {
      try notebook.restore(id, now: now)
      note = try notebook.note(id: id)
    }
    return .restored(note)
  }
}

extension BookRecord {
  fileprivate func withImports(of present: BookValues) -> BookRecord {
    BookRecord(book: book, own: BookValues(book: book, own: own).own(over: present)) ?? self
  }
}

import Books
package import Foundation
package import NotebookFile

/// The result of bringing a former record back.
package enum RecordRestoration: Sendable {
  case restored(StoredNote)
  /// Another record is stored than the one that the user was shown; nothing was changed.
  case hasChanged
}

extension Notebook.Books {
  /// Gives a note's book the record that it had in `version` of its history; the present one stays there. A
  /// note in the trash comes out of it, and a deleted one comes back, without its text. `shown` is as in
  /// `apply`; a book that the note does not have any more was not changed.
  ///
  /// Throws `noteNotFound` if that version is not kept, and the errors of `change(of:)`.
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
  /// The record, with what imports remember of the present one.
  fileprivate func withImports(of present: BookValues) -> BookRecord {
    BookRecord(book: book, own: BookValues(book: book, own: own).own(over: present)) ?? self
  }
}

import Books
package import Foundation
package import NotebookFile

package struct JoinedBook: Sendable, Equatable {
  package var note: StoredNote
  /// The names of the fields that differed. The first note keeps its values.
  package var differing: [String]
}

extension Notebook.Books {
  /// Joins two notes about one book: adds the content of `second` to `first`, and moves `second` to
  /// the trash.
  ///
  /// Appends the text of `second`, unless it is equal, copies its pictures and the states of its
  /// prompts, and merges the records. If only one of the notes has a book, the joined note has that
  /// book. The replaced text of `first` is in history. Throws the errors of `Notes.join`.
  package func join(
    _ first: String, with second: String, now: Date = Date()
  ) throws(NotebookError) -> JoinedBook {
    var differing: [String] = []
    let note = try notebook.notes.join(first, with: second, now: now) { values, other in
      guard let theirs = BookRecord(other) else { return }
      guard var record = BookRecord(values) else {
        if values.book == nil { values.set(theirs) }
        return
      }
      differing = record.join(theirs)
      values.set(record)
    }
    return JoinedBook(note: note, differing: differing)
  }
}

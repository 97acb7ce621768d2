import Books
package import Foundation
package import NotebookFile

/// The result of joining two notes about one book.
package struct JoinedBook: Sendable, Equatable {
  /// The note that is left.
  package var note: StoredNote
  /// The names of the facts that the notes said differently. Those of the first note stay.
  package var differing: [String]
}

extension Notebook.Books {
  /// Joins two notes about one book: `second` goes to the trash, and all that it says is in `first` too.
  ///
  /// The texts follow each other, with their pictures and the answers to their prompts. The records
  /// become one. A note about no book gives its text only, and takes the other's record. History
  /// has the former texts of both. Throws `noteNotFound`, and the errors of `write`.
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

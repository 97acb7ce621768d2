package import Books
package import Foundation
package import NotebookFile

/// A book after something was done with it.
package struct BookOutcome: Sendable, Equatable {
  package var note: StoredNote
  package var record: BookRecord
  /// Whether the record was different before.
  package var isChanged: Bool
}

extension Notebook.Books {
  /// Does something with the book of a note, or refuses to, in one transaction. `shown` is the version of the
  /// record that the user was shown: if it is another one by now, only an action whose effect is there
  /// already succeeds. Nil compares nothing. Throws the errors of `change(of:)`.
  package func apply(
    _ action: BookAction, to id: String, shown: String? = nil, now: Date = Date()
  ) throws(NotebookError) -> Result<BookOutcome, BookAction.Refusal> {
    var result = Result<BookRecord, BookAction.Refusal>.failure(.isNoBook)
    var isChanged = false
    let note = try change(of: id, now: now) { values in
      guard let former = BookRecord(values) else { return }
      var record = former
      result = Result { () throws(BookAction.Refusal) in
        try record.apply(action, shown: shown)
        return record
      }
      isChanged = record != former
      if isChanged { values.set(record) }
    }
    return result.map { BookOutcome(note: note, record: $0, isChanged: isChanged) }
  }
}

package import Books
package import Foundation
package import NotebookFile

package struct BookOutcome: Sendable, Equatable {
  package var note: StoredNote
  package var record: BookRecord
  package var isChanged: Bool
}

extension Notebook.Books {
  /// Applies an action to the book of a note, or refuses it, in one transaction. `shown` is the
  /// version of the record that the user saw. If the record has changed since then, the action
  /// succeeds only if its effect is already present. Nil skips this check. Throws the errors of
  /// `change(of:)`.
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

import Notebook
import NotebookIndex

extension NotebookOptions {
  /// The history of the note that `reference` means; it may have been deleted.
  func history(of reference: String, in notebook: Notebook) throws -> NoteHistory {
    if case .none = try notebook.titles.find(reference) {
      let deleted = try notebook.history.notes(withPrefix: reference)
      if deleted.count == 1 { return try notebook.history.of(deleted[0]) }
    }
    return try notebook.history.of(find(reference, in: notebook).id)
  }

  /// The text that a note had at `moment`.
  func text(
    of reference: String, at moment: Moment, in notebook: Notebook
  ) throws -> (note: String, text: NoteHistory.Text) {
    let history = try history(of: reference, in: notebook)
    guard let text = history.text(at: moment.date) else {
      let oldest = history.texts.last?.written.local() ?? ""
      throw CommandFailure(
        .nothingFound, "no text of that time is kept; the oldest is of \(oldest)",
        "“commonplace history” lists the kept texts")
    }
    return (history.note, text)
  }

  /// The record that the book of a note had at `moment`.
  func record(
    of reference: String, at moment: Moment, in notebook: Notebook
  ) throws -> (note: String, record: NoteHistory.Record) {
    let history = try history(of: reference, in: notebook)
    guard let record = history.record(at: moment.date) else {
      throw CommandFailure(
        .nothingFound, "no record of that time is kept",
        "“commonplace history” lists the kept records of the book")
    }
    return (history.note, record)
  }
}

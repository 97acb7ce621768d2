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
        .nothingFound, "no version from that time; the oldest is from \(oldest)",
        "“commonplace history” lists all versions")
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
        .nothingFound, "no record of the book from that time",
        "“commonplace history” lists all records")
    }
    return (history.note, record)
  }
}

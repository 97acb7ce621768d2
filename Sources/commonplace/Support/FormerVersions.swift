import Notebook
import NotebookIndex

extension NotebookOptions {
  /// Returns the history of the note that `reference` names; the note may be deleted.
  func history(of reference: String, in notebook: Notebook) throws -> NoteHistory {
    if case .none = try notebook.titles.find(reference) {
      let deleted = try notebook.history.notes(withPrefix: reference)
      if deleted.count == 1 { return try notebook.history.of(deleted[0]) }
    }
    return try notebook.history.of(find(reference, in: notebook).id)
  }

  /// Throws if there is no version from that time.
  func text(
    of reference: String, at moment: Moment, in notebook: Notebook
  ) throws -> (note: String, text: NoteHistory.Text) {
    let history = try history(of: reference, in: notebook)
    guard let text = history.text(at: moment.date) else {
      let oldest = history.texts.last.map { "; the oldest is from \($0.written.local())" } ?? ""
      throw CommandFailure(
        .nothingFound, "no version from that time\(oldest)",
        "“commonplace history” lists all versions")
    }
    return (history.note, text)
  }

  /// Throws if there is no record from that time.
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

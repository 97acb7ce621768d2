import Notebook
import NotebookFile
import NotebookReview

/// The notebook's facts about a note besides its text.
struct ReviewedNote: Sendable {
  /// Its title, book and times.
  var summary: NoteSummary
  /// The stored states of its prompts. If devices contradict each other these are those of the last
  /// writer, until the log's decision is stored: before each review, and for users who review, soon
  /// after others changed the notebook (`LanguageServer.settleReviews`). To read the log here would
  /// cost its answers each time a note is shown.
  var states: PromptStates

  /// The source of its quotes: the book, otherwise the note.
  var source: String { summary.book?.citation ?? summary.title }
}

extension NotebookAccess {
  /// The stored note `id`; nil if there is none, and while the notebook cannot be read. Cost: two reads
  /// by index.
  func reviewedNote(_ id: String) -> ReviewedNote? {
    let note = try? ask { (notebook) throws(NotebookError) -> ReviewedNote? in
      guard let summary = try notebook.summary(of: id) else { return nil }
      return ReviewedNote(summary: summary, states: try notebook.notes.promptStates(of: id))
    }
    return note ?? nil
  }
}

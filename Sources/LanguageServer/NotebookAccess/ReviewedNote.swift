import Notebook
import NotebookFile
import NotebookReview

/// The notebook's data about a note, without its text.
struct ReviewedNote: Sendable {
  var summary: NoteSummary
  /// The stored states of the note's prompts. If devices contradict each other, these are the
  /// states that were written last, until the study log's decision is stored. That happens before
  /// each review, and soon after others changed the notebook, for users who review
  /// (`LanguageServer.settleReviews`). Reading the log here would cost time whenever a note is
  /// shown.
  var states: PromptStates

  var source: String { summary.book?.citation ?? summary.title }
}

extension NotebookAccess {
  /// Returns the stored note `id`; nil if it does not exist or the notebook cannot be read. Cost:
  /// two indexed reads.
  func reviewedNote(_ id: String) -> ReviewedNote? {
    let note = try? ask { (notebook) throws(NotebookError) -> ReviewedNote? in
      guard let summary = try notebook.summary(of: id) else { return nil }
      return ReviewedNote(summary: summary, states: try notebook.notes.promptStates(of: id))
    }
    return note ?? nil
  }
}

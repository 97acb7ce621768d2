import NotebookFile
import Notebook
import NotebookReview

/// What the notebook knows of a note besides its text.
struct ReviewedNote: Sendable {
  /// Its title, book and times.
  var summary: NoteSummary
  /// How far its prompts are, as it is stored. Where devices contradict each other that is what the
  /// last of them wrote, until what the log decides is stored: before each review, and where
  /// somebody reviews, soon after others changed the notebook (`LanguageServer.settleReviews`). To
  /// ask the log here would cost its answers each time a note is shown.
  var states: PromptStates

  /// What its quotes are from: the book, otherwise the note.
  var source: String { summary.book?.citation ?? summary.title }
}

extension NotebookAccess {
  /// The stored note `id`; nil if there is none, and while the notebook cannot be read. Cost: two reads
  /// by index.
  func reviewedNote(_ id: String) -> ReviewedNote? {
    let note = try? ask { (notebook) throws(NotebookError) -> ReviewedNote? in
      guard let summary = try notebook.summary(of: id) else { return nil }
      return ReviewedNote(summary: summary, states: try notebook.promptStates(of: id))
    }
    return note ?? nil
  }
}

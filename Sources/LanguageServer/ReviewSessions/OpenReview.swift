import Notebook
import NotebookReview
import SpacedRepetition

/// A session of review that a client has.
struct OpenReview: Sendable {
  /// How the client names it.
  let id: String
  /// The selection of prompts that is reviewed.
  let selection: ReviewSelection
  /// The document that shows it; nil where the client shows it by itself.
  let view: ViewURI?
  /// The session with its notebook.
  var driver: ReviewDriver
  /// Whether it was ended before its end.
  var isStopped = false
  /// A sentence for the user, until the next step.
  var message: String?
  /// The answers there are to the card whose back is shown.
  var choices: [ReviewChoice] = []

  init(_ selection: ReviewSelection, view: ViewURI?, driver: ReviewDriver) {
    id = String(UInt64.random(in: .min ... .max), radix: 36)
    (self.selection, self.view, self.driver) = (selection, view, driver)
  }

  var session: ReviewSession { driver.session }

  /// The prompt that is asked; nil at the end.
  var current: PromptID? { isStopped ? nil : session.current }

  /// Whether the last step can be taken back.
  var canUndo: Bool { !isStopped && session.canUndo }
}

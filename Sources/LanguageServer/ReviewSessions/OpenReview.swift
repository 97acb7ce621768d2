import Notebook
import SpacedRepetition

/// A session of review that a client has.
struct OpenReview: Sendable {
  /// How the client names it.
  let id: String
  /// The selection of prompts that is reviewed.
  let wish: ReviewWish
  /// The document that shows it; nil where the client shows it by itself.
  let view: ViewURI?
  /// Which card is asked.
  var session: ReviewSession
  /// Whether it was ended before its end.
  var isStopped = false
  /// A sentence for the user, until the next step.
  var message: String?
  /// The answers there are to the card whose back is shown.
  var choices: [AnswerChoice] = []

  init(_ wish: ReviewWish, view: ViewURI?, session: ReviewSession) {
    id = String(UInt64.random(in: .min ... .max), radix: 36)
    (self.wish, self.view, self.session) = (wish, view, session)
  }

  /// The prompt that is asked; nil at the end.
  var current: PromptID? { isStopped ? nil : session.current }

  /// Whether the last step can be taken back.
  var canUndo: Bool { !isStopped && session.canUndo }

  /// Leaves out a prompt that is not to be asked any more.
  mutating func leave(_ prompt: PromptID, _ departure: Departure = .gone) {
    session.remove(prompt)
    let reason =
      switch departure {
      case .gone: "its prompt is not in its note any more"
      case .suspended: "it was suspended"
      case .notDue: "it is not due any more"
      }
    message = "A card has left this review: \(reason)."
  }
}

/// An answer that there is to choose.
struct AnswerChoice: Sendable {
  var ease: Ease
  /// As on a button.
  var title: String
  /// The key to press.
  var key: String
  /// When the card would be asked again, as in "4 days"; empty where nothing is recorded.
  var interval: String

  /// As in "Right (4 days)".
  var label: String { interval.isEmpty ? title : "\(title) (\(interval))" }
}

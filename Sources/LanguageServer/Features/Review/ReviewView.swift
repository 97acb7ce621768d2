import Base
import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookReview
import PackratParsing
import SpacedRepetition

extension RenderedView {
  /// The line, from 0, above which the code lenses are shown.
  static let reviewLine = 2

  /// Renders a session: its progress, the present card, and, once the back is shown, a link to the
  /// note. Text of notes is shown as on cards, without its Markdown.
  init(_ review: OpenReview, asking asked: AskedCard?, uri: (NoteSummary) -> String) {
    append("# Review\n\n")
    let progress = review.session.progress
    guard let asked else {
      append(review.outcome + "\n")
      if let message = review.message { append("\n\(message)\n") }
      return
    }
    let isCram = review.session.isCram ? " Answers are not recorded." : ""
    append("\(progress.done) of \(progress.total.counted("card")) done.\(isCram)\n\n")
    append("\(asked.card.context.withoutControls)\n\n\(asked.card.front.asText)\n")
    if review.session.isRevealed {
      let (note, line) = (asked.stored.note, asked.stored.range(in: .utf8).start.line)
      append("\n---\n\n\(asked.card.back.asText)\n\n")
      append("\(asked.stored.card.state.history(now: Date())) Note: ")
      append(note.title.withoutControls, linkingTo: uri(note) + "#L\(line + 1)")
      append("\n")
    }
    if let message = review.message { append("\n\(message)\n") }
  }
}

extension OpenReview {
  fileprivate var outcome: String {
    let summary = session.summary
    if summary.answered == 0, session.progress.total == 0 { return "No cards to review." }
    return "\(isStopped ? "Stopped" : "Done"): \(summary.answered.counted("answer")), "
      + "\(summary.correct) right, \(summary.incorrect) wrong."
  }
}

extension CardText {
  /// The text, with the answer of a cloze in bold, its hint in brackets, and images in parentheses.
  fileprivate var asText: String {
    runs.map { run in
      let text = run.text.keepingLines
      return switch run.style {
      case .answer: "**\(text)**"
      case .hint: "[\(text)]"
      case .image: "(image: \(text))"
      case .plain, .emphasis, .strong, .code, .blank, .caption: text
      }
    }.joined()
  }
}

extension ReviewRequests {
  /// Renders the view of a review. Starts a session if there is none.
  func render(reviewOf selection: ReviewSelection, in view: ViewURI) throws(ResponseError)
    -> RenderedView
  {
    var review: OpenReview
    if let open = memory.reviews.review(showing: selection) {
      review = open
    } else {
      review = try start(selection, view: view)
    }
    return try render(&review)
  }

  func render(_ review: inout OpenReview) throws(ResponseError) -> RenderedView {
    let asked = try look(at: &review)
    let rendered = RenderedView(review, asking: asked, uri: uri)
    if let view = review.view { memory.views.remember(rendered, of: view.content) }
    return rendered
  }
}

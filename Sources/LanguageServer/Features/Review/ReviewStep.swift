import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import NotebookReview
import SpacedRepetition

/// Something that is done in a session of review and leaves it in another state. `ReviewStep.all` is
/// the whole list: each is a request `commonplace/review/NAME`, and a command
/// `commonplace.review.NAME`.
struct ReviewStep: Sendable {
  let name: String
  /// Whether the notebook is written.
  let writes: Bool
  /// Takes the step. If it throws, the session stays where it was.
  let take: @Sendable (RequestContext, inout OpenReview, JSONValue) throws(ResponseError) -> Void

  private init(
    _ name: String, writes: Bool = false,
    take:
      @escaping @Sendable (RequestContext, inout OpenReview, JSONValue)
      throws(ResponseError) -> Void
  ) {
    (self.name, self.writes, self.take) = (name, writes, take)
  }
}

extension ReviewStep {
  static let all: [ReviewStep] = [.state, .reveal, .answer, .undo, .skip, .suspend]

  /// No step: the card is read again, after its note was edited.
  private static let state = ReviewStep("state") { (_, _, _) throws(ResponseError) in }

  /// Shows the card's back.
  private static let reveal = ReviewStep("reveal") { (_, review, _) throws(ResponseError) in
    _ = try review.asked()
    review.driver.reveal()
  }

  /// `ease`: records the answer, and goes on when it is on disk.
  private static let answer = ReviewStep("answer", writes: true) {
    (context, review, params) throws(ResponseError) in
    let options = review.session.options
    let name: String = try params.param("ease")
    guard let ease = Ease(rawValue: name), options.answers.eases.contains(ease) else {
      let names = options.answers.eases.map(\.rawValue).joined(separator: ", ")
      throw .invalidParams("ease: expected one of \(names)")
    }
    _ = try review.asked()
    guard review.session.isRevealed else {
      throw .requestFailed("Show the answer before rating the card.")
    }
    // Clients are notified of answers that are recorded only.
    func answer(_ notebook: Notebook) throws(NotebookError) -> Bool {
      try review.driver.answer(ease, in: notebook)
    }
    _ =
      try review.session.isCram
      ? context.notebook.ask(answer) : context.notebook.record(answer)
  }

  /// Takes back the last answer, skip or suspension.
  private static let undo = ReviewStep("undo", writes: true) {
    (context, review, _) throws(ResponseError) in
    guard review.canUndo else {
      throw .requestFailed("There is nothing to undo in this review.")
    }
    let undone = try context.notebook.record { (notebook) throws(NotebookError) in
      try review.driver.undo(in: notebook)
    }
    if case .answer(isGone: true) = undone {
      review.message = "That answer was already removed by another program or device."
    }
  }

  /// Leaves the card out of this session.
  private static let skip = ReviewStep("skip") { (_, review, _) throws(ResponseError) in
    _ = try review.asked()
    review.driver.skip()
  }

  /// Leaves the card out of all sessions, until it is resumed.
  private static let suspend = ReviewStep("suspend", writes: true) {
    (context, review, _) throws(ResponseError) in
    _ = try review.asked()
    _ = try context.notebook.record { (notebook) throws(NotebookError) in
      try review.driver.suspend(in: notebook)
    }
  }
}

extension OpenReview {
  /// The prompt that is asked.
  fileprivate func asked() throws(ResponseError) -> PromptID {
    guard let current else { throw .requestFailed("This review is over.") }
    return current
  }
}

// MARK: Driving

extension ReviewRequests {
  /// Begins a session. If devices contradict each other, the study log's decision is written first,
  /// if it can be. While due prompts are unknown, it begins with those of a part of the notes, and they are counted.
  func start(_ selection: ReviewSelection, view: ViewURI? = nil) throws(ResponseError)
    -> OpenReview
  {
    let options = selection.options(settings)
    let choice = CardChoice(
      limit: options.limit, newPerDay: options.newPerDay, order: options.order,
      isCram: selection.isCram)
    let seed = UInt64.random(in: .min ... .max)
    let cards: [PromptID]
    let firstCounts: ReviewCounts?
    if context.knowsDuePrompts {
      if let settled = try? notebook.notebook().reviews.settle(), settled > 0 {
        notebook.wasRecorded()
      }
      cards = try notebook.ask { (notebook) throws(NotebookError) in
        try notebook.reviews.chooseCards(selection.scope, choice, seed: seed)
      }
      firstCounts = nil
    } else {
      let first = try notebook.ask { (notebook) throws(NotebookError) in
        try notebook.reviews.chooseFirstCards(selection.scope, choice, seed: seed)
      }
      guard let first else { throw .duePromptsAreUnknown }
      cards = first.cards
      firstCounts = first.counts
      server.countDuePrompts()
    }
    var review = OpenReview(
      selection, view: view, driver: ReviewDriver(cards, options: options, isCram: selection.isCram)
    )
    review.firstCounts = firstCounts
    memory.reviews.add(review)
    return review
  }

  /// The session that `params` names.
  func review(_ params: JSONValue) throws(ResponseError) -> OpenReview {
    guard let review = memory.reviews.review(try params.param("session")) else {
      throw .requestFailed("This review no longer exists. Start a new one.")
    }
    return review
  }

  /// Takes a step in the session that `params` names: the state that it leads to.
  func take(_ step: ReviewStep, _ params: JSONValue) throws(ResponseError) -> JSONValue {
    var review = try review(params)
    review.message = nil
    review.driver.begin()
    try step.take(context, &review, params)
    // A completed step stays, even if the next card cannot be read.
    memory.reviews.update(review)
    defer { changed(review) }
    return try state(of: &review)
  }

  /// Ends a session. Returns the answers. Its view shows them.
  func stop(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    var review = try review(params)
    if review.view == nil {
      memory.reviews.remove(review.id)
    } else {
      review.isStopped = true
      review.message = nil
      memory.reviews.update(review)
      changed(review)
    }
    return review.session.summary.json
  }

  /// Asks the client to load the view of a session again, if one shows it.
  func changed(_ review: OpenReview) {
    guard let view = review.view else { return }
    let spellings = documents.values.map(\.uri).filter { ViewURI($0)?.content == view.content }
    for uri in spellings.isEmpty ? [view.text] : spellings.sorted() {
      client.viewChanged(uri)
    }
    server.refresh([.codeLenses])
  }
}

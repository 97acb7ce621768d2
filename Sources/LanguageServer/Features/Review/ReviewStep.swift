import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import NotebookReview
import SpacedRepetition

/// A step in a review session. Each is a request `commonplace/review/NAME`, and, except `state`, a
/// command `commonplace.review.NAME`.
struct ReviewStep: Sendable {
  let name: String
  let writes: Bool
  /// If it throws, the stored session does not change.
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

  /// Does not change the session. The card is read again, for example after its note was edited.
  private static let state = ReviewStep("state") { (_, _, _) throws(ResponseError) in }

  private static let reveal = ReviewStep("reveal") { (_, review, _) throws(ResponseError) in
    _ = try review.asked()
    review.driver.reveal()
  }

  /// Records the answer in the parameter `ease`, and continues once it is on disk. Nothing is
  /// recorded in a cram session.
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
    // Clients are only notified of recorded answers.
    func answer(_ notebook: Notebook) throws(NotebookError) -> Bool {
      try review.driver.answer(ease, in: notebook)
    }
    _ =
      try review.session.isCram
      ? context.notebook.ask(answer) : context.notebook.record(answer)
  }

  /// Undoes the last answer, skip or suspension.
  private static let undo = ReviewStep("undo", writes: true) {
    (context, review, _) throws(ResponseError) in
    guard review.canUndo else {
      throw .requestFailed("Nothing to undo in this review.")
    }
    let undone = try context.notebook.record { (notebook) throws(NotebookError) in
      try review.driver.undo(in: notebook)
    }
    if case .answer(isGone: true) = undone {
      review.message =
        "The answer was not undone, because the answer or its prompt no longer exists."
    }
  }

  /// Skips the card for this session.
  private static let skip = ReviewStep("skip") { (_, review, _) throws(ResponseError) in
    _ = try review.asked()
    review.driver.skip()
  }

  /// Skips the card in all sessions, until it is resumed.
  private static let suspend = ReviewStep("suspend", writes: true) {
    (context, review, _) throws(ResponseError) in
    _ = try review.asked()
    _ = try context.notebook.record { (notebook) throws(NotebookError) in
      try review.driver.suspend(in: notebook)
    }
  }
}

extension OpenReview {
  /// Returns the present prompt. Throws if the review is over.
  fileprivate func asked() throws(ResponseError) -> PromptID {
    guard let current else { throw .requestFailed("This review is over. Start a new one.") }
    return current
  }
}

// MARK: Driving

extension ReviewRequests {
  /// Starts a session. If devices contradict each other, stores the study log's decision first, if
  /// possible. While due prompts are not counted, starts with due prompts from some of the notes
  /// and counts all in the background, or throws `duePromptsAreUnknown`.
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

  func review(_ params: JSONValue) throws(ResponseError) -> OpenReview {
    guard let review = memory.reviews.review(try params.param("session")) else {
      throw .requestFailed("This review no longer exists. Start a new one.")
    }
    return review
  }

  func take(_ step: ReviewStep, _ params: JSONValue) throws(ResponseError) -> JSONValue {
    var review = try review(params)
    review.message = nil
    review.driver.begin()
    try step.take(context, &review, params)
    // A completed step is kept, even if the next card cannot be read.
    memory.reviews.update(review)
    defer { changed(review) }
    return try state(of: &review)
  }

  /// Ends a session. Returns its summary, which its view also shows.
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

  /// Asks the client to reload the view of a session and the code lenses, if there is a view.
  func changed(_ review: OpenReview) {
    guard let view = review.view else { return }
    let spellings = documents.values.map(\.uri).filter { ViewURI($0)?.content == view.content }
    for uri in spellings.isEmpty ? [view.text] : spellings.sorted() {
      client.viewChanged(uri)
    }
    server.refresh([.codeLenses])
  }
}

import Base
import Notebook
import NotebookReview
import SpacedRepetition

/// The sessions of review that a client has. Steps are taken in the notebook's queue alone; the
/// state may be read on any thread.
final class OpenReviews: Sendable {
  /// Maximum number of open reviews. The least recently used one is dropped; its answers are already saved.
  static let limit = 16

  /// Those that were used last are at the end.
  private let reviews = Mutex<[OpenReview]>([])

  /// The session called `id`.
  func review(_ id: String) -> OpenReview? {
    reviews.withLock { $0.first { $0.id == id } }
  }

  /// The session that the view of `selection` shows.
  func review(showing selection: ReviewSelection) -> OpenReview? {
    reviews.withLock { $0.last { $0.view != nil && $0.selection == selection } }
  }

  /// Whether there is none.
  var isEmpty: Bool { reviews.withLock { $0.isEmpty } }

  /// Those that a view shows.
  var shown: [OpenReview] { reviews.withLock { $0.filter { $0.view != nil } } }

  /// Adds a session. One that the same view showed goes.
  func add(_ review: OpenReview) {
    reviews.withLock { reviews in
      if review.view != nil {
        reviews.removeAll { $0.view != nil && $0.selection == review.selection }
      }
      reviews.append(review)
      if reviews.count > Self.limit { reviews.removeFirst() }
    }
  }

  /// Replaces the earlier state of a session, if it still exists.
  func update(_ review: OpenReview) {
    reviews.withLock { reviews in
      guard let place = reviews.firstIndex(where: { $0.id == review.id }) else { return }
      reviews.remove(at: place)
      reviews.append(review)
    }
  }

  func remove(_ id: String) {
    reviews.withLock { $0.removeAll { $0.id == id } }
  }

  func removeAll() { reviews.withLock { $0 = [] } }

  /// The view of `selection` was closed. A session that is not over continues when it is opened again:
  /// some clients close a view to load it again.
  func close(_ selection: ReviewSelection) {
    reviews.withLock { reviews in
      reviews.removeAll { $0.view != nil && $0.selection == selection && $0.current == nil }
    }
  }
}

/// A session of review that a client has.
struct OpenReview: Sendable {
  /// The client's name for it.
  let id: String
  /// The selection of prompts that is reviewed.
  let selection: ReviewSelection
  /// The document that shows it; nil where the client shows it by itself.
  let view: ViewURI?
  /// The session with its notebook.
  var driver: ReviewDriver
  /// Whether it was ended before its end.
  var isStopped = false
  /// At least so many prompts are due, if it began while they were counted; nil once they are known.
  var firstCounts: ReviewCounts?
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

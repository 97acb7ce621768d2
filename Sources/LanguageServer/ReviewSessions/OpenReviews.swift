import Base
import Notebook
import NotebookReview
import SpacedRepetition

/// The client's review sessions. They change only in the notebook's queue; the state may be read on
/// any thread.
final class OpenReviews: Sendable {
  /// Maximum number of open reviews. The least recently used one is dropped; its answers are
  /// already saved.
  static let limit = 16

  /// The most recently used last.
  private let reviews = Mutex<[OpenReview]>([])

  func review(_ id: String) -> OpenReview? {
    reviews.withLock { $0.first { $0.id == id } }
  }

  func review(showing selection: ReviewSelection) -> OpenReview? {
    reviews.withLock { $0.last { $0.view != nil && $0.selection == selection } }
  }

  var isEmpty: Bool { reviews.withLock { $0.isEmpty } }

  var shown: [OpenReview] { reviews.withLock { $0.filter { $0.view != nil } } }

  /// Adds a session. It replaces a session in the same view.
  func add(_ review: OpenReview) {
    reviews.withLock { reviews in
      if review.view != nil {
        reviews.removeAll { $0.view != nil && $0.selection == review.selection }
      }
      reviews.append(review)
      if reviews.count > Self.limit { reviews.removeFirst() }
    }
  }

  /// Replaces the previous state of a session, if it still exists.
  func update(_ review: OpenReview) {
    reviews.withLock { reviews in
      guard let index = reviews.firstIndex(where: { $0.id == review.id }) else { return }
      reviews.remove(at: index)
      reviews.append(review)
    }
  }

  func remove(_ id: String) {
    reviews.withLock { $0.removeAll { $0.id == id } }
  }

  func removeAll() { reviews.withLock { $0 = [] } }

  /// Handles the closing of the view of `selection`. An unfinished session is kept, and continues
  /// when the view is opened again: some clients close a view to reload it.
  func close(_ selection: ReviewSelection) {
    reviews.withLock { reviews in
      reviews.removeAll { $0.view != nil && $0.selection == selection && $0.current == nil }
    }
  }
}

struct OpenReview: Sendable {
  /// The random ID by which the client names the session.
  let id: String
  let selection: ReviewSelection
  /// The document that shows the session; nil if the client shows it itself.
  let view: ViewURI?
  var driver: ReviewDriver
  var isStopped = false
  /// A lower bound of the due counts, if the session began before they were counted; nil once they
  /// are known.
  var firstCounts: ReviewCounts?
  /// A sentence for the user, until the next step.
  var message: String?
  /// The possible answers to the card whose back is shown.
  var choices: [ReviewChoice] = []

  init(_ selection: ReviewSelection, view: ViewURI?, driver: ReviewDriver) {
    id = String(UInt64.random(in: .min ... .max), radix: 36)
    (self.selection, self.view, self.driver) = (selection, view, driver)
  }

  var session: ReviewSession { driver.session }

  /// The prompt that is shown; nil at the end.
  var current: PromptID? { isStopped ? nil : session.current }

  var canUndo: Bool { !isStopped && session.canUndo }
}

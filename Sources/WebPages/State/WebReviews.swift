import Base
import Notebook
import NotebookFile
import NotebookReview
import SpacedRepetition

/// The review sessions of pages. Steps of a session run one at a time, even from several pages.
final class WebReviews: Sendable {
  /// Maximum number of open reviews. The least recently used one is dropped; its answers are
  /// already saved.
  static let limit = 16

  private let kept = Mutex<[WebReview]>([])

  func add(_ driver: ReviewDriver, title: String) -> String {
    let review = WebReview(id: RandomName.make(), title: title, driver: driver)
    kept.withLock {
      $0.append(review)
      if $0.count > Self.limit { $0.removeFirst() }
    }
    return review.id
  }

  /// Returns the session with this ID, and marks it as last used.
  func find(_ id: String) -> WebReview? {
    kept.withLock { kept in
      guard let index = kept.firstIndex(where: { $0.id == id }) else { return nil }
      let review = kept.remove(at: index)
      kept.append(review)
      return review
    }
  }

  var count: Int { kept.withLock { $0.count } }
}

final class WebReview: Sendable {
  /// The session's name in addresses, which cannot be guessed.
  let id: String
  /// A name for the reviewed notes, for people; empty for all notes.
  let title: String
  private let state: Mutex<State>

  struct State: Sendable {
    var driver: ReviewDriver
    /// Number of steps so far. Forms contain it, so that a form that is sent twice acts only once.
    var step = 0
    /// A sentence for the user, shown until the next step.
    var message: String?
  }

  init(id: String, title: String, driver: ReviewDriver) {
    (self.id, self.title) = (id, title)
    state = Mutex(State(driver: driver))
  }

  enum Step: Sendable, Equatable {
    case reveal, skip, suspend, undo
    case answer(Ease)
  }

  /// Returns the session with its card, after reading the card again.
  func look(_ notebook: Notebook) throws(NotebookError) -> State {
    try state.withLock { (state) throws(NotebookError) in
      state.driver.begin()
      try state.driver.load(from: notebook)
      if let reason = state.driver.removalReason?.sentence {
        state.message = [state.message, reason].compactMap(\.self).joined(separator: " ")
      }
      return state
    }
  }

  /// Performs a step. Ignores a form that is outdated: its `number` is not the current one.
  ///
  /// If another program or device answered the card since it was shown, the card leaves the
  /// session, and the user's answer is not recorded. So a card is not asked twice.
  func take(_ step: Step, at number: Int, in notebook: Notebook) throws(NotebookError) {
    try state.withLock { (state) throws(NotebookError) in
      guard number == state.step else { return }
      state.message = nil
      state.driver.begin()
      let shown = state.driver.session.current
      if step != .undo {
        try state.driver.load(from: notebook)
        guard state.driver.session.current == shown, shown != nil else {
          state.message = state.driver.removalReason?.sentence
          state.step += 1
          return
        }
      }
      switch step {
      case .reveal: state.driver.reveal()
      case .skip: state.driver.skip()
      case .suspend:
        if try state.driver.suspend(in: notebook) {
          state.message = "The card is suspended until you resume it. Undo reverses this."
        }
      case .answer(let ease):
        guard state.driver.session.isRevealed,
          state.driver.session.options.answers.eases.contains(ease)
        else { return }
        _ = try state.driver.answer(ease, in: notebook)
        state.message = state.driver.removalReason?.sentence
      case .undo:
        switch try state.driver.undo(in: notebook) {
        case nil: state.message = "This review has no step to undo."
        case .answer(isGone: true):
          state.message =
            "The answer was not undone, because the answer or its prompt no longer exists."
        case .answer: state.message = "The last answer was undone."
        case .skip: state.message = "Here is the skipped card."
        case .suspension: state.message = "The card is resumed."
        }
      }
      state.step += 1
    }
  }
}

import Base
import Notebook
import NotebookFile
import NotebookReview
import SpacedRepetition

/// The sessions of review that pages have. Steps of one follow each other, whatever pages show it.
final class WebReviews: Sendable {
  /// Maximum number of open reviews. The least recently used one is dropped; its answers are already saved.
  static let limit = 16

  private let kept = Mutex<[WebReview]>([])

  /// Adds a session. Returns its name.
  func add(_ driver: ReviewDriver, title: String) -> String {
    let review = WebReview(id: RandomName.make(), title: title, driver: driver)
    kept.withLock {
      $0.append(review)
      if $0.count > Self.limit { $0.removeFirst() }
    }
    return review.id
  }

  /// The session of this name, as the last used one.
  func find(_ id: String) -> WebReview? {
    kept.withLock { kept in
      guard let place = kept.firstIndex(where: { $0.id == id }) else { return nil }
      let review = kept.remove(at: place)
      kept.append(review)
      return review
    }
  }

  /// The number of sessions, for tests.
  var count: Int { kept.withLock { $0.count } }
}

/// A session of review.
final class WebReview: Sendable {
  /// The name in addresses, which cannot be guessed.
  let id: String
  /// The notes that are reviewed, for people; empty for all.
  let title: String
  private let state: Mutex<State>

  /// A session at a moment.
  struct State: Sendable {
    var driver: ReviewDriver
    /// The number of steps so far. A form names it, so that one that is sent twice does nothing again.
    var step = 0
    /// A sentence for the user, until the next step.
    var message: String?
  }

  init(id: String, title: String, driver: ReviewDriver) {
    (self.id, self.title) = (id, title)
    state = Mutex(State(driver: driver))
  }

  /// Something that a user does.
  enum Step: Sendable, Equatable {
    case reveal, skip, suspend, undo
    case answer(Ease)
  }

  /// The session with its card, read with the latest changes of others.
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

  /// Takes a step, unless the form that asks for it is not of this moment.
  ///
  /// A card that was answered elsewhere since it was shown leaves the session, and its answer is not
  /// recorded: nothing is asked twice.
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
          state.message = "Suspended until you resume the card. Undo reverses this."
        }
      case .answer(let ease):
        guard state.driver.session.isRevealed,
          state.driver.session.options.answers.eases.contains(ease)
        else { return }
        _ = try state.driver.answer(ease, in: notebook)
        state.message = state.driver.removalReason?.sentence
      case .undo:
        switch try state.driver.undo(in: notebook) {
        case nil: state.message = "There is nothing to undo."
        case .answer(isGone: true):
          state.message = "That answer is gone: the notebook was changed elsewhere."
        case .answer: state.message = "The last answer was undone."
        case .skip: state.message = "Here is the skipped card."
        case .suspension: state.message = "The card is resumed."
        }
      }
      state.step += 1
    }
  }
}

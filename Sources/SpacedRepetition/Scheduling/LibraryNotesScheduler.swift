import Foundation

/// The app's scheduler: Anki's, with the app's parameters.
///
/// It has no learning steps: a prompt is new until its first answer, and in review afterwards.
/// Three things differ from the app. Right and wrong answers and lapses are counted, which the app
/// omits. `hard` for a new prompt, an error in the app, gives the interval of `again`. Intervals
/// end with the year 9999.
struct LibraryNotesScheduler: Sendable {
  /// The intervals of a new prompt: `first` after `again` or `hard`, `second` after `good`.
  private static let learningIntervals = (first: 1 * .day, second: 4 * .day)
  private static let easyGraduatingInterval = 4 * .day
  private static let easyBoost = 1.3
  private static let lowestFactor = 1.3

  /// Returns the state after an answer. A repetition in the same session only counts as right or
  /// wrong.
  func next(_ state: PromptState, after answer: ReviewAnswer) -> PromptState {
    next(state, after: answer, fuzz: Fuzz(answer.prompt, at: answer.date))
  }

  func next(_ state: PromptState, after answer: ReviewAnswer, fuzz: Fuzz) -> PromptState {
    var next = state
    next.countAnswer(answer.ease)
    guard !answer.isRepetition else { return next }
    next.reviewCount.count()
    if !state.isLearning && answer.ease == .again { next.lapseCount.count() }
    let date = answer.date.storable
    let (interval, factor) = interval(of: state, after: answer, at: date)
    next.factor = factor
    next.lastReview = date
    next.idealInterval = interval
    next.due = date.storable(after: fuzz(interval))
    return next
  }

  /// Returns the interval, in seconds, and the factor after an answer.
  private func interval(of state: PromptState, after answer: ReviewAnswer, at date: Date)
    -> (TimeInterval, Double)
  {
    let factor = state.factor.isFinite && state.factor > 0 ? state.factor : PromptState().factor
    guard !state.isLearning, let lastReview = state.lastReview?.storable else {
      return switch answer.ease {
      case .again, .hard: (Self.learningIntervals.first, factor)
      case .good: (Self.learningIntervals.second, factor)
      case .easy: (Self.easyGraduatingInterval, factor)
      }
    }
    let interval = (state.idealInterval ?? .day).clamped(to: 0...(.longest))
    // The delay after the ideal time to ask.
    let delay =
      state.idealInterval == nil ? 0 : max(date.timeIntervalSince(lastReview) - interval, 0)
    let (next, nextFactor): (TimeInterval, Double) =
      switch (answer.ease, answer.answers) {
      case (.again, .four): (Self.learningIntervals.first, max(Self.lowestFactor, factor - 0.2))
      case (.again, .two), (.hard, _): (interval * 1.2, max(Self.lowestFactor, factor - 0.15))
      case (.good, _): ((interval + delay / 2) * factor, factor)
      case (.easy, _): ((interval + delay) * factor * Self.easyBoost, factor + 0.15)
      }
    return (next.clamped(to: 0...(.longest)), nextFactor)
  }
}

extension PromptState {
  mutating func countAnswer(_ ease: Ease) {
    if ease.isCorrect { totalCorrect.count() } else { totalIncorrect.count() }
  }
}

import Foundation

/// The app's scheduler: Anki's, with its parameters.
///
/// It remembers no learning step: a prompt is new until it was answered once, and in review from then
/// on. Three things differ from the app. Right and wrong answers and lapses are counted, which it
/// forgets to do; a new prompt can be answered `hard`, which is an error there, and has its step
/// again; and intervals end where dates do.
struct LibraryNotesScheduler: Sendable {
  /// The interval after which a new prompt is asked again, by learning step.
  private static let learningIntervals = (first: 1 * .day, second: 4 * .day)
  private static let easyGraduatingInterval = 4 * .day
  private static let easyBoost = 1.3
  private static let lowestFactor = 1.3

  /// The state after an answer. A repetition only counts as right or wrong.
  func next(_ state: PromptState, after answer: ReviewAnswer) -> PromptState {
    next(state, after: answer, fuzz: Fuzz(answer.prompt, at: answer.date))
  }

  /// The same with a chance of the caller's.
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

  /// The interval and the factor that an answer leads to.
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
    // The delay, counted from the best time to ask.
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
  /// Counts an answer as right or wrong.
  mutating func countAnswer(_ ease: Ease) {
    if ease.isCorrect { totalCorrect.count() } else { totalIncorrect.count() }
  }
}

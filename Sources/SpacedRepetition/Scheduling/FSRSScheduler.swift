import Foundation

/// The Free Spaced Repetition Scheduler, version 6, like the reference implementation (py-fsrs
/// 6.3.2). `Fuzz` chooses the random part of intervals.
struct FSRSScheduler: Sendable {
  var desiredRetention = 0.9
  /// The seconds after which a new prompt is asked again, by step.
  var learningSteps: [TimeInterval] = [60, 600]
  /// The seconds after which a forgotten prompt is asked again, by step.
  var relearningSteps: [TimeInterval] = [600]
  /// The maximum interval, in days.
  var maximumInterval = 36_500.0
  var parameters = FSRSParameters.published
  var isFuzzed = true

  init(_ settings: FSRSSettings = FSRSSettings()) {
    desiredRetention = settings.desiredRetention
    maximumInterval = Double(settings.maximumInterval)
    parameters = settings.parameters
  }

  /// Returns the state after an answer. Updates the app's fields, too, so that other devices ask at
  /// the same time. A repetition in the same session counts like other answers, but does not change
  /// `factor`.
  func next(_ card: CardState, after answer: ReviewAnswer) -> CardState {
    let memory = card.memory ?? FSRSMemory(estimatedFrom: card.state, by: parameters)
    let date = answer.date.storable
    let fuzz = isFuzzed ? Fuzz(answer.prompt, at: date) : nil
    let (next, interval) = next(memory, after: answer.ease, at: date, fuzz: fuzz)
    var state = card.state
    state.countAnswer(answer.ease)
    state.reviewCount.count()
    if memory.phase == .review && answer.ease == .again { state.lapseCount.count() }
    state.factor = LibraryNotesScheduler().next(card.state, after: answer).factor
    state.lastReview = next.lastReview
    state.idealInterval = interval
    state.due = next.due
    return CardState(state, memory: next, isSuspended: card.isSuspended)
  }

  /// Returns the memory of a card after an answer at `date`, and the interval without `fuzz`, in
  /// seconds. A memory of other parameters is used as it is: stability is a number of days under
  /// all parameters.
  func next(_ memory: FSRSMemory, after ease: Ease, at date: Date, fuzz: Fuzz?)
    -> (FSRSMemory, interval: TimeInterval)
  {
    var next = memory
    let date = date.storable
    let formulas = FSRSFormulas(parameters)
    let (stability, difficulty) = recall(memory, ease, at: date, formulas)
    next.parameters = parameters
    next.stability = stability
    next.difficulty = difficulty
    next.lastReview = date
    if let step = takeStep(&next, ease) {
      next.due = date.storable(after: step)
      return (next, step.clamped(to: 0...(.longest)))
    }
    next.phase = .review
    next.step = nil
    let days = days(stability: stability, formulas)
    let fuzzed = fuzz?.days(days, atMost: maximumInterval) ?? days
    next.due = date.storable(after: fuzzed * .day)
    return (next, days * .day)
  }

  private func recall(
    _ memory: FSRSMemory, _ ease: Ease, at date: Date, _ formulas: FSRSFormulas
  ) -> (stability: Double, difficulty: Double) {
    guard let stability = memory.stability, let difficulty = memory.difficulty else {
      return (formulas.initialStability(ease), formulas.initialDifficulty(ease))
    }
    let (s, d) = (FSRSFormulas.stability(stability), FSRSFormulas.difficulty(difficulty))
    let nextDifficulty = formulas.nextDifficulty(d, after: ease)
    let days = memory.lastReview.map { (date.timeIntervalSince($0.storable) / .day).rounded(.down) }
    if let days, days < 1 {
      return (formulas.shortTermStability(s, after: ease), nextDifficulty)
    }
    let retrievability = days.map { formulas.retrievability(stability: s, days: $0) } ?? 0
    return (
      formulas.nextStability(s, difficulty: d, retrievability: retrievability, after: ease),
      nextDifficulty
    )
  }

  /// Sets phase and step of `memory`, and returns the next short step in seconds; nil if the next
  /// interval is in days.
  private func takeStep(_ memory: inout FSRSMemory, _ ease: Ease) -> TimeInterval? {
    if memory.phase == .review {
      guard ease == .again, let first = relearningSteps.first else { return nil }
      memory.phase = .relearning
      memory.step = 0
      return first
    }
    let steps = memory.phase == .learning ? learningSteps : relearningSteps
    guard let first = steps.first else { return nil }
    let step = max(0, memory.step ?? 0)
    switch ease {
    case .again:
      memory.step = 0
      return first
    // There may have been more steps when the card was last answered.
    case .hard where step < steps.count:
      memory.step = step
      guard step == 0 else { return steps[step] }
      return steps.count == 1 ? first * 1.5 : (first + steps[1]) / 2
    case .good where step < steps.count - 1:
      memory.step = step + 1
      return steps[step + 1]
    case .hard, .good, .easy: return nil
    }
  }

  private func days(stability: Double, _ formulas: FSRSFormulas) -> Double {
    formulas.interval(stability: stability, retention: desiredRetention)
      .rounded(.toNearestOrEven).clamped(to: 1...max(1, maximumInterval))
  }
}

extension FSRSMemory {
  /// Estimates the memory from the state by another scheduler, without the answers. It assumes that
  /// the card is remembered after its interval with a probability of 0.9. A right answer at that
  /// time would multiply the interval by the card's factor.
  init(estimatedFrom state: PromptState, by parameters: FSRSParameters = .published) {
    self.init(parameters: parameters)
    guard !state.isLearning else { return }
    let days = FSRSFormulas.stability((state.idealInterval ?? .day) / .day)
    phase = .review
    step = nil
    stability = days
    difficulty = FSRSFormulas(parameters).difficulty(ofFactor: state.factor, stability: days)
    lastReview = state.lastReview?.storable
    due = state.due?.storable
  }
}

/// Computes FSRS's memory of one prompt from its answers, with any parameters: stability and
/// difficulty depend on all answers, so other parameters need all of them again.
///
/// Cost: each answer is processed once for each requested set of parameters.
package struct FSRSHistory: Sendable {
  private let start: PromptState
  private var answers: [ReviewAnswer] = []
  private var known: [FSRSParameters: (count: Int, memory: FSRSMemory)] = [:]

  /// Maximum number of sets of parameters; for further sets, the published parameters are used, to
  /// limit the cost.
  private static let mostParameters = 64

  /// Starts with a prompt's state, as another scheduler stored it.
  package init(from start: PromptState) { self.start = start }

  /// Adds an answer, which must be the latest.
  package mutating func append(_ answer: ReviewAnswer) { answers.append(answer) }

  /// Returns the memory after all answers; nil if there are none.
  package mutating func memory(by parameters: FSRSParameters) -> FSRSMemory? {
    guard !answers.isEmpty else { return nil }
    var parameters = parameters
    if known[parameters] == nil, known.count >= Self.mostParameters { parameters = .published }
    let scheduler = FSRSScheduler(FSRSSettings(parameters: parameters))
    var (count, memory) =
      known[parameters] ?? (0, FSRSMemory(estimatedFrom: start, by: parameters))
    for answer in answers.dropFirst(count) {
      memory = scheduler.next(memory, after: answer.ease, at: answer.date, fuzz: nil).0
      count += 1
    }
    known[parameters] = (count, memory)
    return memory
  }
}

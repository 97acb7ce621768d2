import Foundation

/// The free spaced repetition scheduler, version 6, as the reference implementation has it (py-fsrs
/// 6.3.2); `Fuzz` chooses the random part of intervals.
struct FSRSScheduler: Sendable {
  /// The wanted probability that a prompt is remembered when it is asked.
  var desiredRetention = 0.9
  /// The numbers of seconds after which a prompt is asked again while it is new,
  var learningSteps: [TimeInterval] = [60, 600]
  /// and after it was forgotten.
  var relearningSteps: [TimeInterval] = [600]
  /// In days.
  var maximumInterval = 36_500.0
  var parameters = FSRSParameters.published
  var isFuzzed = true

  init(_ settings: FSRSSettings = FSRSSettings()) {
    desiredRetention = settings.desiredRetention
    maximumInterval = Double(settings.maximumInterval)
    parameters = settings.parameters
  }

  /// The state after an answer. The app's fields go along, so that other devices ask at the same
  /// time: a repetition is an answer like others, but changes no factor.
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

  /// The memory of a card after an answer at `date`, and the seconds after which it would be asked
  /// without `fuzz`. A memory that other parameters made is taken as it is: a stability is a number
  /// of days under all parameters.
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

  /// The stability and difficulty after an answer.
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

  /// The short step that comes next, in seconds; nil if the next interval is one of days.
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
    // Steps can have been more when it was answered last.
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

  /// The whole days after which a card is to be asked.
  private func days(stability: Double, _ formulas: FSRSFormulas) -> Double {
    formulas.interval(stability: stability, retention: desiredRetention)
      .rounded(.toNearestOrEven).clamped(to: 1...max(1, maximumInterval))
  }
}

extension FSRSMemory {
  /// The estimate from another scheduler's state of a card whose answers are not known: it is
  /// remembered after its interval with a probability of 0.9, and the next right answer then would
  /// multiply that by its factor.
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

/// FSRS's memory of one prompt after some answers, by any parameters: stability and difficulty
/// follow from all answers, so that other parameters need all of them again.
///
/// Cost: each answer once for each set of parameters that is asked for.
package struct FSRSHistory: Sendable {
  private let start: PromptState
  private var answers: [ReviewAnswer] = []
  private var known: [FSRSParameters: (count: Int, memory: FSRSMemory)] = [:]

  /// No real log has answers by more sets of parameters: those of a log that has more are taken for
  /// the published ones, so that it costs no more.
  private static let mostParameters = 64

  /// Begins with the state of a prompt that another scheduler stored.
  package init(from start: PromptState) { self.start = start }

  /// Adds an answer, after the others.
  package mutating func append(_ answer: ReviewAnswer) { answers.append(answer) }

  /// The memory after all answers. Returns nil if there are none.
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

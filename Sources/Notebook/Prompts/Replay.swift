import Foundation
package import SpacedRepetition

/// Replays the logged answers to the prompts of a block, if devices that did not know of each other
/// answered: the same log has the same outcome everywhere.
///
/// A prompt begins in the state that the first of its answers found; the app does not record it.
/// From there the replay gives all answers that this state does not include, each to the scheduler
/// that was used then. A prompt whose last answer was in the app has the due date that the app gave
/// it, if that is still there, because only the app knows its random part. Answers to other prompts
/// of the block bury.
package struct Replay {
  /// One for each prompt, none suspended. Only if FSRS had the last answer has it a memory, as it
  /// was stored with that answer.
  package private(set) var cards: [CardState]
  /// All that FSRS would know, had it scheduled from the beginning.
  private var histories: [FSRSHistory]

  /// FSRS's memory of a prompt of the block by `parameters`. Returns nil if it was never answered.
  package mutating func memory(of index: Int, by parameters: FSRSParameters) -> FSRSMemory? {
    histories.indices.contains(index) ? histories[index].memory(by: parameters) : nil
  }

  /// `versions` are the states in the versions of the block, the one that counts first, all of one
  /// length; `log` is in the order of time. `starts` are the states in which prompts began, for
  /// prompts whose first answer is no longer in the log.
  package init(
    versions: [[PromptState]], note: String, block: String, log: [LoggedAnswer],
    starts: [Int: PromptState] = [:]
  ) {
    let shown = versions.first ?? []
    cards = shown.map { CardState($0) }
    let answers = log.filter { shown.indices.contains($0.prompt.index) }
    for (index, answers) in Dictionary(grouping: answers, by: \.prompt.index) {
      cards[index] = CardState(starts[index] ?? Self.start(answers, shown: shown[index]))
    }
    let starts = cards.map(\.state)
    histories = starts.map { FSRSHistory(from: $0) }
    // Of the answers to other prompts since its own, the last decides when a prompt is due: so each
    // costs the same however many prompts there are.
    var last: (index: Int, date: Date)?
    func bury(_ index: Int) {
      if let last, last.index != index { cards[index].bury(at: last.date) }
    }
    for answer in answers where Self.isUnknown(answer, to: starts[answer.prompt.index]) {
      let index = answer.prompt.index
      bury(index)
      var review = answer.answer
      // Chance follows from the prompt, in every spelling of the log.
      review.prompt = PromptID(note: note, block: block, index: index)
      // FSRS learns from all answers, by any scheduler.
      let settings = answer.details?.fsrs ?? FSRSSettings()
      cards[index].memory =
        answer.scheduler == .fsrs ? histories[index].memory(by: settings.parameters) : nil
      cards[index] = answer.scheduler.next(cards[index], after: review, fsrs: settings)
      histories[index].append(review)
      if answer.details == nil { takeOver(versions, answer) }
      last = (index, review.date)
    }
    for index in cards.indices { bury(index) }
  }

  /// The state before the first answer: the recorded state with the fewest answers, because clocks can
  /// be set back. Without one, the answers are the app's: then a new prompt's state if the log has them
  /// all, else the stored state.
  package static func start(_ answers: [LoggedAnswer], shown: PromptState) -> PromptState {
    let found = answers.compactMap(\.details?.before)
    if let first = found.min(by: { $0.answerCount < $1.answerCount }) { return first }
    return shown.reviewCount <= answers.count ? PromptState() : shown
  }

  /// Whether the state `state`, in which a prompt began, does not include `answer`. Our answers
  /// record the state that they found, and it began with the first of them.
  private static func isUnknown(_ answer: LoggedAnswer, to state: PromptState) -> Bool {
    if answer.details?.before != nil { return true }
    return state.lastReview.map { answer.date > $0 } ?? true
  }

  /// Takes the schedule of an answer in the app from a version that has it.
  private mutating func takeOver(_ versions: [[PromptState]], _ answer: LoggedAnswer) {
    let index = answer.prompt.index
    let states = versions.compactMap { $0.indices.contains(index) ? $0[index] : nil }
    guard let state = states.first(where: { $0.lastReview == answer.date }) else { return }
    cards[index].state.lastReview = state.lastReview
    cards[index].state.idealInterval = state.idealInterval
    cards[index].state.factor = state.factor
    cards[index].state.due = state.due
  }
}

extension PromptState {
  /// Grows with each answer.
  package var answerCount: Int { reviewCount + totalCorrect + totalIncorrect }
}

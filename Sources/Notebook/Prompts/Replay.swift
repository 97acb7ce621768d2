import Foundation
package import SpacedRepetition

/// Replays the logged answers to the prompts of a block, for example if devices answered
/// independently: the same log and versions give the same result on all devices.
///
/// A prompt starts in the earliest recorded state; answers in the app record none. Then all answers
/// that this state does not include are passed to the schedulers used at the time. If the last
/// answer was in the app, the prompt keeps the app's due date, if that is still stored: its random
/// part cannot be recomputed. Answers to other prompts of the block postpone the prompt.
package struct Replay {
  /// The prompts' states, none suspended. A card has FSRS's memory only if FSRS scheduled its last
  /// answer, with the parameters of that answer.
  package private(set) var cards: [CardState]
  /// FSRS's histories, as if it had scheduled all answers.
  private var histories: [FSRSHistory]

  /// Returns FSRS's memory of a prompt with `parameters`; nil if no answer to it was replayed.
  package mutating func memory(of index: Int, by parameters: FSRSParameters) -> FSRSMemory? {
    histories.indices.contains(index) ? histories[index].memory(by: parameters) : nil
  }

  /// Replays a log. `versions` are the states in the versions of the block, all of one length, the
  /// winning one first; `log` is in order of time. `starts` are initial states of prompts whose
  /// first answer is no longer in the log.
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
    // Of the answers to other prompts since its own, only the last postpones a prompt. So each
    // answer has a constant cost.
    var last: (index: Int, date: Date)?
    func bury(_ index: Int) {
      if let last, last.index != index { cards[index].bury(at: last.date) }
    }
    for answer in answers where Self.isUnknown(answer, to: starts[answer.prompt.index]) {
      let index = answer.prompt.index
      bury(index)
      var review = answer.answer
      // The random part follows from the prompt's id, which old rows may spell differently.
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

  /// Returns the state before the first answer: the recorded state with the fewest answers, because
  /// clocks can be set back. If none is recorded, the answers are from the app: then the state of a
  /// new prompt if the log has them all, or else the stored state.
  package static func start(_ answers: [LoggedAnswer], shown: PromptState) -> PromptState {
    let found = answers.compactMap(\.details?.before)
    if let first = found.min(by: { $0.answerCount < $1.answerCount }) { return first }
    return shown.reviewCount <= answers.count ? PromptState() : shown
  }

  /// Whether the initial state `state` does not include `answer`. Answers of this program record
  /// their states, and the initial state is the first of these.
  private static func isUnknown(_ answer: LoggedAnswer, to state: PromptState) -> Bool {
    if answer.details?.before != nil { return true }
    return state.lastReview.map { answer.date > $0 } ?? true
  }

  /// Copies the schedule of an answer in the app from a version that has it.
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
  /// A number that grows with each answer.
  package var answerCount: Int { reviewCount + totalCorrect + totalIncorrect }
}

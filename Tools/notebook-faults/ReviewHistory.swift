import Foundation
import Notebook
import NotebookReview
import SpacedRepetition

/// Replays the answers of a study log, and checks whether the stored statistics follow from them.
///
/// Each row records the state before the answer. It must be the result of the previous answer, and
/// the result of the last answer must be the stored state. Only due dates may be later, if another
/// prompt of the block was answered.
struct ReviewHistory {
  private let answers: [PromptID: [LoggedAnswer]]
  private let scheduler: Scheduler

  /// Creates a replay. `log` must be complete; all answers must have been given with `scheduler`,
  /// to prompts that were new.
  init(_ log: [LoggedAnswer], _ scheduler: Scheduler) {
    answers = Dictionary(grouping: log, by: \.prompt)
    self.scheduler = scheduler
  }

  /// Returns a problem for each prompt whose states do not follow from its answers.
  func problems(in notebook: Notebook) throws -> [String] {
    try answers.sorted { $0.key < $1.key }.compactMap { prompt, answers in
      guard let stored = try notebook.reviews.card(prompt) else {
        return "a prompt that was answered \(answers.count) times is missing"
      }
      return problem(answers, stored)
    }
  }

  private func problem(_ answers: [LoggedAnswer], _ stored: StoredCard) -> String? {
    // Sorts by the number of answers, because two processes may write in a different order than
    // their clocks show.
    let answers = answers.sorted { Self.count($0.details?.before) < Self.count($1.details?.before) }
    var card = CardState()
    for (number, answer) in answers.enumerated() {
      guard let details = answer.details, let before = details.before,
        details.scheduler == scheduler
      else {
        return "answer \(number) to \(stored.prompt.block) does not record the state before it"
      }
      guard follows(before, card.state, stored) else {
        return "answer \(number) to \(stored.prompt.block) recorded the state \(before), not "
          + "\(card.state)"
      }
      card = scheduler.next(CardState(before, memory: card.memory), after: answer.answer)
    }
    guard follows(stored.card.state, card.state, stored), stored.card.memory == card.memory else {
      return "\(stored.prompt.block) has \(stored.card) after \(answers.count) answers, not \(card)"
    }
    return nil
  }

  private static func count(_ state: PromptState?) -> Int {
    state.map { $0.totalCorrect + $0.totalIncorrect } ?? -1
  }

  private func follows(_ state: PromptState, _ expected: PromptState, _ stored: StoredCard) -> Bool
  {
    var state = state
    if stored.states.count > 1, let due = state.due, due >= expected.due ?? due {
      state.due = expected.due
    }
    return state == expected
  }
}

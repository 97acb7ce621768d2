package import Foundation

/// A review session: the cards that remain, and the steps so far. It does not record answers.
///
/// A card with a wrong answer is asked again after the others until it is right. Cost of each
/// change: at most linear in the cards and steps.
package struct ReviewSession: Sendable, Equatable {
  package enum Step: Sendable, Equatable {
    /// A card was answered. If the session is a cram session (`isCram`), the answer was not
    /// recorded.
    case answered(ReviewAnswer)
    case skipped(PromptID)
    case suspended(PromptID)

    package var prompt: PromptID {
      switch self {
      case .answered(let answer): answer.prompt
      case .skipped(let prompt), .suspended(let prompt): prompt
      }
    }
  }

  package struct Progress: Sendable, Equatable {
    /// The number of finished cards: answered, skipped or suspended.
    package var done = 0
    /// The number of cards still to ask, including the current one.
    package var remaining = 0
    /// The number of remaining cards that were answered before in this session.
    package var again = 0
    package var total: Int { done + remaining }

    package init(done: Int = 0, remaining: Int = 0, again: Int = 0) {
      (self.done, self.remaining, self.again) = (done, remaining, again)
    }
  }

  package struct Summary: Sendable, Equatable {
    /// The number of answers, including answers to cards that were asked again.
    package var answered: Int { correct + incorrect }
    package var correct = 0
    package var incorrect = 0

    package init() {}
  }

  package let options: ReviewOptions
  /// Whether this is a cram session, whose answers are not recorded.
  package let isCram: Bool
  package private(set) var isRevealed = false
  package private(set) var summary = Summary()

  /// The cards still to ask; the first is the current one.
  private var queue: [PromptID]
  private var done = 0
  private var past: [Past] = []
  private var answerCounts: [PromptID: Int] = [:]

  private struct Past: Sendable, Equatable {
    var step: Step
    var wasRevealed: Bool
    /// Whether the card went to the end of the queue.
    var comesAgain: Bool
  }

  /// Creates a session of cards in the given order. Uses only the first card of each block, and at
  /// most `options.limit` cards.
  package init(_ cards: [PromptID], options: ReviewOptions = ReviewOptions(), isCram: Bool = false)
  {
    self.options = options
    self.isCram = isCram
    var blocks: Set<PromptID> = []
    queue = []
    for card in cards where queue.count < options.limit && blocks.insert(card.wholeBlock).inserted {
      queue.append(card)
    }
  }

  package var current: PromptID? { queue.first }

  /// Whether the current card was answered before in this session. `Scheduler.libraryNotes` then
  /// does not change its due date.
  package var isRepetition: Bool { current.map { answerCounts[$0] != nil } ?? false }

  package var progress: Progress {
    Progress(
      done: done, remaining: queue.count, again: queue.count { answerCounts[$0] != nil })
  }

  package var canUndo: Bool { !past.isEmpty }

  package mutating func reveal() { isRevealed = current != nil }

  /// Answers the current card. Returns the answer, which the caller records unless `isCram`; nil if
  /// there is no card whose back is shown.
  ///
  /// The card is asked again if the answer was wrong, or if `interval` is less than a day.
  /// `interval` is the time in seconds until the scheduler would ask the card again.
  package mutating func answer(
    _ ease: Ease, at date: Date, interval: TimeInterval? = nil
  ) -> ReviewAnswer? {
    guard isRevealed, let card = queue.first else { return nil }
    let answer = ReviewAnswer(
      prompt: card, date: date, ease: ease, answers: options.answers,
      isRepetition: answerCounts[card] != nil)
    count(answer, by: 1)
    take(.answered(answer), comesAgain: !ease.isCorrect || interval.map { $0 < 86_400 } ?? false)
    return answer
  }

  /// Skips the current card: it is not asked again in this session, and its due date does not
  /// change.
  package mutating func skip() {
    if let card = current { take(.skipped(card), comesAgain: false) }
  }

  /// Removes the current card from the session. Returns it, so that the caller records the
  /// suspension; nil if there is none.
  package mutating func suspend() -> PromptID? {
    guard let card = current else { return nil }
    take(.suspended(card), comesAgain: false)
    return card
  }

  /// Undoes the last step: the session is again as before that step. Returns the step, so that
  /// callers undo their records; nil if there is none.
  package mutating func undo() -> Step? {
    guard let last = past.popLast() else { return nil }
    if last.comesAgain { _ = queue.popLast() } else { done -= 1 }
    queue.insert(last.step.prompt, at: 0)
    isRevealed = last.wasRevealed
    if case .answered(let answer) = last.step { count(answer, by: -1) }
    return last.step
  }

  /// Removes a card that no longer exists, and its steps, which can then not be undone. Its answers
  /// are still counted in `summary`.
  package mutating func remove(_ card: PromptID) {
    if current == card { isRevealed = false }
    queue.removeAll { $0 == card }
    done -= past.count { $0.step.prompt == card && !$0.comesAgain }
    past.removeAll { $0.step.prompt == card }
    answerCounts[card] = nil
  }

  private mutating func take(_ step: Step, comesAgain: Bool) {
    past.append(Past(step: step, wasRevealed: isRevealed, comesAgain: comesAgain))
    isRevealed = false
    queue = Array(queue.dropFirst())
    if comesAgain { queue.append(step.prompt) } else { done += 1 }
  }

  private mutating func count(_ answer: ReviewAnswer, by number: Int) {
    let count = (answerCounts[answer.prompt] ?? 0) + number
    answerCounts[answer.prompt] = count > 0 ? count : nil
    if answer.ease.isCorrect { summary.correct += number } else { summary.incorrect += number }
  }
}

package struct ReviewOptions: Sendable, Equatable {
  package var limit = 20
  /// Maximum number of new prompts per day; nil for no limit.
  package var newPerDay: Int?
  package var order = SessionOrder.mixed
  package var answers = AnswerCount.two
  package var scheduler = Scheduler.libraryNotes
  /// Used only with the scheduler `fsrs`.
  package var fsrs = FSRSSettings()
  package var fsrsParameters: FSRSParameters? { scheduler == .fsrs ? fsrs.parameters : nil }

  package init() {}
}

package enum SessionOrder: String, Sendable, CaseIterable {
  /// Shuffled.
  case mixed
  /// Cards that were answered before come first.
  case dueFirst
  /// Cards that were never answered come first.
  case newFirst
}

extension PromptID {
  /// An ID that all prompts of the block share.
  var wholeBlock: PromptID { PromptID(note: note, block: block, index: 0) }
}

/// Why a chosen card should not be asked: another session, program or device has changed it.
package enum RemovalReason: Sendable, Equatable {
  /// The note is in the trash or was deleted, or the prompt in it was deleted.
  case gone
  case suspended
  /// The card, or another of its block, was answered.
  case notDue
  /// The card was answered while it was shown, and would still be asked.
  case answered
}

extension ReviewSession {
  /// Returns why the current card, whose stored state is now `card`, should not be asked; nil if it
  /// should. A card is due if it is due by the end of the day. A card that is asked again in this
  /// session, or in a cram session, is always due.
  package func removalReason(
    _ card: CardState?, now: Date = Date(), calendar: Calendar = .current
  ) -> RemovalReason? {
    guard let card else { return .gone }
    if card.isSuspended { return .suspended }
    guard !isCram, !isRepetition,
      let tomorrow = calendar.dateInterval(of: .day, for: now)?.end
    else { return nil }
    return card.state.isDue(at: tomorrow) ? nil : .notDue
  }
}

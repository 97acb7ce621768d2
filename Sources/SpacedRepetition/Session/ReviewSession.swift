package import Foundation

/// A session of review: the current card, and the fate of each. A value that answers drive; it
/// records nothing itself.
///
/// A wrong card comes again after the others until it is right. Each change costs at most the
/// number of cards.
package struct ReviewSession: Sendable, Equatable {
  /// A step that can be undone.
  package enum Step: Sendable, Equatable {
    /// A card was answered. Of a session that crams, nothing was recorded.
    case answered(ReviewAnswer)
    /// A card was left out of this session.
    case skipped(PromptID)
    /// A card was suspended.
    case suspended(PromptID)

    /// The card of the step.
    package var prompt: PromptID {
      switch self {
      case .answered(let answer): answer.prompt
      case .skipped(let prompt), .suspended(let prompt): prompt
      }
    }
  }

  /// The progress of a session.
  package struct Progress: Sendable, Equatable {
    /// The cards that are over: answered right, left out or suspended.
    package var done = 0
    /// The cards that are still asked, the current one included.
    package var remaining = 0
    /// Those of the remaining that were answered and come again.
    package var again = 0
    /// All cards.
    package var total: Int { done + remaining }

    /// By default, of nothing.
    package init(done: Int = 0, remaining: Int = 0, again: Int = 0) {
      (self.done, self.remaining, self.again) = (done, remaining, again)
    }
  }

  /// The answers so far, counted.
  package struct Summary: Sendable, Equatable {
    /// The answers: those of cards that came again, too.
    package var answered: Int { correct + incorrect }
    /// The right ones
    package var correct = 0
    /// and the wrong ones.
    package var incorrect = 0

    /// Nothing was answered.
    package init() {}
  }

  /// The user's preferences for the session.
  package let options: ReviewOptions
  /// Whether nothing is to be recorded.
  package let isCram: Bool
  /// Whether the current card's back is shown.
  package private(set) var isRevealed = false
  /// The answers so far, counted.
  package private(set) var summary = Summary()

  /// The cards that are still asked; the current one is the first.
  private var queue: [PromptID]
  private var done = 0
  /// The steps so far, and the values needed to undo them.
  private var past: [Past] = []
  /// The number of answers to each card.
  private var answerCounts: [PromptID: Int] = [:]

  private struct Past: Sendable, Equatable {
    var step: Step
    var wasRevealed: Bool
    /// Whether the card went to the end of the queue.
    var comesAgain: Bool
  }

  /// A session of cards in the order in which they are asked. Of each block only the first is taken,
  /// and no more than the limit.
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

  /// The card that is asked; nil at the end.
  package var current: PromptID? { queue.first }

  /// Whether the current card was answered before in this session. `Scheduler.libraryNotes` leaves its
  /// due date alone then, so there are no intervals to promise.
  package var isRepetition: Bool { current.map { answerCounts[$0] != nil } ?? false }

  /// The progress of the session. Cost: the cards that remain.
  package var progress: Progress {
    Progress(
      done: done, remaining: queue.count, again: queue.count { answerCounts[$0] != nil })
  }

  /// Whether there is something to take back.
  package var canUndo: Bool { !past.isEmpty }

  /// Shows the current card's back.
  package mutating func reveal() { isRevealed = current != nil }

  /// Answers the current card. Returns the answer to record, unless the session crams; nil if no
  /// card's back is shown.
  ///
  /// The card comes again if it was wrong, and if `interval`, the seconds until the scheduler would
  /// ask it again, is less than a day: then its learning is not over.
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

  /// Leaves the current card out: it is not asked any more in this session, and is due as before.
  package mutating func skip() {
    if let card = current { take(.skipped(card), comesAgain: false) }
  }

  /// Leaves the current card out, because it is suspended: which one, for others to record.
  package mutating func suspend() -> PromptID? {
    guard let card = current else { return nil }
    take(.suspended(card), comesAgain: false)
    return card
  }

  /// Undoes the last step. Returns that step, so that callers undo their records. The session is
  /// then as it was before that step.
  package mutating func undo() -> Step? {
    guard let last = past.popLast() else { return nil }
    if last.comesAgain { _ = queue.popLast() } else { done -= 1 }
    queue.insert(last.step.prompt, at: 0)
    isRevealed = last.wasRevealed
    if case .answered(let answer) = last.step { count(answer, by: -1) }
    return last.step
  }

  /// Removes a card that no longer exists, and its steps, which cannot be undone any more. Its
  /// answers stay counted.
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

/// The user's preferences for review.
package struct ReviewOptions: Sendable, Equatable {
  /// The most cards of a session.
  package var limit = 20
  /// The most prompts a day that were never answered before; nil for any number.
  package var newPerDay: Int?
  /// The order of the cards.
  package var order = SessionOrder.mixed
  /// The number of answers to choose from.
  package var answers = AnswerCount.two
  /// The scheduler.
  package var scheduler = Scheduler.libraryNotes
  /// FSRS's settings, if it schedules.
  package var fsrs = FSRSSettings()
  /// The parameters of FSRS; nil with another scheduler.
  package var fsrsParameters: FSRSParameters? { scheduler == .fsrs ? fsrs.parameters : nil }

  /// As the app does.
  package init() {}
}

/// The order of a session's cards.
package enum SessionOrder: String, Sendable, CaseIterable {
  /// As the cards were shuffled.
  case mixed
  /// Those that were answered before.
  case dueFirst
  /// Those that were not.
  case newFirst
}

extension PromptID {
  /// The identity that all prompts of its block share.
  var wholeBlock: PromptID { PromptID(note: note, block: block, index: 0) }
}

/// The reason why a card that was chosen for a session is not to be asked any more: it was changed
/// elsewhere.
package enum RemovalReason: Sendable, Equatable {
  /// Its prompt is not in its note any more, or the note is gone.
  case gone
  /// It was suspended.
  case suspended
  /// It was answered, or another card of its block was.
  case notDue
  /// It was answered, and is due all the same.
  case answered
}

extension ReviewSession {
  /// The reason why the current card leaves, whose state is `card` by now. Returns nil if it is to
  /// be asked. A card that is due at any time of the day is due, and a card that comes again in
  /// this session always is.
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

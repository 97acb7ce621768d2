package import Foundation
package import Notebook
package import NotebookFile
package import SpacedRepetition

/// A session of review with its notebook: what each step does, whatever shows it. The terminal and the
/// server are its two displays.
///
/// All is on disk before the next card is asked. A step that throws leaves the session as it was.
package struct ReviewDriver: Sendable {
  package private(set) var session: ReviewSession
  /// The card that is asked; nil at the end, and until `load` read it.
  package private(set) var asked: AskedCard?
  /// The reason why cards left the session during the last step; nil if none did.
  package private(set) var removalReason: RemovalReason?

  package init(_ cards: [PromptID], options: ReviewOptions, isCram: Bool) {
    session = ReviewSession(cards, options: options, isCram: isCram)
  }

  /// The step that `undo` took back.
  package enum Undone: Sendable {
    /// The last answer; not if it is gone from the notebook.
    case answer(isGone: Bool)
    case skip
    case suspension
  }

  /// Begins a step: forgets the message of the one before.
  package mutating func begin() { removalReason = nil }

  package mutating func reveal() { session.reveal() }

  /// Leaves the card out of this session.
  package mutating func skip() { session.skip() }

  /// Records the answer, if the session records. Returns whether the back was shown; otherwise
  /// nothing is answered. A card whose prompt is gone leaves, and so does one that was answered elsewhere
  /// since it was shown: no card is recorded twice.
  package mutating func answer(_ ease: Ease, in notebook: Notebook) throws(NotebookError) -> Bool {
    // The record is the same as the session's result.
    var trial = session
    guard let answer = trial.answer(ease, at: Date()) else { return false }
    guard !session.isCram else {
      session = trial
      return true
    }
    let options = session.options
    let shown = asked.flatMap { $0.stored.prompt == answer.prompt ? $0.stored.card : nil }
    let recorded = try notebook.reviews.record(
      answer, to: shown, scheduler: options.scheduler, fsrs: options.fsrs)
    guard let recorded else {
      try load(from: notebook)
      if removalReason == nil {
        asked = nil
        remove(answer.prompt, .answered)
      }
      return true
    }
    // The moment at which it is logged finds it again for an undo; and only the notebook knows the
    // interval in the log.
    _ = session.answer(
      ease, at: recorded.answer.date,
      interval: options.scheduler == .fsrs ? recorded.card.state.idealInterval : nil)
    return true
  }

  /// Leaves the card out of all sessions, until it is resumed. Returns false if none is asked.
  package mutating func suspend(in notebook: Notebook) throws(NotebookError) -> Bool {
    var next = session
    guard let prompt = next.suspend() else { return false }
    try notebook.reviews.setSuspended(prompt, true)
    session = next
    return true
  }

  /// Takes back the last answer, skip or suspension. Returns nil if there is none.
  package mutating func undo(in notebook: Notebook) throws(NotebookError) -> Undone? {
    var next = session
    guard let step = next.undo() else { return nil }
    var undone = Undone.skip
    switch step {
    case .answered(let answer):
      let isKept = session.isCram ? true : try notebook.reviews.undo(answer) != nil
      undone = .answer(isGone: !isKept)
    case .suspended(let prompt):
      try notebook.reviews.setSuspended(prompt, false)
      undone = .suspension
    case .skipped: break
    }
    session = next
    return undone
  }

  /// Reads the card that is asked, with the latest changes of others. Cards that need not be asked
  /// any more leave the session.
  package mutating func load(from notebook: Notebook) throws(NotebookError) {
    asked = nil
    while let prompt = session.current {
      let stored = try notebook.reviews.card(prompt, fsrs: session.options.fsrsParameters)
      asked = stored.flatMap(AskedCard.init)
      guard let reason = session.removalReason(asked?.stored.card) else { return }
      asked = nil
      remove(prompt, reason)
    }
  }

  private mutating func remove(_ prompt: PromptID, _ reason: RemovalReason) {
    session.remove(prompt)
    removalReason = reason
  }

  /// The answers to choose from, and when each would have the card asked again. Empty if no card is
  /// asked.
  package func choices(at now: Date = Date()) -> [ReviewChoice] {
    guard let card = asked?.stored.card else { return [] }
    let options = session.options
    var intervals = options.scheduler.intervals(
      card, answers: options.answers, at: now, fsrs: options.fsrs)
    // A repetition leaves the app's schedule alone.
    if options.scheduler == .libraryNotes, session.isRepetition {
      let rest = card.state.due?.timeIntervalSince(now) ?? 0
      for index in intervals.indices { intervals[index].interval = max(0, rest) }
    }
    return intervals.enumerated().map { index, choice in
      ReviewChoice(
        ease: choice.ease, key: index + 1, title: choice.ease.title(of: options.answers),
        interval: session.isCram ? nil : IntervalWords.text(choice.interval))
    }
  }
}

/// The card that a session asks, as it is stored and as it is shown.
package struct AskedCard: Sendable {
  package let stored: StoredCard
  package let card: Card

  /// Nil if the stored block has no such prompt.
  package init?(_ stored: StoredCard) {
    guard
      let card = Card(
        stored.kind, rawValue: stored.rawValue, index: stored.prompt.index,
        source: CardSource(stored.note))
    else { return nil }
    (self.stored, self.card) = (stored, card)
  }
}

/// One of the answers.
package struct ReviewChoice: Sendable, Equatable {
  package var ease: Ease
  /// The number to press, from 1.
  package var key: Int
  package var title: String
  /// The time until the card would be asked again: `4 days`. Nil if nothing is recorded.
  package var interval: String?

  package init(ease: Ease, key: Int, title: String, interval: String?) {
    (self.ease, self.key, self.title, self.interval) = (ease, key, title, interval)
  }

  /// As in `Right (4 days)`.
  package var label: String { interval.map { "\(title) (\($0))" } ?? title }
}

extension RemovalReason {
  /// The reason, for people.
  package var sentence: String {
    switch self {
    case .gone: "A card was removed from this review: its prompt is no longer in its note."
    case .suspended: "A card was removed from this review: it was suspended."
    case .notDue: "A card was removed from this review: it is no longer due."
    case .answered: "A card was removed from this review: another program or device answered it."
    }
  }
}

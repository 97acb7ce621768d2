package import Foundation
package import Notebook
package import NotebookFile
package import SpacedRepetition

/// A review session with its notebook: what each step does, independent of the user interface.
///
/// Each answer is on disk before the next card is asked. A step that cannot write its change leaves
/// the session unchanged.
package struct ReviewDriver: Sendable {
  package private(set) var session: ReviewSession
  /// The card being asked; nil before `load`, at the end, and if it cannot be read.
  package private(set) var asked: AskedCard?
  /// Why a card left the session during the last step; nil if none did.
  package private(set) var removalReason: RemovalReason?

  package init(_ cards: [PromptID], options: ReviewOptions, isCram: Bool) {
    session = ReviewSession(cards, options: options, isCram: isCram)
  }

  package enum Undone: Sendable {
    /// The last answer. If `isGone`, the notebook no longer contained it or its prompt.
    case answer(isGone: Bool)
    case skip
    case suspension
  }

  package mutating func begin() { removalReason = nil }

  package mutating func reveal() { session.reveal() }

  package mutating func skip() { session.skip() }

  /// Records the answer, unless the session records none. Returns false without recording if the
  /// back was not shown yet. A card leaves the session if its prompt is gone, or if another program
  /// has answered it since it was shown: no answer is recorded twice.
  package mutating func answer(_ ease: Ease, in notebook: Notebook) throws(NotebookError) -> Bool {
    // Answer a copy first, so that an error leaves the session unchanged.
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
    // `undo` finds the answer by its logged time; only the notebook knows the interval that was
    // logged.
    _ = session.answer(
      ease, at: recorded.answer.date,
      interval: options.scheduler == .fsrs ? recorded.card.state.idealInterval : nil)
    return true
  }

  /// Excludes the card from all sessions until it is resumed. Returns false if no card is asked.
  package mutating func suspend(in notebook: Notebook) throws(NotebookError) -> Bool {
    var next = session
    guard let prompt = next.suspend() else { return false }
    try notebook.reviews.setSuspended(prompt, true)
    session = next
    return true
  }

  /// Undoes the last answer, skip or suspension. Returns nil if there is none.
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

  /// Reads the card to ask, with the latest changes by other programs and devices. Cards that no
  /// longer need to be asked leave the session.
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

  /// Returns the possible answers, each with the time until the card would be asked again; empty if
  /// no card is asked.
  package func choices(at now: Date = Date()) -> [ReviewChoice] {
    guard let card = asked?.stored.card else { return [] }
    let options = session.options
    var intervals = options.scheduler.intervals(
      card, answers: options.answers, at: now, fsrs: options.fsrs)
    // A repetition does not change the app's schedule.
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

package struct AskedCard: Sendable {
  package let stored: StoredCard
  package let card: Card

  /// Returns nil if the stored block does not contain the prompt.
  package init?(_ stored: StoredCard) {
    guard
      let card = Card(
        stored.kind, rawValue: stored.rawValue, index: stored.prompt.index,
        source: CardSource(stored.note))
    else { return nil }
    (self.stored, self.card) = (stored, card)
  }
}

package struct ReviewChoice: Sendable, Equatable {
  package var ease: Ease
  /// The number key to press, from 1.
  package var key: Int
  package var title: String
  /// The time until the card is asked again: `4 days`; nil if nothing is recorded.
  package var interval: String?

  package init(ease: Ease, key: Int, title: String, interval: String?) {
    (self.ease, self.key, self.title, self.interval) = (ease, key, title, interval)
  }

  /// The title with the interval, as in `Right (4 days)`.
  package var label: String { interval.map { "\(title) (\($0))" } ?? title }
}

extension RemovalReason {
  package var sentence: String {
    switch self {
    case .gone: "A card was removed from this review: its prompt was changed or deleted."
    case .suspended: "A card was removed from this review: it was suspended."
    case .notDue: "A card was removed from this review: it is no longer due."
    case .answered: "A card was removed from this review: another program or device answered it."
    }
  }
}

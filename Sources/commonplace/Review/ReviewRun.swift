import Foundation
import MiniMarkdown
import Notebook
import NotebookReview
import SpacedRepetition

/// A session of review with its notebook: the effect of keys, on every display.
///
/// Everything is on disk before the next card is shown. If something cannot be recorded, the
/// session stays where it was, and `message` has the reason.
final class ReviewRun {
  let notebook: Notebook
  private(set) var session: ReviewSession
  /// The card that is asked; nil at the end.
  private(set) var card: Card?
  /// The same as stored.
  private(set) var stored: StoredCard?
  /// The message about the last key.
  private(set) var message: String?
  /// Why the last key did nothing, or the card cannot be read.
  private(set) var failure: CommandFailure?

  init(_ notebook: Notebook, _ cards: [PromptID], options: ReviewOptions, isCram: Bool) {
    self.notebook = notebook
    session = ReviewSession(cards, options: options, isCram: isCram)
    load()
  }

  /// The answers to choose from, and when each would have the card asked again, if it decides that.
  var choices: [ReviewChoice] {
    guard let stored else { return [] }
    let options = session.options
    let isScheduled =
      !session.isCram && !(session.isRepetition && options.scheduler == .libraryNotes)
    let intervals = options.scheduler.intervals(
      stored.card, answers: options.answers, at: Date(), fsrs: options.fsrs)
    return intervals.enumerated().map { index, choice in
      ReviewChoice(
        ease: choice.ease, key: index + 1, title: choice.ease.title(of: options.answers),
        interval: isScheduled ? IntervalWords.text(choice.interval) : nil)
    }
  }

  /// Shows the back; of a card that could not be read, tries that again.
  func reveal() {
    message = nil
    guard card != nil else { return load() }
    session.reveal()
  }

  /// Answers with the choice of this number, from 1; nothing while the back is hidden.
  func choose(_ number: Int) {
    let eases = session.options.answers.eases
    guard eases.indices.contains(number - 1) else { return }
    answer(eases[number - 1])
  }

  func answer(_ ease: Ease) {
    change { session in
      // The record is the same as the session's result.
      var trial = session
      guard let answer = trial.answer(ease, at: Date()) else { return nil }
      // A note that was deleted meanwhile, on another device, is not answered.
      _ = try? notebook.refresh()
      if session.isCram {
        session = trial
        return nil
      }
      let (scheduler, fsrs) = (session.options.scheduler, session.options.fsrs)
      guard let done = try notebook.record(answer, scheduler: scheduler, fsrs: fsrs) else {
        session.remove(answer.prompt)
        return "That card is gone: its note was changed."
      }
      // The moment at which it is logged finds it again for an undo; and only the notebook knows
      // the interval in the log.
      _ = session.answer(
        ease, at: done.answer.date,
        interval: scheduler == .fsrs ? done.card.state.idealInterval : nil)
      return nil
    }
  }

  func skip() {
    guard card != nil else { return }
    change { session in
      session.skip()
      return nil
    }
  }

  func suspend() {
    guard card != nil else { return }
    change { session in
      guard let prompt = session.suspend() else { return nil }
      try notebook.setSuspended(prompt, true)
      return "Suspended: it is not asked until “commonplace review resume”. u undoes that."
    }
  }

  func undo() {
    change { session in
      guard let step = session.undo() else { return "There is nothing to undo." }
      switch step {
      case .answered(let answer):
        if try !session.isCram && notebook.undo(answer) == nil {
          return "That answer is gone: the notebook was changed elsewhere."
        }
        return "The last answer was undone."
      case .skipped: return "Here is the card that was left out."
      case .suspended(let prompt):
        try notebook.setSuspended(prompt, false)
        return "The card is resumed."
      }
    }
  }

  /// Opens the note at the prompt in the user's editor, and continues with the edited card.
  func edit(with editor: NoteEditor) {
    guard let stored else { return }
    message = editor.edit(stored, in: notebook)
    load()
  }

  /// Changes the session, unless an error is thrown; `message` gets the result of `body`.
  private func change(_ body: (inout ReviewSession) throws -> String?) {
    var next = session
    do {
      message = try body(&next)
      session = next
      load()
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: any Error) {
    let failure = CommandFailure(error)
    (self.failure, message) = (failure, failure.sentence)
  }

  /// Reads the current card, with the latest changes of others. Cards that need not be asked any
  /// more leave the session.
  private func load() {
    (card, stored, failure) = (nil, nil, nil)
    _ = try? notebook.refresh()
    while let prompt = session.current, card == nil {
      do {
        stored = try notebook.card(prompt, fsrs: session.options.fsrsParameters)
      } catch {
        // It is still there, and due: only now it cannot be read.
        return fail(error)
      }
      card = stored.flatMap {
        Card($0.kind, rawValue: $0.rawValue, index: prompt.index, source: CardSource($0.note))
      }
      guard let departure = session.departure(card == nil ? nil : stored?.card) else { continue }
      let reason = departure.sentence
      if message?.hasSuffix(reason) != true { message = (message.map { $0 + " " } ?? "") + reason }
      session.remove(prompt)
      (card, stored) = (nil, nil)
    }
  }
}

extension Departure {
  fileprivate var sentence: String {
    switch self {
    case .gone: "A card is gone: its note was changed."
    case .suspended: "A card is left out: it was suspended."
    case .notDue: "A card is left out: it is not due any more."
    }
  }
}

/// One of the answers.
struct ReviewChoice: Equatable {
  var ease: Ease
  /// The number to press.
  var key: Int
  var title: String
  /// When it would be asked again: `4 days`.
  var interval: String?
}

/// How long something takes, for people.
enum IntervalWords {
  /// `10 minutes`, `4 days`, `1.5 years`.
  static func text(_ seconds: TimeInterval) -> String {
    guard seconds.isFinite, seconds > 0 else { return "now" }
    let units: [(limit: Double, length: Double, name: String)] = [
      (3600, 60, "minute"), (86_400, 3600, "hour"), (60 * 86_400, 86_400, "day"),
      (730 * 86_400, 30.4 * 86_400, "month"),
    ]
    for unit in units where seconds < unit.limit {
      let count = Int(exactly: max(1, (seconds / unit.length).rounded())) ?? 1
      return Counts.of(count, unit.name)
    }
    let tenths = (min(seconds / (365.25 * 86_400), 1e5) * 10).rounded() / 10
    return "\(tenths.formatted(.number.grouping(.never).locale(Locale(identifier: "en")))) years"
  }
}

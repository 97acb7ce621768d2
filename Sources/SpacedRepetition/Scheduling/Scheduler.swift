package import Foundation

/// The rules that choose the next due date of a prompt.
package enum Scheduler: String, Sendable, CaseIterable {
  /// As the app does (`LibraryNotesScheduler`).
  case libraryNotes = "library-notes"
  /// The free spaced repetition scheduler (`FSRSScheduler`).
  case fsrs

  /// The state after an answer: the same for the same arguments, everywhere. The random part of due
  /// dates follows from prompt and date, so two devices that replay the same answers agree.
  ///
  /// For all arguments, it is due no earlier than it was answered, within the year 9999 and at a
  /// whole second.
  ///
  /// `settings` are FSRS's alone.
  package func next(
    _ card: CardState, after answer: ReviewAnswer, fsrs settings: FSRSSettings = FSRSSettings()
  ) -> CardState {
    switch self {
    case .libraryNotes:
      CardState(
        LibraryNotesScheduler().next(card.state, after: answer), isSuspended: card.isSuspended)
    case .fsrs: FSRSScheduler(settings).next(card, after: answer)
    }
  }

  /// The state after `answers`, which are in the order of time.
  package func replay(_ answers: some Sequence<ReviewAnswer>, from card: CardState = CardState())
    -> CardState
  {
    answers.reduce(card) { next($0, after: $1) }
  }

  /// The seconds until it would be asked again after each possible answer, for people to read:
  /// without the random part.
  package func intervals(
    _ card: CardState, answers: AnswerCount, at date: Date,
    fsrs settings: FSRSSettings = FSRSSettings()
  ) -> [(ease: Ease, interval: TimeInterval)] {
    answers.eases.map { ease in
      let answer = ReviewAnswer(
        prompt: PromptID(note: "", block: "", index: 0), date: date, ease: ease, answers: answers)
      return (ease, next(card, after: answer, fsrs: settings).state.idealInterval ?? 0)
    }
  }
}

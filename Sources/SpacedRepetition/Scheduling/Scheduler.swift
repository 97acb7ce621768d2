package import Foundation

/// The rules for the next due date of a prompt.
package enum Scheduler: String, Sendable, CaseIterable {
  case libraryNotes = "library-notes"
  case fsrs

  /// Returns the state after an answer. It depends only on the arguments: the random part of due
  /// dates is computed from prompt and date, so two devices that replay the same answers agree.
  ///
  /// A new due date is a whole second, not earlier than the second of the answer, at most the end
  /// of the year 9999. With `libraryNotes`, a repetition in the same session keeps the old due
  /// date.
  ///
  /// `settings` apply only to FSRS.
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

  /// Returns the state after `answers`, which are in chronological order. FSRS has its default
  /// settings.
  package func replay(_ answers: some Sequence<ReviewAnswer>, from card: CardState = CardState())
    -> CardState
  {
    answers.reduce(card) { next($0, after: $1) }
  }

  /// Returns the seconds until the prompt would be asked again after each possible answer, without
  /// the random part.
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

/// How a person likes to review.
package struct ReviewOptions: Sendable, Equatable {
  /// The most cards of a session.
  package var limit = 20
  /// The most prompts a day that were never answered before; nil for any number.
  package var newPerDay: Int?
  /// Which cards come first.
  package var order = SessionOrder.mixed
  /// Between how many answers one chooses.
  package var answers = AnswerCount.two
  /// Who decides when a prompt is asked next.
  package var scheduler = Scheduler.libraryNotes
  /// FSRS's settings, if it schedules.
  package var fsrs = FSRSSettings()
  /// By which parameters FSRS remembers; nil if it does not decide.
  package var fsrsParameters: FSRSParameters? { scheduler == .fsrs ? fsrs.parameters : nil }

  /// As the app does.
  package init() {}
}

/// Which cards of a session come first.
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

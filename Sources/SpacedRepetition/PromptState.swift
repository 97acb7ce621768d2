package import Foundation

/// The stored state of one prompt: when it is asked next, and how it went so far.
///
/// A prompt that was never answered has no dates, and is due.
package struct PromptState: Sendable, Equatable {
  /// How many times it was answered.
  package var reviewCount = 0
  /// How many times it was forgotten after it had been learned.
  package var lapseCount = 0
  /// How many answers were right,
  package var totalCorrect = 0
  /// and how many wrong.
  package var totalIncorrect = 0
  /// When it was answered last.
  package var lastReview: Date?
  /// How long after `lastReview` it would best be asked, in seconds; `due` differs from that by
  /// chance.
  package var idealInterval: TimeInterval?
  /// When it is to be asked next; nil for at once.
  package var due: Date?
  /// The factor by which a right answer multiplies the interval: the spaced repetition factor.
  package var factor = 2.5

  /// The state of a prompt that was never answered.
  package init() {}

  /// Whether it is to be asked at `now`.
  package func isDue(at now: Date) -> Bool { due.map { $0 <= now } ?? true }

  /// Whether it is still being learned: it was not answered, or the date is not known.
  package var isLearning: Bool { due == nil || lastReview == nil }
}

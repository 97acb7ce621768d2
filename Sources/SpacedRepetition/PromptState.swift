package import Foundation

/// The stored state of one prompt: when it is asked next, and how it went so far.
///
/// A prompt that was never answered has no dates, and is due.
package struct PromptState: Sendable, Equatable {
  /// The number of answers.
  package var reviewCount = 0
  /// The number of times that it was forgotten after it had been learned.
  package var lapseCount = 0
  /// The number of right answers,
  package var totalCorrect = 0
  /// and how many wrong.
  package var totalIncorrect = 0
  /// The time of the last answer.
  package var lastReview: Date?
  /// The best time after `lastReview` to ask it, in seconds; `due` differs from that by chance.
  package var idealInterval: TimeInterval?
  /// The time at which it is to be asked next; nil for at once.
  package var due: Date?
  /// The factor by which a right answer multiplies the interval: the spaced repetition factor.
  package var factor = 2.5

  /// The state of a prompt that was never answered.
  package init() {}

  /// The due date of a new prompt that is suspended until the user resumes it. The app knows no
  /// suspension, so there this keeps it from being asked: 9999-01-01.
  package static let waiting = Date(timeIntervalSince1970: 253_370_764_800)

  /// Whether it is a new prompt with that due date.
  package var isWaiting: Bool { due == Self.waiting && lastReview == nil && reviewCount == 0 }

  /// Whether it is to be asked at `now`.
  package func isDue(at now: Date) -> Bool { due.map { $0 <= now } ?? true }

  /// Whether it is still being learned: it was not answered, or the date is not known.
  package var isLearning: Bool { due == nil || lastReview == nil }
}

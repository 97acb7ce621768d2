package import Foundation

/// The stored state of one prompt: its next due date, and counts of its answers.
///
/// A new prompt is due at once, unless an import or an answer to another prompt of its block has
/// set its due date.
package struct PromptState: Sendable, Equatable {
  /// The number of answers, except repetitions with `LibraryNotesScheduler`.
  package var reviewCount = 0
  /// The number of wrong answers after the prompt was learned.
  package var lapseCount = 0
  package var totalCorrect = 0
  package var totalIncorrect = 0
  /// The time of the last answer that `reviewCount` counts.
  package var lastReview: Date?
  /// The ideal time from `lastReview` to the next answer, in seconds, without the random part of
  /// `due`.
  package var idealInterval: TimeInterval?
  /// The time from which the prompt is asked again; nil for at once.
  package var due: Date?
  /// The factor by which the app's scheduler multiplies the interval after the answer `good`.
  package var factor = 2.5

  package init() {}

  /// The due date of a new prompt that is suspended until the user resumes it, 9999-01-01: the app
  /// does not support suspension, so only the date keeps it from asking.
  package static let waiting = Date(timeIntervalSince1970: 253_370_764_800)

  package var isWaiting: Bool { due == Self.waiting && lastReview == nil && reviewCount == 0 }

  package func isDue(at now: Date) -> Bool { due.map { $0 <= now } ?? true }

  /// Whether the prompt counts as new: `due` or `lastReview` is missing.
  package var isLearning: Bool { due == nil || lastReview == nil }
}

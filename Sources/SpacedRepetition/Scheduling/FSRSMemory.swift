package import Foundation

/// FSRS's memory of one prompt: the fields of a card of the published reference (py-fsrs 6).
package struct FSRSMemory: Sendable, Equatable {
  package enum Phase: String, Sendable, CaseIterable {
    /// A new card, asked in short steps.
    case learning
    /// A learned card, asked after days.
    case review
    /// A forgotten card, asked in short steps again.
    case relearning
  }

  package var phase: Phase
  /// The index of the current short step, from 0; nil in review.
  package var step: Int?
  /// The number of days after which the card is remembered with a probability of 0.9; nil before
  /// the first answer.
  package var stability: Double?
  /// The difficulty, from 1 to 10; nil before the first answer.
  package var difficulty: Double?
  package var lastReview: Date?
  /// The due date by FSRS; burying does not change it.
  package var due: Date?
  /// The parameters with which stability and difficulty were computed. For other parameters, all
  /// answers are needed again.
  package var parameters: FSRSParameters

  package init(
    phase: Phase = .learning, step: Int? = 0, stability: Double? = nil, difficulty: Double? = nil,
    lastReview: Date? = nil, due: Date? = nil, parameters: FSRSParameters = .published
  ) {
    self.phase = phase
    self.step = step
    self.stability = stability
    self.difficulty = difficulty
    self.lastReview = lastReview
    self.due = due
    self.parameters = parameters
  }
}

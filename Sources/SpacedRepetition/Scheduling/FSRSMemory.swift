package import Foundation

/// FSRS's memory of one prompt: the fields of a card of the published reference (py-fsrs 6).
package struct FSRSMemory: Sendable, Equatable {
  /// The phase of a card's life.
  package enum Phase: String, Sendable, CaseIterable {
    /// New: asked in short steps.
    case learning
    /// Learned: asked after days.
    case review
    /// Forgotten: asked in short steps again.
    case relearning
  }

  /// The phase of its life.
  package var phase: Phase
  /// The index of the next short step, from 0; nil in review.
  package var step: Int?
  /// The number of days after which it is remembered with a probability of 0.9; nil before the
  /// first answer.
  package var stability: Double?
  /// The difficulty of making it stable, from 1 to 10; nil before the first answer.
  package var difficulty: Double?
  /// The time of the last answer.
  package var lastReview: Date?
  /// The time at which FSRS wants it asked; burying does not change that.
  package var due: Date?
  /// The parameters by which stability and difficulty were computed: others have to begin again.
  package var parameters: FSRSParameters

  /// By default, the memory of a card that was never answered.
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

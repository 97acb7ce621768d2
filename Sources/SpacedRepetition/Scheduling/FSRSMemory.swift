package import Foundation

/// FSRS's memory of one prompt: the fields of a card of the published reference (py-fsrs 6).
package struct FSRSMemory: Sendable, Equatable {
  /// Where in its life a card is.
  package enum Phase: String, Sendable, CaseIterable {
    /// New: asked in short steps.
    case learning
    /// Learned: asked after days.
    case review
    /// Forgotten: asked in short steps again.
    case relearning
  }

  /// Where in its life it is.
  package var phase: Phase
  /// Which of the short steps comes next, from 0; nil in review.
  package var step: Int?
  /// After how many days it is remembered with a probability of 0.9; nil before the first answer.
  package var stability: Double?
  /// How hard it is to make it stable, from 1 to 10; nil before the first answer.
  package var difficulty: Double?
  /// When it was answered last.
  package var lastReview: Date?
  /// When FSRS wants it asked; burying does not change that.
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

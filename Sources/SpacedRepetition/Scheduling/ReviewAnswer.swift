public import Foundation

/// Between how many answers one chooses.
public enum AnswerCount: Int, Sendable, CaseIterable {
  /// Wrong and right, as in the app.
  case two = 2
  /// Again, hard, good and easy.
  case four = 4

  /// The answers, from worst to best.
  public var eases: [Ease] { self == .two ? [.again, .good] : Ease.allCases }
}

/// One answer, as the study log keeps it.
public struct ReviewAnswer: Sendable, Equatable {
  /// What was asked.
  public var prompt: PromptID
  /// When it was answered. Schedulers take the whole second, because no more is stored.
  public var date: Date
  /// How it went.
  public var ease: Ease
  /// Between how many answers that was chosen: of two, the app takes a wrong one less hard.
  public var answers: AnswerCount
  /// Whether it was asked again in the same session, after a wrong answer.
  public var isRepetition: Bool

  /// An answer; by default, not one of a repetition.
  public init(
    prompt: PromptID, date: Date, ease: Ease, answers: AnswerCount, isRepetition: Bool = false
  ) {
    self.prompt = prompt
    self.date = date
    self.ease = ease
    self.answers = answers
    self.isRepetition = isRepetition
  }
}

package import Foundation

/// The number of answers to choose from.
package enum AnswerCount: Int, Sendable, CaseIterable {
  /// Wrong and right, as in the app.
  case two = 2
  /// Again, hard, good and easy.
  case four = 4

  /// The answers, from worst to best.
  package var eases: [Ease] { self == .two ? [.again, .good] : Ease.allCases }
}

/// One answer, as the study log keeps it.
package struct ReviewAnswer: Sendable, Equatable {
  /// The prompt.
  package var prompt: PromptID
  /// The time of the answer. Schedulers take the whole second, because no more is stored.
  package var date: Date
  /// The ease of the answer.
  package var ease: Ease
  /// The number of answers to choose from: of two, the app takes a wrong one less hard.
  package var answers: AnswerCount
  /// Whether it was asked again in the same session, after a wrong answer.
  package var isRepetition: Bool

  /// An answer; by default, not one of a repetition.
  package init(
    prompt: PromptID, date: Date, ease: Ease, answers: AnswerCount, isRepetition: Bool = false
  ) {
    self.prompt = prompt
    self.date = date
    self.ease = ease
    self.answers = answers
    self.isRepetition = isRepetition
  }
}

/// The ease of an answer. With two answers, the user chooses between `again` and `good`.
package enum Ease: String, Sendable, CaseIterable {
  /// Wrong.
  case again
  /// Right, with effort.
  case hard
  /// Right.
  case good
  /// Right, without thinking.
  case easy

  /// Whether the answer was right.
  package var isCorrect: Bool { self != .again }

  /// The title of the answer, as on a button, with this number of answers to choose from.
  package func title(of answers: AnswerCount) -> String {
    switch (answers, self) {
    case (.two, .again): "Wrong"
    case (.two, _): "Right"
    case (.four, .again): "Again"
    case (.four, .hard): "Hard"
    case (.four, .good): "Good"
    case (.four, .easy): "Easy"
    }
  }
}

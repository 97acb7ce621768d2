package import Foundation

package enum AnswerCount: Int, Sendable, CaseIterable {
  case two = 2
  case four = 4

  /// The answers, from worst to best.
  package var eases: [Ease] { self == .two ? [.again, .good] : Ease.allCases }
}

package struct ReviewAnswer: Sendable, Equatable {
  package var prompt: PromptID
  /// The time of the answer. Schedulers use whole seconds, because no more is stored.
  package var date: Date
  package var ease: Ease
  /// The number of answers to choose from. With two, the app's scheduler multiplies the interval of
  /// a learned prompt by 1.2 after a wrong answer; with four, the interval becomes one day.
  package var answers: AnswerCount
  /// Whether the prompt was answered before in the same session.
  package var isRepetition: Bool

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

/// With two answers to choose from, the user chooses between `again` and `good`.
package enum Ease: String, Sendable, CaseIterable {
  case again
  case hard
  case good
  case easy

  package var isCorrect: Bool { self != .again }

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

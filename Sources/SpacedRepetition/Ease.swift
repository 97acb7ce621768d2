/// How an answer went. Who answers with two chooses between `again` and `good`.
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

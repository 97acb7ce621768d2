/// How an answer went. Who answers with two chooses between `again` and `good`.
public enum Ease: String, Sendable, CaseIterable {
  /// Wrong.
  case again
  /// Right, with effort.
  case hard
  /// Right.
  case good
  /// Right, without thinking.
  case easy

  /// Whether the answer was right.
  public var isCorrect: Bool { self != .again }
}

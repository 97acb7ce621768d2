public import PackratParsing

/// A cloze deletion: `?[hint](answer)`.
public struct Cloze: Sendable {
  /// The `cloze` node.
  public let syntax: Syntax

  /// The cloze that `syntax` is; nil for any other node.
  public init?(_ syntax: Syntax) {
    guard syntax.kind == .cloze else { return nil }
    self.syntax = syntax
  }

  /// The text that is shown in place of the answer; empty if there is none.
  public var hint: String { syntax.child(.clozeHint)?.text ?? "" }

  /// The answer.
  public var answer: String { syntax.child(.clozeAnswer)?.text ?? "" }
}

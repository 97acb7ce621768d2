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

  /// What is shown in place of the answer; empty if nothing is.
  public var hint: String { syntax.child(.clozeHint)?.text ?? "" }

  /// What is asked for.
  public var answer: String { syntax.child(.clozeAnswer)?.text ?? "" }
}

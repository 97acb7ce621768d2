package import PackratParsing

/// A cloze deletion: `?[hint](answer)`.
package struct Cloze: Sendable {
  /// The `cloze` node.
  package let syntax: Syntax

  /// The cloze that `syntax` is; nil for any other node.
  package init?(_ syntax: Syntax) {
    guard syntax.kind == .cloze else { return nil }
    self.syntax = syntax
  }

  /// The text that is shown in place of the answer; empty if there is none.
  package var hint: String { syntax.child(.clozeHint)?.text ?? "" }

  /// The answer.
  package var answer: String { syntax.child(.clozeAnswer)?.text ?? "" }
}

package import PackratParsing

/// A cloze deletion: `?[hint](answer)`.
package struct Cloze: Sendable {
  package let syntax: Syntax

  package init?(_ syntax: Syntax) {
    guard syntax.kind == .cloze else { return nil }
    self.syntax = syntax
  }

  /// The text shown instead of the answer; empty if there is none.
  package var hint: String { syntax.child(.clozeHint)?.text ?? "" }

  package var answer: String { syntax.child(.clozeAnswer)?.text ?? "" }
}

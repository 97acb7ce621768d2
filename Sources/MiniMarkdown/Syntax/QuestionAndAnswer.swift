package import PackratParsing

/// A pair of lines, `Q: …` and `A: …`.
package struct QuestionAndAnswer: Sendable {
  /// The `question_and_answer` node.
  package let syntax: Syntax

  /// The pair that `syntax` is; nil for any other node.
  package init?(_ syntax: Syntax) {
    guard syntax.kind == .questionAndAnswer else { return nil }
    self.syntax = syntax
  }

  /// The question, without its marker.
  package var question: String { syntax.child(.qnaQuestion)?.text ?? "" }

  /// The answer, without its marker.
  package var answer: String { syntax.child(.qnaAnswer)?.text ?? "" }

  /// The key that equal questions share: their words, without regard to case.
  static func key(of question: String) -> String {
    question.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }
}

import PackratParsing

/// Questions that a text asks twice. It is given the blocks of a text one after the other.
struct QuestionDiagnostics {
  /// Where each question is asked first.
  private var asked: [String: Range<Int>] = [:]

  /// What is to be said about the question of `block`, if it is one that was asked before.
  mutating func read(_ block: Block) -> NoteDiagnostic? {
    guard block.nodes.first?.kind == .questionAndAnswer,
      let question = block.references(.qnaQuestion).first
    else { return nil }
    let key = QuestionAndAnswer.key(of: question.text)
    guard !key.isEmpty else { return nil }
    guard let first = asked[key] else {
      asked[key] = question.range
      return nil
    }
    return NoteDiagnostic(
      .duplicateQuestion, question.range,
      "This note asks the same question twice, and so will reviews. Keep one of the pairs.",
      related: [first])
  }
}

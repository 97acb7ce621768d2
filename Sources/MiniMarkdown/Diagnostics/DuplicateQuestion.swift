extension DiagnosticRule {
  package static let duplicateQuestion = DiagnosticRule(
    "duplicate-question", .warning, in: .notesAndFiles,
    says: "Duplicate question: this text already asks it. Keep one of the two.",
    find: .text(repeatedQuestions), fix: .none)

  /// Finds repeated questions in one text. `DiagnosticSource.duplicateQuestions` compares notes.
  private static func repeatedQuestions(_ facts: TextFacts) -> [NoteDiagnostic] {
    // The first range of each question.
    var asked: [String: Range<Int>] = [:]
    return facts.references.questions.compactMap { question in
      guard let first = asked[question.text] else {
        asked[question.text] = question.range
        return nil
      }
      return NoteDiagnostic(.duplicateQuestion, question.range, related: [first])
    }
  }
}

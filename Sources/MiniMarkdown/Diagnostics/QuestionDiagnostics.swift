extension NoteReferences {
  /// The diagnostics of repeated questions. Cost: linear in the questions.
  var repeatedQuestions: [NoteDiagnostic] {
    // Where each question is asked first.
    var asked: [String: Range<Int>] = [:]
    return questions.compactMap { question in
      guard let first = asked[question.text] else {
        asked[question.text] = question.range
        return nil
      }
      return NoteDiagnostic(
        .duplicateQuestion, question.range,
        "This note asks the same question twice, and so will reviews. Keep one of the pairs.",
        related: [first])
    }
  }
}

import LanguageServerProtocol
import MiniMarkdown

extension DiagnosticSource {
  /// Questions that other notes have, too. A question twice in one text is found without these.
  static let duplicateQuestions = DiagnosticSource { request in
    guard let index = request.index else { return [] }
    var seen: Set<String> = []
    return request.diagnostics(of: request.references.questions) { question in
      guard seen.insert(question.text).inserted else { return nil }
      let others = index.questions.places(asking: question.text, except: request.note)
      guard let first = others.first else { return nil }
      let notes =
        others.count == 1
        ? "The note “\(first.title.shortName)” asks"
        : "\(others.count)\(others.count == QuestionIndex.mostPlaces ? " or more" : "") other notes ask"
      return request.diagnostic(
        NoteDiagnostic(
          .duplicateQuestion, question.range,
          "\(notes) the same question: keep one of the pairs."),
        related: others.prefix(10).map { other in
          DiagnosticRelatedInformation(
            location: Location(
              uri: request.uri(of: other.note, title: other.title, in: index.path),
              range: other.range),
            message: "The same question, in “\(other.title.shortName)”.")
        })
    }
  }
}

extension String {
  /// As a name within a sentence: on one line, and not too long.
  var shortName: String {
    let line = withoutControls
    return line.count > 40 ? line.prefix(39) + "…" : line
  }
}

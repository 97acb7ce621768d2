import Base
import FrontMatter
import LanguageServerProtocol
import MiniMarkdown

extension DiagnosticSource {
  /// Questions that other notes have, too. Questions repeated within one text are found by
  /// `NoteDiagnostics`.
  static let duplicateQuestions = DiagnosticSource { request in
    guard let index = request.index, request.names.isEdited else { return [] }
    // Lazy, since most texts have no such questions.
    lazy var own = request.ownNote
    var seen: Set<String> = []
    return request.diagnostics(of: request.references.questions) { question in
      guard seen.insert(question.text).inserted else { return nil }
      var others = index.questions.locations(asking: question.text, except: request.note)
      if request.note == nil, !others.isEmpty, let own { others.removeAll { $0.note == own } }
      guard let first = others.first else { return nil }
      let count = "\(others.count)\(others.count == QuestionIndex.mostLocations ? " or more" : "")"
      let again =
        others.count == 1
        ? "“\(first.title.shortName)” asks it, too. Keep one of the two."
        : "\(count) other notes ask it, too. Keep one."
      return request.diagnostic(
        NoteDiagnostic(.duplicateQuestion, question.range, "Duplicate question: \(again)"),
        related: others.prefix(10).map { other in
          DiagnosticRelatedInformation(
            location: Location(
              uri: request.names.uri(other.note, other.title, index.path),
              range: other.range),
            message: "Same question in “\(other.title.shortName)”")
        })
    }
  }
}

extension DiagnosticRequest {
  /// The ID of the text's note; nil if it has none. A side of a conflict in a mirror, and an
  /// exported file, have the ID of their note.
  fileprivate var ownNote: String? {
    note ?? names.otherTextOf() ?? analysis.text.flatMap(NoteFile.id)
  }
}

import Base
import LanguageServerProtocol
import MiniMarkdown

extension DiagnosticSource {
  static let similarHashtags = DiagnosticSource { request in
    guard let tags = request.index?.tags else { return [] }
    var answers: [String: TagSpellings.Suggestion?] = [:]
    return request.diagnostics(of: request.references.hashtags) { hashtag in
      let answer: TagSpellings.Suggestion?
      if let known = answers[hashtag.text] {
        answer = known
      } else {
        answer = tags.suggestion(for: hashtag.text)
        answers[hashtag.text] = .some(answer)
      }
      guard let answer else { return nil }
      return request.diagnostic(
        NoteDiagnostic(
          .similarHashtag, hashtag.range,
          "Did you mean “\(answer.tag.shortName)”, used in \(answer.noteCount) notes?"))
    }
  }
}

import LanguageServerProtocol
import MiniMarkdown

extension DiagnosticSource {
  /// Hints about prompts of an open text that ask badly, where they are wanted. Whether a quote has a
  /// source is told when it is known whether its note is about a book.
  static let cardQuality = DiagnosticSource { request in
    guard request.wantsCardQuality else { return [] }
    let isNote = request.note != nil
    return request.analysis.cardQuality(hasBook: request.hasBook ?? isNote).map {
      request.diagnostic($0)
    }
  }
}

import LanguageServerProtocol
import MiniMarkdown

extension DiagnosticSource {
  /// Hints about weak cards of an open text, if the setting is on. A missing source of a quote is
  /// reported once it is known whether its note is about a book.
  static let cardQuality = DiagnosticSource { request in
    guard request.wantsCardQuality else { return [] }
    let isNote = request.note != nil
    return request.analysis.cardQuality(hasBook: request.hasBook ?? isNote).map {
      request.diagnostic($0)
    }
  }
}

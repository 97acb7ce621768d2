import LanguageServerProtocol
import MiniMarkdown

extension DiagnosticSource {
  /// Hints about weak cards, if the setting is on. In a note, a quote without a source is reported
  /// only if the note is certainly not about a book.
  static let cardQuality = DiagnosticSource { request in
    guard request.wantsCardQuality else { return [] }
    let isNote = request.note != nil
    return request.analysis.cardQuality(hasBook: request.hasBook ?? isNote).map {
      request.diagnostic($0)
    }
  }
}

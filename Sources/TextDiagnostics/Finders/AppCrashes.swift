import LanguageServerProtocol
import MiniMarkdown

extension DiagnosticSource {
  /// Paragraphs on which the app crashes when it opens the note, if the app writes the notebook.
  static let appCrashes = DiagnosticSource { request in
    guard request.note != nil, request.isWrittenByApp else { return [] }
    return request.analysis.crashesInApp.map { range in
      request.diagnostic(NoteDiagnostic(.crashesApp, range))
    }
  }
}

import JSON
import LanguageServerProtocol

extension Feature {
  /// For clients that pull, and that can be asked to pull again. All others are sent their
  /// diagnostics.
  ///
  /// A text's diagnostics depend on other notes as they are stored, not as they are being edited;
  /// when those change, the client is notified.
  static let pullDiagnostics = Feature("textDocument/diagnostic", queue: .analysis) { profile in
    guard profile.pullsDiagnostics else { return nil }
    return (
      ["diagnosticProvider"],
      ["identifier": "commonplace", "interFileDependencies": false, "workDoneProgress": true]
    )
  } answer: {
    (context, params: DocumentDiagnosticParams) throws(ResponseError)
      -> DocumentDiagnosticReport in
    guard let document = context.anyDocument(params.textDocument) else {
      return .full(resultId: nil, items: [])
    }
    let reporter = DiagnosticReporter(context)
    guard let report = reporter.report(on: document, while: { !context.cancellation.isCancelled })
    else { throw .requestCancelled() }
    return report.since(params.previousResultId)
  }
}

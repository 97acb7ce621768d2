import JSON
import LanguageServerProtocol

extension Feature {
  /// Diagnostics for clients that pull them and support refresh requests. All other clients get
  /// them pushed.
  ///
  /// Diagnostics of a text depend on the stored texts of other notes, not on unsaved ones. When a
  /// stored text changes, the client is asked to refresh.
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

import JSON
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

extension Feature {
  /// For clients that ask. All others are sent their diagnostics after each change.
  static let pullDiagnostics = Feature("textDocument/diagnostic") { session in
    guard session.pullsDiagnostics else { return nil }
    return (
      ["diagnosticProvider"],
      ["identifier": "commonplace", "interFileDependencies": false, "workspaceDiagnostics": false]
    )
  } answer: { (context, params: DocumentDiagnosticParams) -> DocumentDiagnosticReport in
    let items = context.document(params.textDocument).map {
      noteDiagnostics(of: $0.snapshot, encoding: context.session.encoding)
    }
    return .full(resultId: nil, items: items ?? [])
  }
}

/// What there is to say about a text, in the client's terms.
func noteDiagnostics(
  of snapshot: DocumentSnapshot, encoding: PositionEncoding
) -> [Diagnostic] {
  snapshot.diagnostics.map { diagnostic in
    Diagnostic(
      range: snapshot.lspRange(of: diagnostic.range, in: encoding),
      severity: diagnostic.severity == .warning ? .warning : .information,
      code: diagnostic.code.rawValue, source: "commonplace", message: diagnostic.message)
  }
}

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
      noteDiagnostics(
        of: $0.snapshot, encoding: context.session.encoding,
        while: { !context.cancellation.isCancelled })
    }
    return .full(resultId: nil, items: items ?? [])
  }
}

/// The most diagnostics that are sent for a document. Nobody reads more.
private let diagnosticLimit = 1000

/// What there is to say about a text, in the client's terms. Cost: linear in the text.
func noteDiagnostics(
  of snapshot: DocumentSnapshot, encoding: PositionEncoding, while isWanted: () -> Bool = { true }
) -> [Diagnostic] {
  let diagnostics = snapshot.diagnostics(limit: diagnosticLimit, while: isWanted)
  let positions = snapshot.positions(
    of: diagnostics.flatMap { [$0.range.lowerBound, $0.range.upperBound] }, in: encoding)
  func position(_ offset: Int) -> Position {
    Position(positions[offset] ?? TextPosition(line: 0, column: 0))
  }
  return diagnostics.map { diagnostic in
    Diagnostic(
      range: LSPRange(
        start: position(diagnostic.range.lowerBound), end: position(diagnostic.range.upperBound)),
      severity: diagnostic.severity == .warning ? .warning : .information,
      code: diagnostic.code.rawValue, source: "commonplace", message: diagnostic.message)
  }
}

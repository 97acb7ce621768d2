import LanguageServerProtocol
import Notebook

extension DiagnosticSource {
  package static let conflictCode = "conflict"

  static let conflict = DiagnosticSource { request in
    request.conflict.map { [$0.diagnostic(at: request.analysis.firstLine)] } ?? []
  }
}

extension ConflictList {
  fileprivate func diagnostic(at firstLine: LSPRange) -> Diagnostic {
    let lines = entries.map(\.line).joined(separator: "; ")
    return Diagnostic(
      range: firstLine, severity: .warning, code: DiagnosticSource.conflictCode,
      source: "commonplace",
      message: "Conflict: this note has several versions (\(lines)): "
        + "resolve the conflict with a code action.")
  }
}

import LanguageServerProtocol
import Notebook

extension DiagnosticSource {
  package static let conflictCode = "conflict"

  /// That there is something to choose in a note.
  static let conflict = DiagnosticSource { request in
    request.conflict.map { [$0.diagnostic(at: request.analysis.firstLine)] } ?? []
  }
}

extension ConflictList {
  /// The diagnostic that the editor shows at the note's first line.
  fileprivate func diagnostic(at firstLine: LSPRange) -> Diagnostic {
    let lines = entries.map(\.line).joined(separator: "; ")
    return Diagnostic(
      range: firstLine, severity: .warning, code: DiagnosticSource.conflictCode,
      source: "commonplace",
      message: "Conflict: this note was changed independently (\(lines)). All versions are kept; "
        + "choose one with a code action or “commonplace conflicts resolve”.")
  }
}

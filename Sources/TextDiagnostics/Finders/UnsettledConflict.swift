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
      message: "This note was changed in several places at once: \(lines). All texts are kept. "
        + "Choose one by a code action, or with “commonplace conflicts resolve”.")
  }
}

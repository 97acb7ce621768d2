import FrontMatter
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import UserSettings

extension ClientProfile {
  func recordDiagnostics(
    of document: OpenDocument, except settings: Settings
  ) -> DocumentDiagnostics {
    let unwanted = settings.disabledDiagnostics
    let items = document.recordProblems.map { diagnostic($0, in: document) }
      .filter { !unwanted.contains($0.code ?? "") }
    return DocumentDiagnostics(
      resultId: "r\(document.revision)-\(unwanted.sorted().joined(separator: ","))", items: items)
  }

  fileprivate func diagnostic(
    _ problem: BookDocument.Problem, in document: OpenDocument
  ) -> Diagnostic {
    Diagnostic(
      range: document.snapshot.lspRange(of: problem.range, in: encoding),
      severity: problem.severity, code: problem.code.rawValue, source: "commonplace",
      message: problem.message)
  }
}

extension BookDocument.Problem {
  fileprivate var severity: DiagnosticSeverity {
    switch code {
    case .isbn, .order: .warning
    case .shortISBN: .hint
    case .syntax, .field, .value, .stars, .date: .error
    }
  }
}

extension OpenDocument {
  fileprivate var recordProblems: [BookDocument.Problem] {
    BookDocument.problems(in: snapshot.text)
  }
}

extension CodeActionSource {
  static let recordFixes = CodeActionSource(kinds: [.quickFix]) { request in
    guard request.document.name.record != nil else { return [] }
    let snapshot = request.snapshot
    let lines =
      snapshot.line(at: request.range.lowerBound)...snapshot.line(at: request.range.upperBound)
    return request.document.recordProblems.flatMap { problem -> [CodeAction] in
      let problemLines =
        snapshot.line(at: problem.range.lowerBound)...snapshot.line(at: problem.range.upperBound)
      guard problemLines.overlaps(lines) else { return [] }
      let ours = request.context.profile.diagnostic(problem, in: request.document)
      let shown = request.params.diagnostics.first {
        $0.range == ours.range && ($0.code ?? ours.code) == ours.code
      }
      return problem.fixes.enumerated().map { index, fix in
        request.action(
          fix.title, kind: .quickFix, edits: [.init(problem.range, fix.newText)],
          diagnostics: [shown ?? ours], isPreferred: index == 0)
      }
    }
  }
}

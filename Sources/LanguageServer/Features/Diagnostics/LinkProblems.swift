import Base
import LanguageServerProtocol
import MiniMarkdown

extension DiagnosticSource {
  /// Links to notes that are not there, and to titles that several notes have.
  static let links = DiagnosticSource { request in
    request.diagnostics(of: request.references.links) { link in
      guard let name = link.names.first, let target = request.links[name], target.count != 1 else {
        return nil
      }
      let found =
        target.count == 0
        ? NoteDiagnostic(
          .linkLeadsNowhere, link.range,
          "No note has this title yet: make it, or choose another.", severity: .hint)
        : NoteDiagnostic(
          .linkIsAmbiguous, link.range,
          "\(target.count.counted("note")) have this title: link to one by its id.",
          severity: .hint)
      return request.diagnostic(found)
    }
  }
}

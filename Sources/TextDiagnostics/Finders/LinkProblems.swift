import Base
import LanguageServerProtocol
import MiniMarkdown

extension DiagnosticSource {
  /// Links to notes and headings that do not exist, and links that match several notes.
  static let links = DiagnosticSource { request in
    request.diagnostics(of: request.references.links) { link in
      request.problem(of: link).map { request.diagnostic($0) }
    }
  }
}

extension DiagnosticRequest {
  /// Returns the problem of a link; nil if it has none, or if its target was not looked up yet.
  fileprivate func problem(of link: NoteLink) -> NoteDiagnostic? {
    if link.isWithinNote {
      return missing(
        link, in: analysis.headings,
        "This text has no heading with this name: add it, or change the link.")
    }
    guard let target = links[link.names] else { return nil }
    switch target.count {
    case 0:
      return NoteDiagnostic(.linkLeadsNowhere, link.range)
    case 1:
      return missing(
        link, in: target.headings,
        "The linked note has no heading with this name: add it, or change the link.")
    default:
      return NoteDiagnostic(
        .linkIsAmbiguous, link.range,
        "This link matches \(target.count.counted("note")): link to one by its whole ID, as "
          + "in [[ID|title]].")
    }
  }

  private func missing(
    _ link: NoteLink, in headings: LinkHeadings?, _ message: String
  ) -> NoteDiagnostic? {
    guard let headings, let title = link.headingTitle, let range = link.heading,
      !headings.contains(title)
    else { return nil }
    return NoteDiagnostic(.linkHeadingMissing, range, message)
  }
}

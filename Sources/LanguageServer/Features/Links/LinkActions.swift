import Base
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing
import Quoting
import TextDiagnostics

extension CodeActionSource {
  /// For a link that matches no note: creates the note, or changes the link to the most similar
  /// title.
  static let danglingLinks = CodeActionSource(kinds: [.quickFix]) { request in
    guard let settled = request.shown(by: .linkLeadsNowhere),
      let link = request.document.noteLink(at: request.range.lowerBound), link.form != .address,
      let target = request.context.memory.indexCache.target(of: link), target.count == 0
    else { return [] }
    var actions: [CodeAction] = []
    if request.context.canWriteBoth, let title = link.names.isEmpty ? nil : link.title {
      actions.append(
        CodeAction(
          Command(
            title: "Create the note “\(title.withoutControls)”", command: "commonplace.newNote",
            arguments: [["title": title.json]]), kind: .quickFix, diagnostics: settled))
    }
    if link.form == .brackets, let nearest = target.nearest, NoteLink.isTitle(nearest) {
      actions.append(
        request.action(
          "Link to “\(nearest.withoutControls)”", kind: .quickFix,
          edits: [ByteEdit(link.target, nearest)], diagnostics: settled))
    }
    return actions
  }

  /// For a link that names a missing heading: changes it to the most similar one, or removes the
  /// heading.
  static let missingHeadings = CodeActionSource(kinds: [.quickFix]) { request in
    guard let settled = request.shown(by: .linkHeadingMissing),
      let link = request.document.noteLink(at: request.range.lowerBound),
      let headingRange = link.heading, let title = link.headingTitle,
      let headings = link.isWithinNote
        ? LinkHeadings(request.document.snapshot)
        : request.context.memory.indexCache.target(of: link)?.headings,
      !headings.contains(title)
    else { return [] }
    var actions: [CodeAction] = []
    if link.form == .brackets, let nearest = headings.nearest(to: title) {
      actions.append(
        request.action(
          "Change to the heading “\(nearest.withoutControls)”", kind: .quickFix,
          edits: [ByteEdit(headingRange, nearest)], diagnostics: settled))
    }
    if !link.isWithinNote {
      actions.append(
        request.action(
          "Remove the heading from the link", kind: .quickFix,
          edits: [ByteEdit(link.target.upperBound..<headingRange.upperBound, "")],
          diagnostics: settled))
    }
    return actions
  }
}

extension LinkHeadings {
  /// Returns the heading most similar to `title`; nil if none is similar.
  fileprivate func nearest(to title: String) -> String? {
    let wanted = title.lowercased()
    let near = titles.filter { !$0.isEmpty && $0.linkWords == nil }
      .filter { ($0 + title).utf8.count <= LinkName.longest }
      .map { (title: $0, distance: EditDistance.between(wanted, $0.lowercased())) }
      .min { $0.distance < $1.distance }
    return near.flatMap { $0.distance <= max(2, title.count / 3) ? $0.title : nil }
  }
}

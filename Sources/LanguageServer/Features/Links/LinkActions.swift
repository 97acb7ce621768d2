import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing
import UserSettings

extension CodeActionSource {
  /// For a link that leads nowhere: makes the note, or writes the title that is nearest.
  static let danglingLinks = CodeActionSource(kinds: [.quickFix]) { request in
    let code = NoteDiagnostic.Code.linkLeadsNowhere.rawValue
    guard !request.context.settings.disabledDiagnostics.contains(code),
      let link = request.document.noteLink(at: request.range.lowerBound), link.form != .address,
      let target = request.context.memory.indexCache.target(of: link), target.count == 0
    else { return [] }
    let settled = request.params.diagnostics.filter { $0.code == code }
    var actions: [CodeAction] = []
    if request.context.canWriteBoth, let title = link.names.isEmpty ? nil : link.title {
      actions.append(
        CodeAction(
          Command(
            title: "Make the note “\(title.withoutControls)”", command: "commonplace.newNote",
            arguments: [["title": title.json]]), kind: .quickFix, diagnostics: settled))
    }
    if link.form == .brackets, let nearest = target.nearest {
      actions.append(
        request.action(
          "Link to “\(nearest.withoutControls)”", kind: .quickFix,
          edits: [ByteEdit(link.target, nearest)], diagnostics: settled))
    }
    return actions
  }
}

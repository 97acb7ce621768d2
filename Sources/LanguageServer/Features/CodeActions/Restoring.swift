import Books
import JSON
import LanguageServerProtocol
import Notebook
import PackratParsing

extension CodeActionSource {
  /// On a line of the trash: restores the note. On a line of a note's history: restores that
  /// version of its text, or of its book record.
  static let restoring = CodeActionSource(kinds: [.restore]) { request in
    guard !request.isAutomatic, let view = ViewURI(request.document.uri),
      let target = request.context.views.links(ofView: view, in: request.document).first(where: {
        request.snapshot.line(at: $0.range.lowerBound)
          == request.snapshot.line(at: request.range.lowerBound)
      })?.target
    else { return [] }
    switch view.content {
    case .trash:
      return [request.restoring("Restore this note from the trash", ["uri": target.json])]
    case .history(let note):
      guard case .text(_, let version)? = ViewURI(target)?.content,
        let notebook = request.context.notebook.opened
      else { return [] }
      let stored = try? notebook.note(id: note)
      if NoteHistory.isRecord(version) {
        let present = try? notebook.history.of(note).records.first
        guard present?.version != version || present?.replaced != nil else { return [] }
        let uri = NoteURI(
          id: note, title: stored?.summary.title ?? "", notebookPath: notebook.path)
        let base = (try? notebook.books.record(of: note))?.version
        return [
          request.restoring(
            "Restore this record of the book",
            ["uri": uri.text.json, "version": version.json, "baseVersion": base?.json])
        ]
      }
      guard stored?.version != version else { return [] }
      let title = stored?.summary.title ?? ""
      return [
        request.restoring(
          "Restore this text of the note",
          [
            "uri": NoteURI(id: note, title: title, notebookPath: notebook.path).text.json,
            "version": version.json, "baseVersion": stored?.version.json,
          ])
      ]
    default: return []
    }
  }
}

extension CodeActionRequest {
  fileprivate func restoring(_ title: String, _ argument: JSONValue) -> CodeAction {
    CodeAction(
      Command(title: title, command: ServerCommand.restoreNote.name, arguments: [argument]),
      kind: .restore)
  }
}

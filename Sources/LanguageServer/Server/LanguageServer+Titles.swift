import Base
import JSON
import LanguageServerProtocol
import MiniMarkdown
import NotebookFile
import Notebook
import NotebookIndex

/// The links to a note whose title was changed by writing another one.
extension LanguageServer {
  /// A save gave the note `id` another title. If links in other notes name the former one, which leads nowhere by
  /// now, the user is asked whether they are to follow. Nothing waits for that.
  func titleChanged(_ id: String, _ change: TitleChange) {
    perform(in: .survey) { [self] in
      // Clients that declare no questions would interrupt the user with it. And links that never were looked up
      // are not worth reading a whole notebook after a save.
      guard let context = context(for: Self.ownRequest, .null),
        context.profile.client.window.asksQuestions, let notebook = notebook.opened,
        notebook.usesLinks, let change = try? notebook.narrowed(change, of: id),
        let count = try? context.notes(naming: change).count, count > 0
      else { return }
      let (follow, leave) = ("Change the links", "Leave them")
      let question = ShowMessageRequestParams(
        type: .info,
        message:
          "\(count.counted("note")) \(count == 1 ? "links" : "link") to the former title of “\(change.new.withoutControls)”.",
        actions: [follow, leave])
      client.request("window/showMessageRequest", question.json) { [weak self] answer in
        guard (try? answer.get())?["title"]?.string == follow else { return }
        self?.changeLinks(to: id, change)
      }
    }
  }

  private func changeLinks(to id: String, _ change: TitleChange) {
    perform(in: .notebook) { [self] in
      guard let context = context(for: Self.ownRequest, .null) else { return }
      do throws(ResponseError) {
        let edit = try context.changeLinks(to: id, change)
        guard !edit.documentChanges.isEmpty else { return }
        client.applyEdit(edit, label: "Change the links")
      } catch {
        client.show(.error, error.message)
      }
    }
  }

  /// The id under which the server does something by itself.
  private static var ownRequest: RequestID { .string("commonplace") }
}

extension RequestContext {
  /// The notes whose links name the former title of a note, by names that no note has now; open ones as they are
  /// in the editor.
  fileprivate func notes(naming change: TitleChange) throws(ResponseError) -> Set<String> {
    if change.formerNames.isEmpty { return [] }
    let stored = try notebook.ask { (notebook) throws(NotebookError) in
      try notebook.notes(danglingTo: change.formerNames)
    }
    let open = openNoteDocuments
    let linking = open.filter { _, document in
      document.noteLinks().contains(where: change.isNamed)
    }
    return Set(stored).subtracting(open.keys).union(linking.keys)
  }

  /// Has the links that name the former title follow: in stored notes at once; returns the edit of open ones.
  fileprivate func changeLinks(to id: String, _ change: TitleChange) throws(ResponseError)
    -> WorkspaceEdit
  {
    let notes = try notes(naming: change)
    let changes = notes.compactMap { openNoteDocuments[$0] }.compactMap { document in
      let edits = LinkEdits(document.snapshot, except: document.unread, change, of: id).edits
      return edits.isEmpty
        ? nil
        : TextDocumentEdit(
          uri: document.uri, version: document.version, edits: textEdits(document, edits))
    }
    let stored = notes.subtracting(openNoteDocuments.keys).sorted()
    let changed = try notebook.change { (notebook) throws(NotebookError) in
      try notebook.rewriteTexts(of: stored) { _, text in
        LinkEdits(text: text, change, of: id).text
      }
    }
    if let changed, !changed.isEmpty {
      server.notesChanged(Set(changed))
      client.show(.info, "Links to the new title are in \(changed.count.counted("note")).")
    }
    return WorkspaceEdit(documentChanges: changes, form: profile.editForm)
  }
}

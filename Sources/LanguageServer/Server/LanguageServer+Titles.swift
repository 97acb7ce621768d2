import Base
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookIndex

extension LanguageServer {
  /// Asks the user whether links in other notes should follow the new title of note `id`. Called
  /// after a save, which does not wait. The title is read again after the user's answer, because
  /// the note may have been saved again.
  func titleChanged(_ id: String, _ change: TitleChange) {
    perform(in: .survey) { [self] in
      // The client must support message requests. If links were never used, reading a whole
      // notebook after a save is not worthwhile.
      guard let context = context(for: Self.ownRequest, .null),
        context.profile.client.window.asksQuestions, notebook.opened?.links.isUsed == true,
        let changes = try? context.links.changes(following: id, change.old)
      else { return }
      let count = changes.count
      guard count > 0 else { return }
      let (follow, leave) = ("Update links", "Keep links")
      let question = ShowMessageRequestParams(
        type: .info,
        message:
          "\(count.counted("note")) \(count == 1 ? "links" : "link") to the previous title of “\(change.new.withoutControls)”.",
        actions: [follow, leave])
      client.request("window/showMessageRequest", question.json) { [weak self] answer in
        guard (try? answer.get())?["title"]?.string == follow else { return }
        self?.changeLinks(to: id, change.old)
      }
    }
  }

  private func changeLinks(to id: String, _ title: String) {
    perform(in: .notebook) { [self] in
      guard let context = context(for: Self.ownRequest, .null) else { return }
      do throws(ResponseError) {
        let edit = try context.links.changeLinks(to: id, title)
        guard !edit.documentChanges.isEmpty else { return }
        client.applyEdit(edit, label: "Update links")
      } catch {
        client.show(.error, error.message)
      }
    }
  }

  /// The request ID for the server's own work.
  private static var ownRequest: RequestID { .string("commonplace") }
}

private struct FollowingLinks {
  let changes: LinkChanges
  let documents: [OpenDocument]

  /// The number of notes and open documents with changes.
  var count: Int { changes.notes.count + changes.open.count { !$0.isEmpty } }
}

extension LinkRequests {
  fileprivate func changes(
    following id: String, _ title: String
  ) throws(ResponseError) -> FollowingLinks {
    let open = openTexts
    let changes = try notebook.ask { (notebook) throws(NotebookError) in
      try notebook.links.changes(following: id, from: title, open: open.map(\.text))
    }
    return FollowingLinks(changes: changes, documents: open.map(\.document))
  }

  /// Changes the links in stored notes at once. Returns the edit for open documents.
  fileprivate func changeLinks(to id: String, _ title: String) throws(ResponseError)
    -> WorkspaceEdit
  {
    let following = try changes(following: id, title)
    if let changed = try make(following.changes, nil), !changed.isEmpty {
      client.show(.info, "Updated links in \(changed.count.counted("stored note")).")
    }
    return WorkspaceEdit(
      documentChanges: edits(following.changes, of: following.documents), form: profile.editForm)
  }
}

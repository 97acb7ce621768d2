import Base
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookIndex

/// The links to a note whose title was changed by writing another one.
extension LanguageServer {
  /// A save gave the note `id` another title. If links in other notes led to it by the former one, the user is asked
  /// whether they are to follow. Nothing waits for that. The title is that of the moment: there may be another save
  /// before the answer.
  func titleChanged(_ id: String, _ change: TitleChange) {
    perform(in: .survey) { [self] in
      // Clients that declare no questions would interrupt the user with it. And links that never were looked up
      // are not worth reading a whole notebook after a save.
      guard let context = context(for: Self.ownRequest, .null),
        context.profile.client.window.asksQuestions, notebook.opened?.links.isUsed == true,
        let changes = try? context.links.changes(following: id, change.old)
      else { return }
      let count = changes.count
      guard count > 0 else { return }
      let (follow, leave) = ("Update links", "Keep")
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

  /// The id under which the server does something by itself.
  private static var ownRequest: RequestID { .string("commonplace") }
}

/// The changes of links that named a note by a former title, with the open documents.
private struct FollowingLinks {
  let changes: LinkChanges
  let documents: [OpenDocument]

  /// The number of notes and files.
  var count: Int { changes.notes.count + changes.open.count { !$0.isEmpty } }
}

extension LinkRequests {
  /// The changes of the links that led to the note `id` by a former title: to the title that it has now.
  fileprivate func changes(
    following id: String, _ title: String
  ) throws(ResponseError) -> FollowingLinks {
    let open = openTexts
    let changes = try notebook.ask { (notebook) throws(NotebookError) in
      try notebook.links.changes(following: id, from: title, open: open.map(\.text))
    }
    return FollowingLinks(changes: changes, documents: open.map(\.document))
  }

  /// Has these links follow: in stored notes at once; returns the edit of open ones.
  fileprivate func changeLinks(to id: String, _ title: String) throws(ResponseError)
    -> WorkspaceEdit
  {
    let following = try changes(following: id, title)
    if let changed = try make(following.changes, nil), !changed.isEmpty {
      client.show(.info, "Links to the new title are in \(changed.count.counted("note")).")
    }
    return WorkspaceEdit(
      documentChanges: edits(following.changes, of: following.documents), form: profile.editForm)
  }
}

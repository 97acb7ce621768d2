import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import PackratParsing

extension LanguageServer {
  /// Saves a note whose document the client has saved. The notification has no response, so a
  /// conflict is not an error. If the stored note is not the document's base any more, both texts
  /// are merged, or both are kept. Errors are shown to the user.
  func saveNote(_ document: OpenDocument) {
    let uri = document.name
    guard let note = document.note else { return }
    let text = document.snapshot.text
    perform(in: .notebook, weight: text.utf8.count) { [self] in
      do throws(ResponseError) {
        let known = openNotes.base(of: uri) ?? mirrors.version(of: uri)
        if let refusal = openNotes.refusal(of: text, in: note, over: known) {
          throw .requestFailed(refusal)
        }
        // The other side of a conflict is kept until the user chooses, because the user may have
        // changed the merged text.
        let base = known.flatMap(MergedVersion.init)?.versions.first ?? known
        let (saved, change) = try notebook.change { (notebook) throws(NotebookError) in
          try notebook.watchingTitle(of: note) { () throws(NotebookError) in
            try notebook.conflicts.saveKeepingOthers(
              text: text, note: note, base: base, rewrites: proposedEdits.rewrites(of: note))
          }
        }
        proposedEdits.forget(note)
        if let change { titleChanged(note, change) }
        openNotes.recordSent(note, version: saved.version, text: text)
        openNotes.setBase(uri, to: saved.version)
        switch saved.other {
        case .none, .merged: mirrors.noteSaved(uri, text, as: saved.version)
        case .inConflict, .deleted: break
        }
        lookForConflict(in: note)
        notify(saved, of: note, document)
      } catch {
        client.show(.error, "The note is not saved: \(error.message) (\(document.uri))")
      }
    }
  }

  private func notify(_ saved: KeptSave, of note: String, _ document: OpenDocument) {
    switch saved.other {
    case .none: break
    case .merged:
      notifyNotesChanged(of: [note])
      client.show(
        .info,
        "The note was also changed outside this editor; both changes are merged (\(document.uri)).")
    case .inConflict:
      client.show(
        .warning,
        "Conflict: the note was also changed outside this editor. Both versions are kept; choose "
          + "with a code action on the first line (\(document.uri)).")
    case .deleted:
      client.show(
        .warning,
        "Conflict: the note was deleted outside this editor. Your text is kept; choose with a "
          + "code action on the first line (\(document.uri)).")
    }
    if saved.isTrashed, saved.other == .none { offerRestoring(note) }
  }

  /// Shows the user, once for each note, that it was saved in the trash, and offers to restore it.
  private func offerRestoring(_ note: String) {
    guard openNotes.isFirstSaveInTrash(of: note) else { return }
    let (restore, leave) = ("Restore", "Leave in trash")
    let question = ShowMessageRequestParams(
      type: .warning, message: "Saved, but this note is in the trash.",
      actions: [restore, leave])
    client.request("window/showMessageRequest", question.json) { [weak self] answer in
      guard let self, (try? answer.get())?["title"]?.string == restore else { return }
      perform(in: .notebook) { [self] in
        do throws(ResponseError) {
          try notebook.change { (notebook) throws(NotebookError) in try notebook.restore(note) }
          notifyNotesChanged(of: [note])
        } catch {
          client.show(.error, error.message)
        }
      }
    }
  }
}

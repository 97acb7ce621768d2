import Base
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookIndex
import PackratParsing

extension LinkRequests {
  /// Returns the title at a position, and the range that a rename changes: the note's own title in
  /// its first heading, or the title of the note that a bracket link names. Returns nil if there is
  /// none, or if the link matches several notes, is not by title, or is not in a note.
  func renamableTitle(
    _ identifier: TextDocumentIdentifier, _ position: Position
  ) throws(ResponseError) -> (note: String, title: String, range: Range<Int>)? {
    if let (document, link) = self.link(in: identifier, at: position) {
      guard link.form == .brackets, !link.isWithinNote else { return nil }
      let notes = try notes(meantBy: link)
      guard let note = notes.first, notes.count == 1 else { return nil }
      let title = context.openNoteDocuments[note.id].flatMap(\.title) ?? note.storedTitle.trimmed
      // A link by another title or by ID does not contain the title.
      let isByTitle = link.names.contains(where: LinkName.ofTitle(title).contains)
      guard document.note != nil, isByTitle else { return nil }
      return (note.id, title, link.target)
    }
    guard let (document, note, range) = titledNote(identifier, position) else { return nil }
    let title = document.snapshot.text(in: range).trimmed
    return title.isEmpty ? nil : (note, title, range)
  }

  func renameTitle(_ params: RenameParams) throws(ResponseError) -> WorkspaceEdit {
    guard let (note, title, _) = try renamableTitle(params.textDocument, params.position) else {
      throw .requestFailed(
        "Cannot rename: put the cursor on a hashtag, on the title of a note, or on a link with the "
          + "title of exactly one note.")
    }
    let new = params.newName.trimmed
    guard !new.isEmpty, !new.contains(where: \.isNewline), LinkName(title: new) != nil else {
      throw .invalidParams(
        "newName: a title must be one line and contain more than white space, *, _ and `")
    }
    return try rename(note, from: title, to: new)
  }

  /// Renames a note's title and the links that use it, in all notes outside the trash. `old` is the
  /// title in the editor, or else in the notebook. Open documents are changed by the returned edit;
  /// stored notes directly, in one transaction.
  private func rename(
    _ note: String, from old: String, to title: String
  ) throws(ResponseError) -> WorkspaceEdit {
    let open = openTexts
    let changes = try notebook.ask { (notebook) throws(NotebookError) in
      try notebook.links.changes(
        renaming: note, to: title, openTitle: old, open: open.map(\.text))
    }
    let edits = self.edits(changes, of: open.map(\.document))
    for edit in edits where server.currentVersion(DocumentURI(edit.uri)) != edit.version {
      throw .requestFailed("Nothing was renamed: an open document changed. Rename again.")
    }
    let progress = context.progress("Renaming a note")
    defer { progress.end() }
    let changed = try make(changes, progress)
    guard let changed else { throw .requestCancelled() }
    if !changed.isEmpty {
      let documents =
        edits.isEmpty
        ? ""
        : edits.count == 1
          ? " Save the changed document, too."
          : " Save the \(edits.count) changed documents, too."
      client.show(
        .info, "Renamed: \(changed.count.counted("stored note")) changed.\(documents)")
    }
    return WorkspaceEdit(documentChanges: edits, form: profile.editForm)
  }

  var openTexts: [(document: OpenDocument, text: OpenText)] {
    documents.values.sorted { $0.uri < $1.uri }.compactMap { document in
      guard let document = document.asMarkdown, ViewURI(document.uri) == nil else { return nil }
      return (
        document, OpenText(document.snapshot, note: document.note, except: document.unread)
      )
    }
  }

  func edits(_ changes: LinkChanges, of documents: [OpenDocument]) -> [TextDocumentEdit] {
    zip(documents, changes.open).compactMap { document, edits in
      edits.isEmpty
        ? nil
        : TextDocumentEdit(
          uri: document.uri, version: document.version, edits: context.textEdits(document, edits))
    }
  }

  /// Applies the changes to stored notes that are not open. Returns their IDs; nil if the request
  /// was canceled.
  func make(_ changes: LinkChanges, _ progress: WorkDoneProgress?) throws(ResponseError)
    -> [String]?
  {
    let open = Set(context.openNoteDocuments.keys)
    let changed = try notebook.change { (notebook) throws(NotebookError) in
      try notebook.links.make(changes, except: open) { done, total in
        progress?.report(done, of: total)
        return !cancellation.isCancelled
      }
    }
    if let changed, !changed.isEmpty { server.notesChanged(Set(changed)) }
    return changed
  }
}

extension Notebook {
  /// Runs `save`. Returns its result, and the change of the note's title; nil if a title is empty,
  /// or if links do not distinguish the titles.
  func watchingTitle<Value>(
    of id: String, _ save: () throws(NotebookError) -> Value
  ) throws(NotebookError) -> (Value, TitleChange?) {
    let old = try summary(of: id)?.storedTitle.trimmed ?? ""
    let value = try save()
    let new = try summary(of: id)?.storedTitle.trimmed ?? ""
    let isChanged = !old.isEmpty && !new.isEmpty && LinkName(title: old) != LinkName(title: new)
    return (value, isChanged ? TitleChange(from: old, to: new) : nil)
  }
}

extension OpenDocument {
  fileprivate var title: String? { snapshot.titleRange.map { snapshot.text(in: $0).trimmed } }
}

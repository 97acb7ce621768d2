import Base
import JSON
import LanguageServerProtocol
import MiniMarkdown
import NotebookFile
import Notebook
import NotebookIndex
import PackratParsing

/// A note's title that is renamed, and the links that follow it.
struct RenamedTitle {
  /// The note's id.
  let note: String
  let change: TitleChange
}

extension RequestContext {
  /// The title at a place: that of the note itself in its first heading, or that to which a link in brackets
  /// leads; with the range of the text that is renamed. Returns nil elsewhere.
  func renamableTitle(
    _ identifier: TextDocumentIdentifier, _ position: Position
  ) throws(ResponseError) -> (note: String, title: String, range: Range<Int>)? {
    if let (document, link) = linkPlace(identifier, position) {
      guard link.form == .brackets, !link.isWithinNote else { return nil }
      let notes = try notes(meantBy: link)
      guard let note = notes.first, notes.count == 1 else { return nil }
      let title = openNoteDocuments[note.id].flatMap(\.title) ?? note.storedTitle.trimmed
      let change = TitleChange(from: title, to: title)
      // A link by another title, or by the id, does not say the title.
      guard document.note != nil, change.isNamed(by: link) else {
        return nil
      }
      return (note.id, title, link.target)
    }
    guard let (document, note, range) = titledNote(identifier, position) else { return nil }
    let title = document.snapshot.text(in: range).trimmed
    return title.isEmpty ? nil : (note, title, range)
  }

  /// Renames the title at a place.
  func renameTitle(_ params: RenameParams) throws(ResponseError) -> WorkspaceEdit {
    guard let (note, title, _) = try renamableTitle(params.textDocument, params.position) else {
      throw .requestFailed("There is no hashtag, title or link here.")
    }
    let new = params.newName.trimmed
    guard !new.isEmpty, !new.contains(where: \.isNewline), LinkName(title: new) != nil else {
      throw .invalidParams("newName: a title is one line with a letter or a digit")
    }
    return try rename(RenamedTitle(note: note, change: TitleChange(from: title, to: new)))
  }

  /// Renames the title of a note, in its first heading, and the links that name it, in all notes outside the
  /// trash. Open documents are changed by the edit in the answer; stored notes here, in one transaction.
  func rename(_ renamed: RenamedTitle) throws(ResponseError) -> WorkspaceEdit {
    let open = openNoteDocuments
    let links = try notebook.ask { (notebook) throws(NotebookError) in
      try notebook.narrowed(renamed.change, of: renamed.note)
    }
    var changes: [TextDocumentEdit] = []
    for document in documents.values.sorted(by: { $0.uri < $1.uri }) {
      guard let document = document.asMarkdown, ViewURI(document.uri) == nil else { continue }
      var edits = LinkEdits(
        document.snapshot, except: document.unread, links, of: renamed.note
      ).edits
      if document.note == renamed.note, let title = document.snapshot.titleRange {
        edits.removeAll { $0.range.overlaps(title) }
        edits.append(ByteEdit(title, renamed.change.new))
      }
      guard !edits.isEmpty else { continue }
      changes.append(
        TextDocumentEdit(
          uri: document.uri, version: document.version, edits: textEdits(document, edits)))
    }
    for change in changes where server.currentVersion(DocumentURI(change.uri)) != change.version {
      throw .requestFailed("An open document changed: nothing was renamed. Rename it again.")
    }
    try renameStored(
      renamed, links, except: Set(open.keys), openDocuments: changes.count)
    return WorkspaceEdit(documentChanges: changes, form: profile.editForm)
  }

  /// Renames in stored notes, with `links` that follow, and shows a message with the result.
  private func renameStored(
    _ renamed: RenamedTitle, _ links: TitleChange, except open: Set<String>, openDocuments: Int
  ) throws(ResponseError) {
    let progress = progress("Renaming a note")
    defer { progress.end() }
    let changed = try notebook.change { (notebook) throws(NotebookError) in
      var notes = try notebook.notes(pointingAt: renamed.note, most: .max)
      notes.append(renamed.note)
      notes.removeAll { open.contains($0) }
      return try notebook.rewriteTexts(of: notes) { done, total in
        progress.report(done, of: total)
        return !cancellation.isCancelled
      } _: { id, text in
        let edited = LinkEdits(text: text, links, of: renamed.note).text
        return id == renamed.note ? NoteText.renamed(edited, to: renamed.change.new) : edited
      }
    }
    guard let changed else { throw .requestCancelled() }
    guard !changed.isEmpty else { return }
    server.notesChanged(Set(changed))
    let documents =
      openDocuments == 0
      ? "" : openDocuments == 1 ? "; save the open one" : "; save the \(openDocuments) open ones"
    client.show(
      .info, "Links to the new title are in \(changed.count.counted("note"))\(documents).")
  }
}

extension Notebook {
  /// Runs `save`, and returns with its result the change of the note's title, if there was one.
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
  /// The title of its first heading; nil if there is none.
  fileprivate var title: String? { snapshot.titleRange.map { snapshot.text(in: $0).trimmed } }
}

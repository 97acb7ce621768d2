import Base
import Books
import Dispatch
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing

extension Feature {
  /// What can be renamed at the cursor: a segment of a hashtag, without `#` and slashes, or a
  /// note's title, in the note or in a link. Null at other positions.
  static let prepareRename = Feature("textDocument/prepareRename", queue: .lookup) { profile in
    guard profile.client.textDocument.prepareRenameSupport else { return nil }
    return (["renameProvider"], ["prepareProvider": true, "workDoneProgress": true])
  } answer: { (context, params: TextDocumentPositionParams) throws(ResponseError) -> JSONValue in
    if let (document, prefix) = context.hashtags.hashtagPrefix(params) {
      let range = document.snapshot.lspRange(of: prefix.segment, in: context.profile.encoding)
      return PrepareRenameResult(
        range: range, placeholder: document.snapshot.text(in: prefix.segment)
      ).json
    }
    guard let document = context.document(params.textDocument),
      let (_, title, range) = try context.links.renamableTitle(params.textDocument, params.position)
    else { return .null }
    return PrepareRenameResult(
      range: document.snapshot.lspRange(of: range, in: context.profile.encoding), placeholder: title
    ).json
  }

  /// Renames a note's title and the links that use it, or a hashtag and all below it, in all notes
  /// outside the trash.
  ///
  /// Open documents are changed by the edit in the response. Their stored texts do not change until
  /// they are saved, because only the client has the open text. Stored notes that are not open are
  /// written before the response, in one transaction. They are not files, so an edit could not
  /// change them. The previous texts stay in history.
  ///
  /// A new name with `#` is the whole hashtag. A name without `#` replaces only the segment, and
  /// may be a path: on `2021` of `#books/2021`, `read/2021` makes it `#books/read/2021`.
  ///
  /// If the new hashtag exists, the edits need confirmation. If stored notes change, or the client
  /// does not support annotations, the user is asked before anything is written, if the client
  /// supports questions. After the user's answer, everything is read again.
  static let rename = Feature("textDocument/rename", queue: .notebook, writes: true) { profile in
    guard !profile.client.textDocument.prepareRenameSupport else { return nil }
    return (["renameProvider"], true)
  } asking: { (context, params: RenameParams) throws(ResponseError) -> Answer in
    guard
      let (document, prefix) = context.hashtags.hashtagPrefix(params.textDocument, params.position)
    else {
      return .value(try context.links.renameTitle(params).json)
    }
    guard let name = prefix.fullName(params.newName),
      let rename = TagRename(prefix.text, to: name)
    else { throw .invalidParams("newName: \(TagRename.rule)") }
    if rename.new.tag.utf8.elementsEqual(prefix.text.utf8) { return .value(.null) }
    return try context.hashtags.perform(RenamedTag(rename, from: document, context))
  }
}

/// The time that the user has to answer whether to merge hashtags. Only the response to the request
/// waits.
private let patience = DispatchTimeInterval.seconds(600)

extension HashtagPrefix {
  /// Returns the whole new hashtag for the name that the user entered; nil if it is empty.
  func fullName(_ name: String) -> String? {
    if name.hasPrefix("#") { return name }
    guard !name.isEmpty else { return nil }
    let above = text.utf8.prefix(segment.lowerBound - range.lowerBound)
    return String(Substring(above)) + name
  }
}

private struct RenamedTag: Sendable {
  let rename: TagRename
  let document: OpenDocument
  let edits: [(document: OpenDocument, edits: [ByteEdit])]
  /// Whether the new name would be parsed as a hashtag in all open documents.
  let isFaithful: Bool
  /// The existing hashtags with which the renamed one would be merged.
  let met: [String]

  init(_ rename: TagRename, from document: OpenDocument, _ context: RequestContext) {
    (self.rename, self.document) = (rename, document)
    let documents = context.documentsOutsideTrash(document)
    let changed = documents.map {
      ($0, HashtagEdits($0.snapshot, except: $0.unread, prefix: rename.prefix(of:)))
    }
    isFaithful = changed.allSatisfy { $0.1.isFaithful }
    edits = changed.filter { !$0.1.edits.isEmpty }.map { document, changes in
      (document, changes.edits)
    }
    let written = context.notebook.tags.filter { !$0.isImplied }.map(\.tag)
    let open = documents.flatMap { $0.hashtags().map(\.text) }
    met = rename.met(among: written + open)
  }
}

extension HashtagRequests {
  /// Renames the hashtag, or returns a question. `confirmed` are the hashtags with which the user
  /// agreed to merge it.
  fileprivate func perform(
    _ renamed: RenamedTag, confirmed: Set<String> = []
  ) throws(ResponseError) -> Answer {
    guard renamed.isFaithful else {
      throw .requestFailed(
        "Nothing was renamed: in an open document, the new name would not be a hashtag. Choose "
          + "another name.")
    }
    let isStored = try hasStored(renamed.rename)
    let isAnnotated = profile.editForm == .annotated
    if !confirmed.isSuperset(of: renamed.met), profile.client.window.asksQuestions,
      isStored || !isAnnotated
    {
      return .question(question(renamed))
    }
    // The client would refuse an edit of a text that has changed, after the notes were already
    // written.
    try requireCurrent(renamed)
    if isStored { try renameStored(renamed.rename, openDocuments: renamed.edits.count) }
    return .value(edit(renamed).json)
  }

  /// Throws if a document to edit has changed since the request was read.
  private func requireCurrent(_ renamed: RenamedTag) throws(ResponseError) {
    let isCurrent = renamed.edits.allSatisfy { document, _ in
      server.currentVersion(document.name) == document.version
    }
    guard isCurrent else { throw Self.changed }
  }

  private static var changed: ResponseError {
    .requestFailed("Nothing was renamed: an open document changed. Rename again.")
  }

  /// Returns whether the rename changes the notebook: a note that is not open, or a book's tags.
  /// Returns false if no notebook is open.
  private func hasStored(_ rename: TagRename) throws(ResponseError) -> Bool {
    let open = Set(context.openNoteDocuments.keys)
    do throws(ResponseError) {
      return try notebook.ask { (notebook) throws(NotebookError) in
        try notebook.notes.all(tag: rename.old.tag)
      }.contains { note in
        let bookTags = (note.book?.tags ?? []).map { HashtagPath($0) }
        return !open.contains(note.id) || bookTags.contains(where: rename.old.contains)
      }
    } catch {
      if notebook.opened == nil { return false }
      throw error
    }
  }

  /// Returns the question whether to merge hashtags. If even more hashtags would be merged after
  /// the answer, the user is asked again.
  private func question(_ renamed: RenamedTag) -> Question {
    let confirmation = "Rename"
    let params = ShowMessageRequestParams(
      type: .warning, message: renamed.warning, actions: [confirmation, "Cancel"])
    return Question(
      method: "window/showMessageRequest", params: params.json, patience: patience
    ) { (context, answer) throws(ResponseError) in
      guard let answer else {
        throw .requestFailed("Rename canceled: the question was not answered. Rename again.")
      }
      guard answer["title"]?.string == confirmation else { return .value(.null) }
      let isCurrent = renamed.edits.allSatisfy { document, _ in
        // Version numbers restart when a document is reopened; revisions do not.
        context.documents[document.name]?.revision == document.revision
      }
      guard isCurrent else { throw Self.changed }
      let document = context.documents[renamed.document.name] ?? renamed.document
      return try context.hashtags.perform(
        RenamedTag(renamed.rename, from: document, context), confirmed: Set(renamed.met))
    }
  }

  private func renameStored(
    _ rename: TagRename, openDocuments: Int
  ) throws(ResponseError) {
    let progress = context.progress("Renaming \(rename.old.tag.withoutControls)")
    defer { progress.end() }
    let open = Set(context.openNoteDocuments.keys)
    let report = try notebook.change { (notebook) throws(NotebookError) in
      try notebook.tags.rename(rename, except: open) { done, total in
        progress.report(done, of: total)
        return !cancellation.isCancelled
      }
    }
    if report.wasCancelled { throw .requestCancelled() }
    if let note = report.refused.first {
      throw .requestFailed(
        "Nothing was renamed: in \(report.refused.count.counted("stored note")), the new name "
          + "would not be a hashtag. Choose another name, or edit the note \(note.id).")
    }
    guard !report.changed.isEmpty else { return }
    server.notesChanged(Set(report.changed.map(\.id)))
    client.show(.info, report.message(rename, openDocuments: openDocuments))
  }

  private func edit(_ renamed: RenamedTag) -> WorkspaceEdit {
    let annotation = renamed.met.isEmpty ? nil : "merge"
    let changes = renamed.edits.map { document, edits in
      TextDocumentEdit(
        uri: document.uri, version: document.version, edits: context.textEdits(document, edits),
        annotation: annotation)
    }
    var edit = WorkspaceEdit(documentChanges: changes, form: profile.editForm)
    if let annotation {
      edit.annotations[annotation] = ChangeAnnotation(
        label: "Merge hashtags", needsConfirmation: true, description: renamed.warning)
    }
    return edit
  }
}

extension RenamedTag {
  var warning: String {
    let (old, new) = (rename.old.tag.withoutControls, rename.new.tag.withoutControls)
    let first = (met.min() ?? new).withoutControls
    let there = first == new ? "\(new) already exists" : "\(first) already exists, under \(new)"
    return "\(there). Rename \(old) to \(new) anyway? Renaming back will not separate them."
  }
}

extension TagRenameReport {
  fileprivate func message(_ rename: TagRename, openDocuments: Int) -> String {
    let (old, new) = (rename.old.tag.withoutControls, rename.new.tag.withoutControls)
    let notes = changed.count.counted("stored note")
    let documents = openDocuments == 1 ? "changed document" : "\(openDocuments) changed documents"
    var message = "\(old) is now \(new) in \(notes). Save the \(documents), too."
    if !inConflict.isEmpty {
      message +=
        " In \(inConflict.count.counted("note")) in conflict, only version 1 was changed."
    }
    return message
  }
}

import Base
import Dispatch
import JSON
import LanguageServerProtocol
import PackratParsing

extension NotificationHandler {
  static let didOpen = NotificationHandler("textDocument/didOpen") {
    (server, params: DidOpenTextDocumentParams) in
    let uri = params.textDocument.uri
    if NoteURI.parts(of: uri) != nil { server.state.withLock { $0.knowsNotes = true } }
    server.mirrors.forget(DocumentURI(uri))
    server.synchronize(uri) { $0.open(params.textDocument) }.map { document in
      if document.name.record == nil {
        server.noteWasOpened(document)
      } else {
        server.memory.records.open(document.name, saying: document.snapshot.text)
      }
    }
  }

  static let didChange = NotificationHandler("textDocument/didChange") {
    (server, params: DidChangeTextDocumentParams) in
    server.synchronize(params.textDocument.uri, typed: params.contentChanges) { $0.change(params) }
      .map(server.noteWasChanged)
  }

  static let didSave = NotificationHandler("textDocument/didSave") {
    (server, params: DidSaveTextDocumentParams) in
    server.synchronize(params.textDocument.uri) { $0.save(params) }.map { document in
      if let record = document.name.record {
        server.saveRecord(document, record)
      } else {
        server.saveNote(document)
      }
    }
  }

  static let didClose = NotificationHandler("textDocument/didClose") {
    (server, params: DidCloseTextDocumentParams) in
    let uri = params.textDocument.uri
    server.forget(uri)
    server.synchronize(uri) { $0.close(params.textDocument) }
  }

  /// Keeps an open file open under its new name. Does not update links to it in other notes.
  static let didRenameFiles = NotificationHandler("workspace/didRenameFiles") { profile in
    guard profile.client.workspace.didRenameFiles else { return nil }
    let pattern: JSONValue = ["glob": "**/*.md", "matches": "file"]
    return (
      ["workspace", "fileOperations", "didRename"],
      ["filters": [["scheme": "file", "pattern": pattern]]]
    )
  } handle: { (server, params: RenameFilesParams) in
    for file in params.files { server.rename(file) }
  }
}

extension LanguageServer {
  /// Applies a notification about the document `uri`; `typed` contains its changes, if any. Returns
  /// the document as it is now; nil if the notification was ignored or the document is closed.
  @discardableResult
  fileprivate func synchronize(
    _ uri: String, typed: [TextDocumentContentChangeEvent] = [],
    _ apply: (inout DocumentStore) -> DocumentStore.SyncProblem?
  ) -> OpenDocument? {
    let (profile, change) = state.withLock { ($0.profile, $0.documents?.apply(to: uri, apply)) }
    guard let profile, let (irregularity, document) = change else { return nil }
    switch irregularity {
    case nil: break
    case .tooLong?:
      client.show(
        .warning,
        "\(uri) is larger than 16 MiB: it can be saved, but has no highlighting or other language "
          + "features."
      )
    case let irregularity?: client.log(irregularity.rawValue)
    }
    guard irregularity != .notOpen, irregularity != .oldVersion else { return nil }
    if let document, !typed.isEmpty { waitForPause(document, typed) }
    if !profile.pullsDiagnostics { pushDiagnosticsSoon(of: uri) }
    return document
  }

  fileprivate func forget(_ uri: String) {
    // Forget the tokens now, and again after the requests that are already queued, which may add
    // some.
    memory.tokenHistory.forget(DocumentURI(uri))
    perform(in: .documents) { [memory] in memory.tokenHistory.forget(DocumentURI(uri)) }
    perform(in: .analysis) { [memory, mirrors] in
      memory.indexCache.forget(DocumentURI(uri), note: mirrors.note(of: DocumentURI(uri)))
    }
    openNotes.close(DocumentURI(uri))
    if let note = mirrors.note(of: DocumentURI(uri)) { proposedEdits.forget(note) }
    memory.typing.forget(DocumentURI(uri))
    memory.records.close(DocumentURI(uri))
    mirrors.forget(DocumentURI(uri))
    if case .review(let selection)? = ViewURI(uri)?.content {
      perform(in: .notebook) { [memory] in memory.reviews.close(selection) }
    }
  }

  fileprivate func rename(_ file: FileRename) {
    let (isOpen, pulls) = state.withLock {
      ($0.documents?.rename(file) ?? false, $0.profile?.pullsDiagnostics ?? true)
    }
    guard isOpen else { return }
    forget(file.oldUri)
    if !pulls { client.clearDiagnostics(of: file.oldUri) }
    synchronize(file.newUri) { _ in nil }
  }
}

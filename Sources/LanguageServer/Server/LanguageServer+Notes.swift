import Base
import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import PackratParsing

/// Open notes: their base versions, their conflicts, and the notifications when others change
/// stored notes. Most code that reads the notebook runs in the notebook's queue.
extension LanguageServer {
  func handleNotebookEvents() {
    openNotes.find { [weak self] uri in
      self?.state.withLock { $0.documents?[uri]?.snapshot.text }
    }
    let show: @Sendable (MessageType, String) -> Void = { [client] in client.show($0, $1) }
    notebook.setEventHandler(
      NotebookAccess.Events(
        show: show,
        opened: { [weak self] notebook in
          self?.tellPath(of: notebook)
          self?.findMirrors(of: notebook)
          self?.backgroundSync.check(notebook) { show(.error, $0.description) }
          self?.memory.indexCache.notebookChanged()
          self?.settleReviews()
          self?.notifyReviewCounts()
        },
        changed: { [weak self] in
          self?.notifyNotesChanged(of: $0)
          self?.memory.indexCache.notebookChanged()
          self?.settleReviews()
          self?.notifyReviewCounts()
        },
        superseded: { [weak self] in self?.notifySuperseded($0) },
        saved: { [weak self] in
          self?.backgroundSync.saved()
          self?.refresh([.codeLenses, .inlayHints])
          self?.memory.indexCache.notebookChanged()
          self?.refreshReviewViews()
          self?.refreshListViews()
          self?.notifyReviewCounts()
        },
        recorded: { [weak self] in
          self?.backgroundSync.saved()
          self?.refresh([.codeLenses, .inlayHints])
          self?.notifyReviewCounts()
        }))
    memory.indexCache.setChangeHandler { [weak self] in self?.refreshDiagnostics() }
  }

  /// Shows the user which notebook was found in or above the workspace folder: in a message if this
  /// machine never changed it, otherwise in the log.
  private func tellPath(of notebook: Notebook) {
    guard notebook.origin == .folder else { return }
    let message =
      "Using \(notebook.path), found in or above the workspace folder."
    if notebook.hasState { client.log(message, type: .info) } else { client.show(.info, message) }
  }

  // MARK: Documents

  func noteWasOpened(_ document: OpenDocument) {
    let uri = document.name
    guard let note = document.note else { return }
    let text = document.snapshot.text
    openNotes.open(uri, of: note, text: text, otherwise: mirrors.version(of: uri))
    perform(in: .notebook, weight: text.utf8.count) { [self] in
      if let version = version(of: text, in: note, uri) { openNotes.setBase(uri, to: version) }
      lookForConflict(in: note)
      queues.survey.async { [notebook] in try? notebook.opened?.notes.follow(note) }
    }
  }

  /// Returns the version of a note with which a document was opened. Returns nil if no version has
  /// this text, or if the version is already known.
  private func version(of text: String, in note: String, _ uri: DocumentURI) -> String? {
    // The client may have read the text from a mirror's file, and the notebook may have changed
    // since the file was last written.
    if let version = mirrors.version(of: uri, having: text) { return version }
    guard openNotes.isUnknown(uri) else { return nil }
    // Others may have written since the client loaded the text.
    return try? notebook.notebook().history.of(note).texts
      .first { $0.text.utf8.elementsEqual(text.utf8) }?.version
  }

  /// Finds the mirrors of a notebook that was just opened, and the open documents that are their
  /// files.
  private func findMirrors(of notebook: Notebook) {
    guard mirrors.find(of: notebook) else { return }
    for document in documents(of: nil) where document.name.note == nil {
      noteWasOpened(document)
    }
    refreshDiagnostics()
  }

  func noteWasChanged(_ document: OpenDocument) {
    guard let note = document.note else { return }
    openNotes.change(document.name, of: note, to: document.snapshot)
    proposedEdits.change(note, to: document.snapshot)
  }

  // MARK: Changes

  /// Checks whether a note is in conflict, and updates its diagnostics if that changed. Called in
  /// the notebook's queue.
  func lookForConflict(in note: String) {
    let conflict: ConflictList?
    do {
      let notebook = try notebook.notebook()
      conflict = try notebook.conflicts.of(note).map(notebook.conflicts.list)
    } catch {
      return  // reported elsewhere
    }
    guard openNotes.setConflict(conflict, in: note) else { return }
    refreshDiagnostics(of: [note])
  }

  /// Notifies the client that stored notes differ from those that it has; nil means any note. Even
  /// if `ids` is empty, results that depend on the notebook are refreshed.
  func notifyNotesChanged(of ids: Set<String>?) {
    refresh(Refresh.allCases)
    if ids?.isEmpty == true { return }
    queues.notebook.async { [self] in
      let open = documents(of: ids)
      for id in Set(open.compactMap(\.note)) { lookForConflict(in: id) }
      guard let capabilities = state.withLock({ $0.profile?.client }) else { return }
      if capabilities.workspace.textDocumentContent != nil {
        for document in open.filter(\.isVirtual) + openRecords(of: ids) + openViews {
          client.request("workspace/textDocumentContent/refresh", ["uri": document.uri.json])
        }
      }
      // Other clients do not support the notification, and some report an error.
      let records = openRecords(of: ids)
      guard
        capabilities.notesChanged || open.contains(where: \.isVirtual) || !records.isEmpty,
        let notebook = notebook.opened
      else {
        return
      }
      client.notify(
        "commonplace/notesChanged",
        [
          "uris": uris(of: ids, open: open.filter(\.isVirtual), records, in: notebook).json,
          "notebook": notebook.path.json,
        ] as JSONValue)
    }
  }

  /// Shows the user that another device superseded texts written on this machine, in notes that the
  /// client has or had. Each text is superseded once, so it is reported once.
  private func notifySuperseded(_ ids: Set<String>) {
    queues.notebook.async { [self] in
      let open = Set(documents(of: ids).compactMap(\.note))
      let known = ids.filter { open.contains($0) || openNotes.wasSent($0) }
      guard let notebook = notebook.opened,
        let message = ChangedElsewhere(known, in: notebook)
      else { return }
      client.show(.info, message.words)
    }
  }

  /// Returns the URIs of notes: those that the client uses, or else note URIs. Returns nil for more
  /// than 200 notes, or if any note may have changed.
  private func uris(
    of ids: Set<String>?, open: [OpenDocument], _ records: [OpenDocument], in notebook: Notebook
  ) -> [String]? {
    guard let ids, ids.count <= 200 else { return nil }
    let others = ids.subtracting(open.compactMap(\.note))
    return open.map(\.uri) + records.map(\.uri)
      + others.sorted().map { id in
        let title = (try? notebook.note(id: id))?.summary.title ?? ""
        return NoteURI(id: id, title: title, notebookPath: notebook.path).text
      }
  }

  private var openViews: [OpenDocument] {
    let open = state.withLock { $0.documents?.snapshots ?? [:] }
    return open.values.filter { ViewURI($0.uri) != nil }.sorted { $0.uri < $1.uri }
  }

  /// Returns the open documents of these notes; for nil, of all notes.
  func documents(of ids: Set<String>?) -> [OpenDocument] {
    let open = state.withLock { $0.documents?.all ?? [] }
    return open.filter { document in
      guard let note = document.note else { return false }
      return ids?.contains(note) ?? true
    }.sorted { $0.uri < $1.uri }
  }
}

extension OpenDocument {
  /// Whether the document has a note URI. Files are reloaded by the client itself.
  fileprivate var isVirtual: Bool { DocumentURI(uri).note != nil }
}

import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing

extension RequestContext {
  /// Returns the open document that `identifier` names, if it is Mini Markdown.
  func document(_ identifier: TextDocumentIdentifier) -> OpenDocument? {
    documents[DocumentURI(identifier.uri)]?.asMarkdown
  }

  func anyDocument(_ identifier: TextDocumentIdentifier) -> OpenDocument? {
    documents[DocumentURI(identifier.uri)]
  }

  /// Returns the ID of the note that a request's `uri` names, as a note URI or as a file of a
  /// mirror. Throws if it does not name a note.
  func note(named uri: String) throws(ResponseError) -> String {
    guard let note = clientNotes.mirrors.note(of: DocumentURI(uri)) else {
      throw .invalidParams(
        "uri: expected commonplace://NOTEBOOK/NOTE-ID/slug.md, or a file of a mirror")
    }
    return note
  }

  /// Returns the stored note of `document`; nil for other documents, and while the notebook cannot
  /// be read. Cost: two indexed reads.
  func reviewedNote(_ document: OpenDocument) -> ReviewedNote? {
    document.note.flatMap { notebook.reviewedNote($0) }
  }

  /// Returns the URI of a note that was just created. If the client gets notes as files, updates
  /// the mirrors first, so that the file exists.
  func uri(ofNew note: NoteSummary, in path: String) -> String {
    let (names, mirrors) = (clientNotes.names, clientNotes.mirrors)
    if !names.knowsNotes, mirrors.isAny, mirrors.uri(of: note.id) == nil { server.mirrorNow() }
    return names.uri(of: note, in: path)
  }
}

extension RequestContext {
  /// Returns `document`, and then the other open documents, except notes in the trash.
  func documentsOutsideTrash(_ document: OpenDocument) -> [OpenDocument] {
    let others = documents.values.filter { other in
      guard other.uri != document.uri else { return false }
      guard let note = other.note else { return true }
      let stored = try? notebook.ask { (notebook) throws(NotebookError) in
        try notebook.note(id: note)
      }
      return stored?.summary.isTrashed != true
    }
    return [document] + others.sorted { $0.uri < $1.uri }
  }

  var openNoteDocuments: [String: OpenDocument] {
    documents.values.sorted { $0.uri < $1.uri }.reduce(into: [:]) { notes, document in
      if let note = document.note { notes[note] = document }
    }
  }

  /// Returns the location in a note that `find` returns, or else the note's start. Searches the
  /// client's open text, or else the stored text, which is parsed once. Returns nil if the note
  /// does not exist any more.
  func location(
    in note: NoteSummary, parsed: inout [String: DocumentSnapshot],
    _ find: (DocumentSnapshot) -> Range<Int>?
  ) -> Location? {
    var uri = ""
    var snapshot = parsed[note.id]
    if let document = openNoteDocuments[note.id] {
      uri = document.uri
      snapshot = document.snapshot
    } else if let notebook = notebook.opened {
      uri = clientNotes.names.uri(of: note, in: notebook.path)
      if snapshot == nil, let stored = try? notebook.note(id: note.id) {
        snapshot = MiniMarkdownDocument(stored.text).snapshot
        parsed[note.id] = snapshot
      }
    }
    guard let snapshot else { return nil }
    let range = find(snapshot) ?? 0..<0
    return Location(uri: uri, range: snapshot.lspRange(of: range, in: profile.encoding))
  }
}

extension RequestContext {
  /// Returns `edits` of one document, sorted, as the client's text edits. They must not overlap.
  /// Records them as proposed edits of the document's note.
  func textEdits(_ document: OpenDocument, _ edits: [ByteEdit]) -> [TextEdit] {
    let edits = edits.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    if let note = document.note {
      clientNotes.proposed.propose(edits, for: note, document.snapshot)
    }
    let ranges = document.snapshot.lspRanges(for: edits.map(\.range), in: profile.encoding)
    return zip(edits, ranges).map { TextEdit(range: $1, newText: $0.newText) }
  }

  func edit(_ document: OpenDocument, _ edits: [ByteEdit]) -> WorkspaceEdit {
    WorkspaceEdit(
      documentChanges: [
        TextDocumentEdit(
          uri: document.uri, version: document.version, edits: textEdits(document, edits))
      ], form: profile.editForm)
  }
}

import MiniMarkdown
import LanguageServerProtocol
import Notebook
import PackratParsing

// Documents and notes.
extension RequestContext {
  /// The open document that `identifier` names, if it is Mini Markdown.
  func document(_ identifier: TextDocumentIdentifier) -> OpenDocument? {
    documents[DocumentURI(identifier.uri)]?.asMarkdown
  }

  /// The same, whatever its language is.
  func anyDocument(_ identifier: TextDocumentIdentifier) -> OpenDocument? {
    documents[DocumentURI(identifier.uri)]
  }

  /// The id of the note that a request's `uri` names, as `commonplace:` or as a file of a mirror.
  func note(named uri: String) throws(ResponseError) -> String {
    guard let note = clientNotes.mirrors.note(of: DocumentURI(uri)) else {
      throw .invalidParams("uri: expected commonplace://NOTEBOOK/NOTE-ID/slug.md")
    }
    return note
  }

  /// The stored note that `document` is; nil for other documents, and while the notebook cannot be
  /// read. Cost: two reads by index.
  func reviewedNote(_ document: OpenDocument) -> ReviewedNote? {
    document.note.flatMap { notebook.reviewedNote($0) }
  }

  /// The name of a note that was just made. Where the client knows files, there is one by now.
  func uri(ofNew note: NoteSummary, in path: String) -> String {
    let (names, mirrors) = (clientNotes.names, clientNotes.mirrors)
    if !names.knowsNotes, mirrors.isAny, mirrors.uri(of: note.id) == nil { server.mirrorNow() }
    return names.uri(of: note, in: path)
  }
}

// Edits.
extension RequestContext {
  /// `edits` of one document as the client knows edits, in ascending order. They must not overlap.
  func textEdits(_ document: OpenDocument, _ edits: [ByteEdit]) -> [TextEdit] {
    let edits = edits.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    let ranges = document.snapshot.lspRanges(for: edits.map(\.range), in: profile.encoding)
    return zip(edits, ranges).map { TextEdit(range: $1, newText: $0.newText) }
  }

  /// `edits` of one document, in the form that the client knows.
  func edit(_ document: OpenDocument, _ edits: [ByteEdit]) -> WorkspaceEdit {
    WorkspaceEdit(
      documentChanges: [
        TextDocumentEdit(
          uri: document.uri, version: document.version, edits: textEdits(document, edits))
      ], form: profile.editForm)
  }
}

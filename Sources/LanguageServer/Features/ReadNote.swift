import JSON
import LanguageServerProtocol
import Notebook

extension Feature {
  /// `{uri}` -> `{text, version}`. The version is opaque; it is another one when the text is.
  static let readNote = Feature("commonplace/readNote") { _ in
    (["experimental", "commonplace", "readNote"], true)
  } answer: { (context, params: TextDocumentIdentifier) throws(ResponseError) -> JSONValue in
    let note = try storedNote(params.uri, in: context.notebook)
    return ["text": note.text.json, "version": note.version.json]
  }

  /// The standard way to the same text, for clients that have it (LSP 3.18).
  static let textDocumentContent = Feature("workspace/textDocumentContent") { session in
    guard session.client.workspace.textDocumentContent != nil else { return nil }
    return (["workspace", "textDocumentContent"], ["schemes": [NoteURI.scheme.json]])
  } answer: {
    (context, params: TextDocumentContentParams) throws(ResponseError)
      -> TextDocumentContentResult in
    TextDocumentContentResult(text: try storedNote(params.uri, in: context.notebook).text)
  }
}

private func storedNote(
  _ uri: String, in notebook: NotebookAccess
) throws(ResponseError) -> StoredNote {
  guard let note = NoteURI(uri) else {
    throw .invalidParams("uri: expected commonplace://NOTEBOOK/NOTE-ID/slug.md")
  }
  return try notebook.ask { (notebook) throws(NotebookError) in try notebook.note(id: note.id) }
}

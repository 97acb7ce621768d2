import Base
import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile

extension Feature {
  /// `{uri}` -> `{text, version, modified, readOnly?, trashed?}`. The version is opaque; it is another one when
  /// the text is. `modified` is the time of the note's last change, in ISO 8601; the record of a book
  /// has none. `readOnly` is true where nothing can be written: the notebook is of a newer version.
  static let readNote = Feature("commonplace/readNote", queue: .notebook) { _ in
    (["experimental", "commonplace", "readNote"], true)
  } answer: { (context, params: TextDocumentIdentifier) throws(ResponseError) -> JSONValue in
    if let record = RecordURI(params.uri) { return try context.books.readRecord(record) }
    let note = try context.notes.storedNote(params.uri)
    let isReadOnly = context.notebook.opened?.isNewer == true
    return [
      "text": note.text.json, "version": note.version.json,
      "modified": Timestamps.json(note.summary.modified).json,
      "readOnly": isReadOnly ? true.json : nil,
      "trashed": note.summary.isTrashed ? true : nil,
    ]
  }

  /// The standard way to the same text, for clients that have it (LSP 3.18).
  static let textDocumentContent = Feature("workspace/textDocumentContent", queue: .notebook) {
    profile in
    guard profile.client.workspace.textDocumentContent != nil else { return nil }
    return (
      ["workspace", "textDocumentContent"], ["schemes": [NoteURI.scheme.json, ViewURI.scheme.json]]
    )
  } answer: {
    (context, params: TextDocumentContentParams) throws(ResponseError)
      -> TextDocumentContentResult in
    if let view = ViewURI(params.uri) {
      return TextDocumentContentResult(text: try context.views.render(view).text)
    }
    if let record = RecordURI(params.uri) {
      return TextDocumentContentResult(text: try context.books.recordText(record).text)
    }
    return TextDocumentContentResult(text: try context.notes.storedNote(params.uri).text)
  }
}

extension NoteRequests {
  /// The note that `uri` names, which the client is about to be given.
  fileprivate func storedNote(_ uri: String) throws(ResponseError) -> StoredNote {
    let id = try context.note(named: uri)
    let note = try notebook.ask { (notebook) throws(NotebookError) in try notebook.note(id: id) }
    clientNotes.openNotes.recordSent(id, version: note.version, text: note.text)
    return note
  }
}

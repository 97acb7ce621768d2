import Base
import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile

extension Feature {
  /// `{uri}` -> `{text, version, modified, readOnly?, trashed?}`. `version` is opaque, and changes
  /// with the text. `modified` is the time of the note's last change, in ISO 8601; book records
  /// have none. `readOnly` is true if the notebook was written by a newer version, and cannot be
  /// changed.
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

  /// The standard request for the text of notes, book records and views, for clients that support
  /// it. (LSP 3.18.)
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
  /// Returns the note that `uri` names. Records that the client was sent its text.
  fileprivate func storedNote(_ uri: String) throws(ResponseError) -> StoredNote {
    let id = try context.note(named: uri)
    let note = try notebook.ask { (notebook) throws(NotebookError) in try notebook.note(id: id) }
    clientNotes.openNotes.recordSent(id, version: note.version, text: note.text)
    return note
  }
}

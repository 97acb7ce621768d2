import Base
import Books
import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile

extension Feature {
  static let trashAndHistory: [Feature] = [
    .listTrash, .restoreNote, .emptyTrash, .listHistory, .restoreText,
  ]

  /// `{}` -> `{notes: [{uri, id, title, changed}]}`: the notes in the trash, the most recently
  /// changed first.
  static let listTrash = Feature("commonplace/listTrash", queue: .notebook) { _ in
    (["experimental", "commonplace", "listTrash"], true)
  } answer: { (context, _: JSONValue) throws(ResponseError) -> JSONValue in
    let (notes, path) = try context.notebook.ask { (notebook) throws(NotebookError) in
      (try notebook.trashedNotes(), notebook.path)
    }
    return [
      "notes": .array(
        notes.map {
          [
            "uri": context.clientNotes.names.uri(of: $0, in: path).json, "id": $0.id.json,
            "title": $0.title.withoutControls.json, "changed": Timestamps.json($0.modified).json,
          ]
        })
    ]
  }

  /// `{uri}` -> `{uri, title, version, text}`: restores a note from the trash. A permanently
  /// deleted note gets its last kept text, or else its last book record.
  static let restoreNote = Feature("commonplace/restoreNote", queue: .notebook, writes: true) { _ in
    (["experimental", "commonplace", "restoreNote"], true)
  } answer: { (context, params: TextDocumentIdentifier) throws(ResponseError) -> JSONValue in
    try context.notes.restore(params.uri)
  }

  /// `{uris}` -> `{deleted}`: permanently deletes those of the notes that are in the trash.
  static let emptyTrash = Feature("commonplace/emptyTrash", queue: .notebook, writes: true) { _ in
    (["experimental", "commonplace", "emptyTrash"], true)
  } answer: { (context, params: EmptyTrashParams) throws(ResponseError) -> JSONValue in
    var notes: [String] = []
    for uri in params.uris { notes.append(try context.note(named: uri)) }
    let count = try context.notebook.change { (notebook) throws(NotebookError) in
      try notebook.notes.deleteTrashed(notes)
    }
    for note in notes { context.server.noteWasWritten(note) }
    return ["deleted": count.json]
  }
}

extension ServerCommand {
  /// `[{uri, version?, baseVersion?}]`: restores a note from the trash, or, with `version`, a
  /// version of its text or book record; then shows the note.
  static let restoreNote = ServerCommand("commonplace.restoreNote") {
    (context, arguments) throws(ResponseError) in
    let wish = try (arguments.first ?? .null).params(as: RestoreTextParams.self)
    let answer: JSONValue
    if let version = wish.version {
      answer = try context.notes.restore(wish.uri, version, over: wish.baseVersion)
      guard answer["conflict"] == nil else {
        throw .requestFailed(
          "Nothing was restored: the note or its book record has changed. Review it and try again.")
      }
    } else {
      answer = try context.notes.restore(wish.uri)
    }
    if let uri = answer["uri"]?.string { context.showDocument(uri) }
    return answer
  }
}

extension Notebook {
  func trashedNotes() throws(NotebookError) -> [NoteSummary] {
    try notes.all(includingTrash: true).filter(\.isTrashed)
  }
}

extension NoteRequests {
  fileprivate func restore(_ uri: String) throws(ResponseError) -> JSONValue {
    let id = try context.note(named: uri)
    let (note, path) = try notebook.change { (notebook) throws(NotebookError) in
      if try notebook.summary(of: id) != nil {
        try notebook.restore(id)
      } else if let last = try notebook.history.of(id).texts.first {
        _ = try notebook.history.restore(id, version: last.version, over: nil)
      } else if let last = try notebook.history.of(id).records.first {
        _ = try notebook.books.restore(of: id, version: last.version)
      }
      return (try notebook.note(id: id), notebook.path)
    }
    return wasRestored(note, in: path)
  }

  func wasRestored(_ note: StoredNote, in path: String) -> JSONValue {
    let id = note.summary.id
    clientNotes.openNotes.recordSent(id, version: note.version, text: note.text)
    server.noteWasWritten(id)
    server.notesChanged([id])
    return [
      "uri": context.uri(ofNew: note.summary, in: path).json,
      "title": note.summary.title.withoutControls.json, "version": note.version.json,
      "text": note.text.json,
    ]
  }
}

private struct EmptyTrashParams: JSONDecodable {
  var uris: [String]

  init(json: JSONValue) throws(JSONDecodingError) { uris = try json.decode("uris") }
}

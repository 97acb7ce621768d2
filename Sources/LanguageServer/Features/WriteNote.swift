import Base
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing

extension Feature {
  /// `{uri, text, baseVersion?}` -> `{version, trashed?, isInConflict?}`: saves a note. If the
  /// stored note has changed since `baseVersion`, nothing is written, and the result is `{conflict:
  /// {version, text, merged?, sides?}}`. `merged` has both changes, if they could be merged by
  /// lines; otherwise the request `commonplace/mergeConflict` returns both between markers. `sides`
  /// lists the stored text and the client's. `version` and `text` are null if the note was deleted.
  ///
  /// The base of a document with a merged text is the merge's `version`. A text that still contains
  /// one of the merge's markers is refused.
  ///
  /// A client that has the note open may send `digest`, the SHA-256 of the text, instead of `text`.
  /// Saving a long note then does not send it again. If the server has another text, nothing is
  /// written and the result is `{needsText: true}`.
  ///
  /// A stored text is replaced only by a client that names its version. Without `baseVersion`, a
  /// different stored text is not replaced; a deleted note is restored.
  static let writeNote = Feature("commonplace/writeNote", queue: .notebook, writes: true) { _ in
    (["experimental", "commonplace", "writeNote"], ["digest": true])
  } answer: { (context, params: WriteNoteParams) throws(ResponseError) -> JSONValue in
    guard let text = try context.notes.text(of: params) else { return ["needsText": true] }
    if let record = RecordURI(params.uri) {
      return try context.books.write(text, to: record, over: params.baseVersion)
    }
    let note = try context.note(named: params.uri)
    let merged = params.baseVersion.flatMap(MergedVersion.init)
    if let refusal = context.clientNotes.openNotes.refusal(
      of: text, in: note, over: params.baseVersion)
    {
      throw .requestFailed(refusal)
    }
    let (result, change) = try context.notebook.change { (notebook) throws(NotebookError) in
      try notebook.watchingTitle(of: note) { () throws(NotebookError) in
        if let merged { return try notebook.conflicts.save(text: text, note: note, over: merged) }
        guard let base = params.baseVersion else {
          return try notebook.saveIfNothingIsStored(text: text, note: note)
        }
        return try notebook.save(
          text: text, note: note, base: base,
          rewrites: context.clientNotes.proposed.rewrites(of: note))
      }
    }
    if let change { context.server.titleChanged(note, change) }
    switch result {
    case .saved(let version):
      context.clientNotes.proposed.forget(note)
      context.clientNotes.openNotes.recordSent(note, version: version, text: text)
      context.clientNotes.openNotes.setBase(DocumentURI(params.uri), to: version)
      context.server.noteWasWritten(note)
      let state = try? context.notebook.ask { (notebook) throws(NotebookError) in
        (
          isTrashed: try notebook.summary(of: note)?.isTrashed == true,
          isInConflict: merged != nil ? try notebook.conflicts.of(note) != nil : false
        )
      }
      if merged != nil { context.server.notesChanged([note]) }
      return [
        "version": version.json, "trashed": state?.isTrashed == true ? true : nil,
        "isInConflict": state?.isInConflict == true ? true : nil,
      ]
    case .conflict(let stored):
      let base = merged?.versions.first ?? params.baseVersion
      return ["conflict": try context.notes.conflict(of: text, base, with: stored)]
    }
  }

  /// `{title?, text?, tags?}` -> `{uri, text, version}`: creates a note.
  static let createNote = Feature("commonplace/createNote", queue: .notebook, writes: true) { _ in
    (["experimental", "commonplace", "createNote"], true)
  } answer: { (context, params: CreateNoteParams) throws(ResponseError) -> JSONValue in
    let (note, path) = try context.notebook.change { (notebook) throws(NotebookError) in
      let note = try notebook.createNote(
        title: params.title, text: params.text, tags: params.tags ?? [])
      return (note, notebook.path)
    }
    context.clientNotes.openNotes.recordSent(
      note.summary.id, version: note.version, text: note.text)
    return [
      "uri": context.uri(ofNew: note.summary, in: path).json, "text": note.text.json,
      "version": note.version.json,
    ]
  }

  /// `{uri, permanently?}` -> null. Moves the note to the trash, or deletes it permanently.
  static let deleteNote = Feature("commonplace/deleteNote", queue: .notebook, writes: true) { _ in
    (["experimental", "commonplace", "deleteNote"], true)
  } answer: { (context, params: DeleteNoteParams) throws(ResponseError) -> JSONValue in
    let note = try context.note(named: params.uri)
    try context.notebook.change { (notebook) throws(NotebookError) in
      if params.permanently {
        try notebook.delete(note)
      } else {
        try notebook.trash(note)
      }
    }
    context.server.noteWasWritten(note)
    return .null
  }
}

extension NoteRequests {
  /// Returns the text to write; nil if the client sent the digest of a text that the server does
  /// not have.
  fileprivate func text(of params: WriteNoteParams) throws(ResponseError) -> String? {
    if let text = params.text { return text }
    guard let digest = params.digest else {
      throw .invalidParams("text: expected the note's text, or its SHA-256 in digest")
    }
    let text = documents[DocumentURI(params.uri)]?.snapshot.text
    return text.flatMap { SHA256.hexadecimal($0) == digest ? $0 : nil }
  }

  fileprivate func conflict(
    of text: String, _ base: String?, with stored: StoredNote?
  ) throws(ResponseError) -> JSONValue {
    guard let stored else { return ["version": .null, "text": .null] }
    let (merged, sides) = try notebook.ask { (notebook) throws(NotebookError) in
      let merged: String? =
        if let base { try notebook.conflicts.merge(text, over: base, with: stored) } else { nil }
      return (merged, try notebook.refusedSides(beside: stored))
    }
    return [
      "version": stored.version.json, "text": stored.text.json, "merged": merged?.json,
      "sides": .array(sides.map { .object($0.json()) }),
    ]
  }
}

private struct WriteNoteParams: JSONDecodable {
  var uri: String
  var text: String?
  var digest: String?
  var baseVersion: String?

  init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    text = try json.decodeIfPresent("text")
    digest = try json.decodeIfPresent("digest")
    baseVersion = try json.decodeIfPresent("baseVersion")
  }
}

private struct CreateNoteParams: JSONDecodable {
  var title: String?
  var text: String?
  var tags: [String]?

  init(json: JSONValue) throws(JSONDecodingError) {
    title = try json.decodeIfPresent("title")
    text = try json.decodeIfPresent("text")
    tags = try json.decodeIfPresent("tags")
  }
}

private struct DeleteNoteParams: JSONDecodable {
  var uri: String
  var permanently: Bool

  init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    permanently = try json.decodeIfPresent("permanently") ?? false
  }
}

import Foundation
import JSON
import LanguageServerProtocol
import NotebookFile
import Notebook

extension Feature {
  /// Looking at conflicts, and settling them.
  static let conflicts: [Feature] = [.listConflicts, .mergeConflict, .settleConflict, .copyNote]

  /// `{uri?}` -> `{conflicts: [{uri, title, sides}]}`, of one note or of all.
  static let listConflicts = Feature("commonplace/listConflicts", queue: .notebook) { _ in
    (["experimental", "commonplace", "listConflicts"], true)
  } answer: { (context, params: JSONValue) throws(ResponseError) -> JSONValue in
    let uri: String? = try params.paramIfPresent("uri")
    var note: String?
    if let uri { note = try context.note(named: uri) }
    let names = context.clientNotes.names
    return try context.notebook.ask { (notebook) throws(NotebookError) in
      let conflicts: [NoteConflict]
      if let note {
        conflicts = try notebook.conflict(in: note).map { [$0] } ?? []
      } else {
        conflicts = try notebook.conflicts()
      }
      var listed: [JSONValue] = []
      for conflict in conflicts {
        let title = try notebook.summary(of: conflict.note)?.title ?? "(deleted)"
        var sides: [JSONValue] = []
        for side in conflict.sides {
          sides.append(
            side.listed(of: conflict.note, isOwn: try notebook.isOwn(side), in: notebook.path))
        }
        listed.append([
          "uri": names.uri(of: conflict.note, title: title, in: notebook.path).json,
          "title": title.withoutControls.json, "sides": .array(sides),
        ])
      }
      return ["conflicts": .array(listed)]
    }
  }

  /// `{uri}` -> `{text, overlaps, hasBase, versions}`: the texts of all sides as one.
  static let mergeConflict = Feature("commonplace/mergeConflict", queue: .notebook) { _ in
    (["experimental", "commonplace", "mergeConflict"], true)
  } answer: { (context, params: TextDocumentIdentifier) throws(ResponseError) -> JSONValue in
    let note = try context.note(named: params.uri)
    let merged = try context.notebook.ask { (notebook) throws(NotebookError) -> MergedConflict? in
      guard let conflict = try notebook.conflict(in: note) else { return nil }
      var names: [String: String] = [:]
      for side in conflict.sides {
        names[side.version] = side.origin(isOwn: try notebook.isOwn(side))
      }
      return try notebook.mergedConflict(in: note) { names[$0.version] ?? $0.origin(isOwn: false) }
    }
    guard let merged else {
      throw .requestFailed(
        "There is nothing to merge: the note is not in conflict, or one side has no text.")
    }
    return [
      "text": merged.text.json, "overlaps": merged.overlaps.json, "hasBase": merged.hasBase.json,
      "versions": merged.versions.json,
    ]
  }

  /// `{uri, text, versions}` -> `{version, isInConflict}`: puts a text in the place of the sides that
  /// were shown, and of no other.
  static let settleConflict = Feature("commonplace/settleConflict", queue: .notebook, writes: true)
  {
    _ in
    (["experimental", "commonplace", "settleConflict"], true)
  } answer: { (context, params: SettleParams) throws(ResponseError) -> JSONValue in
    let note = try context.note(named: params.uri)
    guard !ConflictMarkers.areLeft(in: params.text) else {
      throw .requestFailed(
        "Conflict markers are left in the text. Choose in each place, and remove the marks.")
    }
    let settled = try context.notebook.change { (notebook) throws(NotebookError) in
      try notebook.settleConflict(in: note, with: params.text, shown: params.versions)
    }
    context.server.noteWasWritten(note)
    context.server.notesChanged([note])
    return ["version": settled.version.json, "isInConflict": settled.isInConflict.json]
  }

  /// `{uri, text}` -> `{uri, title, version}`: makes a note of the text, with the book and the images of
  /// that note.
  static let copyNote = Feature("commonplace/copyNote", queue: .notebook, writes: true) { _ in
    (["experimental", "commonplace", "copyNote"], true)
  } answer: { (context, params: CopyParams) throws(ResponseError) -> JSONValue in
    let id = try context.note(named: params.uri)
    let (note, path) = try context.notebook.change { (notebook) throws(NotebookError) in
      (try notebook.createCopy(of: id, text: params.text), notebook.path)
    }
    context.clientNotes.openNotes.recordSent(
      note.summary.id, version: note.version, text: note.text)
    return [
      "uri": context.uri(ofNew: note.summary, in: path).json,
      "title": note.summary.title.withoutControls.json, "version": note.version.json,
    ]
  }
}

extension NoteConflict.Side {
  fileprivate func listed(of note: String, isOwn: Bool, in path: String) -> JSONValue {
    let view = ViewURI(.text(note: note, version: version), notebookPath: path).text
    let state = text != nil ? "present" : isTextLost ? "lost" : "deleted"
    return [
      "uri": text.map { _ in view.json }, "version": version.json,
      "written": written.ISO8601Format().json, "writtenBy": author.device.json,
      "isOwn": isOwn.json, "state": state.json,
    ]
  }
}

private struct SettleParams: JSONDecodable {
  var uri: String
  var text: String
  var versions: [String]

  init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    text = try json.decode("text")
    versions = try json.decode("versions")
  }
}

private struct CopyParams: JSONDecodable {
  var uri: String
  var text: String

  init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    text = try json.decode("text")
  }
}

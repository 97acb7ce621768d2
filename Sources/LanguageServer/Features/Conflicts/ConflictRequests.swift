import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile

extension Feature {
  static let conflicts: [Feature] = [.listConflicts, .mergeConflict, .copyNote]

  /// `{uri?}` -> `{conflicts: [{uri, title, sides}]}`: the conflict of a note, or all conflicts.
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
        conflicts = try notebook.conflicts.of(note).map { [$0] } ?? []
      } else {
        conflicts = try notebook.conflicts.all()
      }
      var listed: [JSONValue] = []
      for conflict in conflicts {
        let title = try notebook.summary(of: conflict.note)?.title ?? "(deleted)"
        var sides: [JSONValue] = []
        for (entry, side) in zip(try notebook.conflicts.list(conflict).entries, conflict.sides) {
          let facts = side.facts(
            of: conflict.note, isOwn: try notebook.conflicts.isOwn(side), in: notebook.path)
          sides.append(.object(entry.json(adding: facts)))
        }
        listed.append([
          "uri": names.uri(of: conflict.note, title: title, in: notebook.path).json,
          "title": title.withoutControls.json, "sides": .array(sides),
        ])
      }
      return ["conflicts": .array(listed)]
    }
  }

  /// `{uri, text?, baseVersion?}` -> `{text, version, overlaps, hasBase, stored}`: merges the texts
  /// of all sides, for the note's document. With `text`, which could not be saved over
  /// `baseVersion`, merges it with the stored text. `version` is the document's base until it is
  /// saved; `stored` is the version of the text that readers see.
  static let mergeConflict = Feature("commonplace/mergeConflict", queue: .notebook) { _ in
    (["experimental", "commonplace", "mergeConflict"], true)
  } answer: { (context, params: MergeParams) throws(ResponseError) -> JSONValue in
    let note = try context.note(named: params.uri)
    let merged = try context.notebook.ask { (notebook) throws(NotebookError) -> MergedConflict? in
      guard let text = params.text else { return try notebook.mergedSides(of: note) }
      let base = params.baseVersion.flatMap(MergedVersion.init)?.versions.first
      return try notebook.merged(text, over: base ?? params.baseVersion, of: note)
    }
    guard let merged else {
      throw .requestFailed(
        "Nothing to merge: the note is not in conflict, or a version has no text.")
    }
    context.clientNotes.openNotes.recordSent(note, merged)
    return [
      "text": merged.text.json, "version": merged.version.name.json,
      "overlaps": merged.overlaps.json, "hasBase": merged.hasBase.json,
      "stored": merged.version.versions.first.json,
    ]
  }

  /// `{uri, text}` -> `{uri, title, version}`: creates a note with this text, and with the book and
  /// the images of the note `uri`.
  static let copyNote = Feature("commonplace/copyNote", queue: .notebook, writes: true) { _ in
    (["experimental", "commonplace", "copyNote"], true)
  } answer: { (context, params: CopyParams) throws(ResponseError) -> JSONValue in
    let id = try context.note(named: params.uri)
    let (note, path) = try context.notebook.change { (notebook) throws(NotebookError) in
      (try notebook.notes.copy(id, text: params.text), notebook.path)
    }
    context.clientNotes.openNotes.recordSent(
      note.summary.id, version: note.version, text: note.text)
    return [
      "uri": context.uri(ofNew: note.summary, in: path).json,
      "title": note.summary.title.withoutControls.json, "version": note.version.json,
    ]
  }
}

extension ConflictList.Entry {
  func json(adding facts: JSONObject = [:]) -> JSONObject {
    var object: JSONObject = [
      "number": number.json, "name": name.json, "line": line.json, "words": words.json,
    ]
    for fact in facts.members { object[fact.key] = fact.value }
    return object
  }
}

extension NoteConflict.Side {
  fileprivate func facts(of note: String, isOwn: Bool, in path: String) -> JSONObject {
    let view = ViewURI(.text(note: note, version: version), notebookPath: path).text
    let state = text != nil ? "present" : isTextLost ? "lost" : "deleted"
    return [
      "uri": text.map { _ in view.json } ?? .null, "version": version.json,
      "written": written.ISO8601Format().json, "writtenBy": author.deviceName.json,
      "isOwn": isOwn.json, "state": state.json,
    ]
  }
}

extension Notebook {
  func refusedSides(
    beside stored: StoredNote
  ) throws(NotebookError) -> [ConflictList.Entry] {
    let stored = try history.version(stored.version, of: stored.summary.id)
    return ConflictList.refused(stored: stored.map { ($0.writer, $0.written) })
  }

  fileprivate func merged(
    _ text: String, over base: String?, of note: String
  ) throws(NotebookError) -> MergedConflict {
    let stored = try self.note(id: note)
    let sides = try refusedSides(beside: stored)
    let names = ConflictMarkers(
      first: ConflictList.buffer, second: sides.first?.title ?? "the notebook")
    return try conflicts.mark(text, over: base, with: stored, as: names)
  }

  /// Merges the stored texts of a conflict. Returns nil if there is none, or a side has no text.
  fileprivate func mergedSides(of note: String) throws(NotebookError) -> MergedConflict? {
    guard let conflict = try conflicts.of(note) else { return nil }
    let titles = Dictionary(
      zip(conflict.sides.map(\.version), try conflicts.list(conflict).entries.map(\.title))
    ) { first, _ in first }
    return try conflicts.merged(in: note) { titles[$0.version] ?? $0.author.deviceName }
  }
}

private struct MergeParams: JSONDecodable {
  var uri: String
  var text: String?
  var baseVersion: String?

  init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    text = try json.decodeIfPresent("text")
    baseVersion = try json.decodeIfPresent("baseVersion")
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

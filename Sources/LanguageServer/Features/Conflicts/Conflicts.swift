import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import PackratParsing
import TextDiagnostics

extension CodeActionSource {
  static let conflictChoices = CodeActionSource(kinds: [.quickFix]) { request in
    guard request.params.range.start.line == 0,
      let note = request.document.note,
      let conflict = request.context.clientNotes.openNotes.conflict(in: note)
    else { return [] }
    let settled = request.params.diagnostics.filter { $0.code == DiagnosticSource.conflictCode }
    return conflict.choices(for: request.document.uri).map {
      CodeAction($0, kind: .quickFix, diagnostics: settled)
    }
  }
}

extension ServerCommand {
  /// `[{uri, keep, versions}]` -> `{created: [uri]}`: resolves a conflict.
  static let resolveConflict = ServerCommand(
    resolveCommand
  ) { (context, arguments) throws(ResponseError) in
    try context.notes.resolve((arguments.first ?? .null).params())
  }
}

private let resolveCommand = "commonplace.resolveConflict"

/// The argument of `commonplace.resolveConflict`: `{uri, keep, versions}`. `keep` is a word of
/// `ConflictList`: `shown`, `other`, `both`, a number or a device's name. `versions` are the sides
/// that the user was shown, in order. Without them, the choice could apply to a text that arrived
/// later. Other sides stay in conflict.
private struct Resolution: JSONCodable {
  var uri: String
  var keep: String
  var versions: [String]

  init(uri: String, keep: String, versions: [String]) {
    (self.uri, self.keep, self.versions) = (uri, keep, versions)
  }

  init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    keep = try json.decode("keep")
    versions = try json.decode("versions")
  }

  var json: JSONValue {
    ["uri": uri.json, "keep": keep.json, "versions": versions.json]
  }
}

extension NoteRequests {
  fileprivate func resolve(_ resolution: Resolution) throws(ResponseError) -> JSONValue {
    let note = try context.note(named: resolution.uri)
    typealias Found = (conflict: NoteConflict, list: ConflictList)
    let found = try notebook.ask { (notebook) throws(NotebookError) -> Found? in
      _ = try notebook.note(id: note)
      guard let conflict = try notebook.conflicts.of(note) else { return nil }
      return (conflict, try notebook.conflicts.list(conflict))
    }
    guard let (conflict, list) = found else {  // settled; the client is about to hear of it
      server.noteWasWritten(note)
      return ["created": []]
    }
    let choice: ConflictChoice
    do throws(UnknownSide) {
      choice = try list.choice(resolution.keep, shown: resolution.versions)
    } catch {
      throw .invalidParams("keep: \(error.problem): \(error.advice())")
    }
    if case .side(let version) = choice,
      !resolution.versions.contains(version)
        || !conflict.sides.contains(where: { $0.version == version })
    {
      server.noteWasWritten(note)
      throw .requestFailed(
        "The conflict was not resolved, because the note has changed. Review it and try again.")
    }
    let (kept, made, path) = try notebook.change { (notebook) throws(NotebookError) in
      let made = try notebook.conflicts.resolve(
        in: note, keeping: choice, shown: resolution.versions)
      return (try? notebook.note(id: note), made, notebook.path)
    }
    // The base of an open document with the chosen text becomes the chosen version, without
    // reloading.
    for document in documents.values where document.note == note {
      if let kept, document.snapshot.text.utf8.elementsEqual(kept.text.utf8) {
        clientNotes.openNotes.setBase(document.name, to: kept.version)
      }
    }
    server.noteWasWritten(note)
    server.notesChanged([note])
    return ["created": .array(made.map { context.uri(ofNew: $0.summary, in: path).json })]
  }
}

extension ConflictList {
  fileprivate func choices(for uri: String) -> [Command] {
    func command(_ title: String, _ keep: String) -> Command {
      Command(
        title: title, command: resolveCommand,
        arguments: [Resolution(uri: uri, keep: keep, versions: versions).json])
    }
    let all =
      entries.count == 2
      ? "Keep both: the other text becomes a separate note"
      : "Keep all: the other texts become separate notes"
    return entries.map { command("Keep \($0.line)", "\($0.number)") } + [command(all, "both")]
  }
}

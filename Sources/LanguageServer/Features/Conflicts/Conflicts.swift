import Foundation
import JSON
import LanguageServerProtocol
import NotebookFile
import Notebook
import PackratParsing

extension CodeActionSource {
  /// The choices for a note in conflict; each of them settles it.
  static let conflictChoices = CodeActionSource(kinds: [.quickFix]) { request in
    guard request.params.range.start.line == 0,
      let note = request.document.note,
      let conflict = request.context.clientNotes.openNotes.conflict(in: note)
    else { return [] }
    let settled = request.params.diagnostics.filter { $0.code == conflictCode }
    return conflict.choices(for: request.document.uri).map {
      CodeAction($0, kind: .quickFix, diagnostics: settled)
    }
  }
}

extension ServerCommand {
  /// `[{uri, keep, version?}]` -> `{created: [uri]}`: settles a conflict.
  static let resolveConflict = ServerCommand(
    resolveCommand
  ) { (context, arguments) throws(ResponseError) in
    try context.resolve((arguments.first ?? .null).params())
  }
}

private let resolveCommand = "commonplace.resolveConflict"
private let conflictCode = "conflict"

/// The argument of `commonplace.resolveConflict`: `{uri, keep, version?, versions?}`, where `keep` is
/// `mine`, the text that is shown, `theirs`, that of `version` or of the first of the others, or `both`.
/// `versions` are the sides that the user was shown; others stay in conflict.
private struct Resolution: JSONCodable {
  enum Keep: String, JSONCodable {
    case mine, theirs, both
  }

  var uri: String
  var keep: Keep
  var version: String?
  var versions: [String]?

  init(uri: String, keep: Keep, version: String? = nil, versions: [String]) {
    (self.uri, self.keep, self.version, self.versions) = (uri, keep, version, versions)
  }

  init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    keep = try json.decode("keep")
    version = try json.decodeIfPresent("version")
    versions = try json.decodeIfPresent("versions")
  }

  var json: JSONValue {
    [
      "uri": uri.json, "keep": keep.json, "version": version?.json,
      "versions": versions?.json,
    ]
  }
}

extension RequestContext {
  /// Settles a conflict. Answers with the notes that were made: `{created: [uri]}`.
  fileprivate func resolve(_ resolution: Resolution) throws(ResponseError) -> JSONValue {
    let note = try note(named: resolution.uri)
    let isSettled = try notebook.ask { (notebook) throws(NotebookError) in
      _ = try notebook.note(id: note)
      return try notebook.conflict(in: note) == nil
    }
    if isSettled {  // elsewhere, and the client is about to hear of it
      server.noteWasWritten(note)
      return ["created": []]
    }
    if let version = resolution.version {
      let sides = try notebook.ask { (notebook) throws(NotebookError) in
        try notebook.conflict(in: note)?.sides ?? []
      }
      guard sides.contains(where: { $0.version == version }) else {
        server.noteWasWritten(note)
        throw .requestFailed(
          "The note was changed meanwhile; nothing was chosen. Look at it again.")
      }
    }
    let (kept, made, path) = try notebook.change { (notebook) throws(NotebookError) in
      let choice: ConflictChoice =
        switch resolution.keep {
        // The version that was shown, even if it has changed since.
        case .mine: resolution.version.map { .theirs(version: $0) } ?? .mine
        case .theirs: .theirs(version: resolution.version)
        case .both: .both
        }
      let made = try notebook.resolveConflict(
        in: note, keeping: choice, shown: resolution.versions)
      return (try? notebook.note(id: note), made, notebook.path)
    }
    // An open document with the same text is based on the chosen version, without being loaded
    // again.
    for document in documents.values where document.note == note {
      if let kept, document.snapshot.text.utf8.elementsEqual(kept.text.utf8) {
        clientNotes.openNotes.setBase(document.name, to: kept.version)
      }
    }
    server.noteWasWritten(note)
    server.notesChanged([note])
    return ["created": .array(made.map { uri(ofNew: $0.summary, in: path).json })]
  }
}

extension NoteConflict {
  /// The commands that settle it.
  fileprivate func choices(for uri: String) -> [Command] {
    func command(_ title: String, _ keep: Resolution.Keep, _ version: String? = nil) -> Command {
      Command(
        title: title, command: resolveCommand,
        arguments: [
          Resolution(uri: uri, keep: keep, version: version, versions: sides.map(\.version)).json
        ])
    }
    guard let shown = sides.first else { return [] }
    return [command("Keep mine: \(shown.origin), the text that is shown", .mine, shown.version)]
      + sides.dropFirst().map { side in
        command("Keep theirs: \(side.origin)", .theirs, side.version)
      } + [command("Keep both: theirs becomes a separate note", .both)]
  }
}

extension DiagnosticSource {
  /// That there is something to choose in a note.
  static let conflict = DiagnosticSource { request in
    request.conflict.map { [$0.diagnostic(at: request.analysis.firstLine)] } ?? []
  }
}

extension NoteConflict {
  /// The diagnostic that the editor shows at the note's first line.
  fileprivate func diagnostic(at firstLine: LSPRange) -> Diagnostic {
    let origins = sides.map(\.origin).joined(separator: "; ")
    return Diagnostic(
      range: firstLine, severity: .warning, code: conflictCode, source: "commonplace",
      message: "This note was changed in several places at once: \(origins). All texts are kept. "
        + "Choose one by a code action, or with “commonplace conflicts resolve”.")
  }
}

extension NoteConflict.Side {
  /// The device that wrote it and the time, and whether the note was deleted there.
  fileprivate var origin: String {
    let name = author.withoutControls
    let isDeleted = text == nil && !isTextLost
    return "\(isDeleted ? "deleted by " : "")\(name.isEmpty ? "an unknown device" : name)"
      + " at \(written.ISO8601Format())\(isTextLost ? " (its text is not on this machine)" : "")"
  }
}

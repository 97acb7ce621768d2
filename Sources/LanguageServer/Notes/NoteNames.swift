import LanguageServerProtocol
import Notebook

/// How notes are named for the client: `commonplace:`, or, for a client that has not shown that it
/// opens such documents, as the files of a mirror, if there is one.
struct NoteNames: Sendable {
  let mirrors: Mirrors
  /// Whether the client opens `commonplace:` documents: it says so, or did.
  let knowsNotes: Bool

  /// The note `id` as a file; nil where it is to be named `commonplace:`.
  func file(of id: String) -> String? { knowsNotes ? nil : mirrors.uri(of: id) }

  /// The name of a note of the notebook at `path`.
  func uri(of id: String, title: String, in path: String) -> String {
    file(of: id) ?? NoteURI(id: id, title: title, notebookPath: path).text
  }

  func uri(of note: NoteSummary, in path: String) -> String {
    uri(of: note.id, title: note.title, in: path)
  }
}

extension Session {
  /// Whether the client says that it opens `commonplace:` documents.
  var knowsNotes: Bool { client.knowsCommonplace || client.workspace.textDocumentContent != nil }
}

extension RequestContext {
  /// The name of a note that was just made. Where the client knows files, there is one by now.
  func uri(ofNew note: NoteSummary, in path: String) -> String {
    if !names.knowsNotes, mirrors.isAny, mirrors.uri(of: note.id) == nil { mirrorNow() }
    return names.uri(of: note, in: path)
  }
}

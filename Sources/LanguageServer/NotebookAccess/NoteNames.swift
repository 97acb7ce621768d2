import Notebook

/// The names of notes for the client: `commonplace:`, or, for a client that has not shown that it
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

extension NoteSummary {
  /// The note's name as a document.
  func uri(in path: String) -> String {
    NoteURI(id: id, title: title, notebookPath: path).text
  }
}

import Notebook

/// The URIs of notes for the client: `commonplace:` URIs, or files of a mirror, if there is one and
/// the client has not shown that it opens `commonplace:` URIs.
struct NoteNames: Sendable {
  let mirrors: Mirrors
  /// Whether the client opens `commonplace:` documents: its capabilities show that, or it has
  /// opened one.
  let knowsNotes: Bool

  /// Returns the URI of a mirror's file for note `id`; nil if the note's `commonplace:` URI must be
  /// used.
  func file(of id: String) -> String? { knowsNotes ? nil : mirrors.uri(of: id) }

  func uri(of id: String, title: String, in path: String) -> String {
    file(of: id) ?? NoteURI(id: id, title: title, notebookPath: path).text
  }

  func uri(of note: NoteSummary, in path: String) -> String {
    uri(of: note.id, title: note.title, in: path)
  }
}

extension NoteSummary {
  func uri(in path: String) -> String {
    NoteURI(id: id, title: title, notebookPath: path).text
  }
}

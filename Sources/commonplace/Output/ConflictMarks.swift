import Notebook

/// The notes of a list that are in conflict, and how each list marks them.
struct ConflictMarks {
  private let notes: Set<String>

  /// Looks at the notes with these ids.
  init(_ ids: [String], in notebook: Notebook) throws {
    notes = try notebook.inConflict(among: ids)
  }

  /// What follows the title of a note; empty unless it is in conflict.
  func mark(_ id: String) -> String { notes.contains(id) ? "  (in conflict)" : "" }

  /// Says that the one note that is shown is in conflict.
  static func tell(_ id: String, in notebook: Notebook) throws {
    guard try !notebook.inConflict(among: [id]).isEmpty else { return }
    StandardError.write(
      "commonplace: note: this note is in conflict: another text of it is kept, too. “commonplace "
        + "conflicts” shows both")
  }
}

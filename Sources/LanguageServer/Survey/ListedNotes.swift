import Foundation
import NotebookFile
import Notebook

/// The notes outside the trash in one state of the notebook.
struct ListedNotes: Sendable {
  /// A note, as a list has it.
  struct Note: Sendable {
    var id: String
    /// Its name if it is not one of a mirror's files.
    var uri: String
    var version: String
    var hasBook: Bool
  }

  /// Newest modified first.
  let notes: [Note]
  let conflicts: [String: NoteConflict]
  /// The keys of images, of the notes that were looked at for them.
  var images: [String: Set<String>] = [:]
  let generation: Int

  /// Lists the notes. Cost: linear in the notebook's rows.
  init(_ notebook: Notebook, generation: Int) throws(NotebookError) {
    let versions = try notebook.textVersions()
    var notes: [(order: Double, note: Note)] = []
    try notebook.forEachNote {
      notes.append(
        (
          -$0.modified.timeIntervalSinceReferenceDate,
          Note(
            id: $0.id, uri: $0.uri(in: notebook.path), version: versions[$0.id] ?? "",
            hasBook: $0.book != nil)
        ))
    }
    self.notes = notes.sorted { ($0.order, $0.note.id) < ($1.order, $1.note.id) }.map(\.note)
    conflicts = Dictionary(
      try notebook.conflicts().map { ($0.note, $0) }, uniquingKeysWith: { first, _ in first })
    self.generation = generation
  }
}

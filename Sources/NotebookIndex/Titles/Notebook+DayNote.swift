import Base
import MiniMarkdown
package import Notebook
package import NotebookFile

extension NoteTemplate.Filled {
  package var title: String { NoteContent(text: text).title.trimmed }
}

extension Notebook.Titles {
  /// Returns the note of a day, given its filled template: the note with the template's title, or a
  /// new note. If several notes have this title, such as from two devices, returns the oldest, so
  /// that all devices choose the same note. Cost: see `notes(perhapsCalled:)`.
  package func dayNote(
    _ filled: NoteTemplate.Filled
  ) throws(NotebookError) -> (note: StoredNote, isNew: Bool) {
    let title = filled.title
    let known = try notes(perhapsCalled: title)
      .filter { !$0.isTrashed && $0.storedTitle.trimmed == title }
      .min(by: Self.isFirst)
    if let known { return (try notebook.note(id: known.id), false) }
    return (try notebook.createNote(text: filled.text), true)
  }

  /// Returns the notes of days by title; of several with one title, the oldest. Cost: linear in the
  /// notes.
  package func dayNotes(titled titles: Set<String>) throws(NotebookError) -> [String: NoteSummary] {
    let found = try notebook.notes.all().lazy.map { ($0.storedTitle.trimmed, $0) }
      .filter { titles.contains($0.0) }
    return Dictionary(found) { Self.isFirst($0, $1) ? $0 : $1 }
  }

  private static func isFirst(_ note: NoteSummary, _ other: NoteSummary) -> Bool {
    (note.created, note.id) < (other.created, other.id)
  }
}

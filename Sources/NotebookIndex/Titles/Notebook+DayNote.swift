import Base
import MiniMarkdown
package import Notebook
package import NotebookFile

extension NoteTemplate.Filled {
  /// The title of a note with the text.
  package var title: String { NoteContent(text: text).title.trimmed }
}

extension Notebook.Titles {
  /// The note of a day, whose filled template is `filled`: that with its title, or a new one. Of several, such as
  /// of two devices, it is the first: so each device takes the same. Cost: that of `notes(perhapsCalled:)`.
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

  /// The notes of days, by their titles: of those with one title the first. Cost: linear in the notes.
  package func dayNotes(titled titles: Set<String>) throws(NotebookError) -> [String: NoteSummary] {
    let found = try notebook.notes.all().lazy.map { ($0.storedTitle.trimmed, $0) }
      .filter { titles.contains($0.0) }
    return Dictionary(found) { Self.isFirst($0, $1) ? $0 : $1 }
  }

  private static func isFirst(_ note: NoteSummary, _ other: NoteSummary) -> Bool {
    (note.created, note.id) < (other.created, other.id)
  }
}

internal import MiniMarkdown
package import Notebook
package import NotebookFile

extension Notebook {
  /// The note of a day, whose filled template is `filled`: that with its title, or a new one. Of several, such as
  /// of two devices, it is the first: so each device takes the same. Cost: that of `notes(perhapsCalled:)`.
  package func dayNote(
    _ filled: NoteTemplate.Filled
  ) throws(NotebookError) -> (note: StoredNote, isNew: Bool) {
    let title = NoteContent(text: filled.text).title.trimmed
    let known = try notes(perhapsCalled: title)
      .filter { !$0.isTrashed && $0.storedTitle.trimmed == title }
      .min { ($0.created, $0.id) < ($1.created, $1.id) }
    if let known { return (try note(id: known.id), false) }
    return (try createNote(text: filled.text), true)
  }
}

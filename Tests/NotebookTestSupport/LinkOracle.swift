import Books
import Foundation
package import MiniMarkdown
package import Notebook
import NotebookFile
import PackratParsing

/// The notes to which links lead, by brute force over the texts of a notebook: the rule said again, without an
/// index. Front matter has other titles on one line, `aliases: [a, b]`.
package struct LinkOracle {
  package struct Note {
    package var id: String
    package var text: String
    package var title: String
    /// The book's title, and those of front matter.
    package var others: [String] = []
    package var links: [NoteLink] = []
  }

  package let notes: [Note]

  /// Reads all notes outside the trash.
  package init(_ notebook: Notebook) throws {
    notes = try notebook.notes.all().map { summary in
      let text = try notebook.note(id: summary.id).text
      var note = Note(id: summary.id, text: text, title: NoteContent(text: text).title)
      if let book = summary.book { note.others.append(book.title) }
      if text.hasPrefix("---\n"), let start = text.range(of: "\naliases: ["),
        let end = text[start.upperBound...].firstIndex(of: "]")
      {
        note.others += text[start.upperBound..<end].components(separatedBy: ", ")
      }
      note.links = MiniMarkdownDocument(text).snapshot.noteLinks
      return note
    }
  }

  /// The ids of the notes that a link in the note `id` means.
  package func notes(meantBy link: NoteLink, in id: String) -> Set<String> {
    if link.isWithinNote { return [id] }
    for name in link.names {
      let ways: [(Note) -> Bool] = [
        { LinkName(id: $0.id) == name },
        { LinkName(title: $0.title) == name },
        { $0.others.contains { LinkName(title: $0) == name } },
        { [$0.title, $0.id].contains { LinkName(fileOfTitle: $0) == name } },
        { $0.others.contains { LinkName(fileOfTitle: $0) == name } },
      ]
      for way in ways {
        let found = notes.filter(way)
        if !found.isEmpty { return Set(found.map(\.id)) }
      }
    }
    return []
  }

  /// The ids of the other notes that the links of a note mean.
  package func notes(pointedAtBy note: Note) -> Set<String> {
    let all = note.links.filter { !$0.isWithinNote }
      .reduce(into: Set<String>()) { $0.formUnion(notes(meantBy: $1, in: note.id)) }
    return all.subtracting([note.id])
  }

  /// The ids of the other notes that point at each note.
  package var pointing: [String: Set<String>] {
    var found = Dictionary(uniqueKeysWithValues: notes.map { ($0.id, Set<String>()) })
    for note in notes {
      for id in notes(pointedAtBy: note) { found[id]?.insert(note.id) }
    }
    return found
  }
}

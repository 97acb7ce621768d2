import MiniMarkdown
package import Notebook
package import NotebookFile
import PackratParsing

package struct LinkPosition: Sendable, Equatable {
  /// The line number, from 0.
  package var line: Int
  /// The number of Unicode scalars before the link in its line.
  package var column: Int
  package var sentence: String
}

/// A note, and the links to it or in it, in text order.
package struct LinkedNote: Sendable, Equatable {
  package var note: NoteSummary
  package var positions: [LinkPosition]
}

package struct NoteSurroundings: Sendable, Equatable {
  /// The notes that link to the note, with the positions in their texts; the most recently modified
  /// first.
  package var pointing: [LinkedNote] = []
  /// Whether more notes link to the note than `pointing` has.
  package var isPointingCut = false
  /// The notes that the note links to, with the positions in its own text, in order of their first
  /// link.
  package var pointedAt: [LinkedNote] = []
  /// The links that do not link to any note, with the title that each contains.
  package var missing: [(name: String, position: LinkPosition)] = []

  package var isEmpty: Bool { pointing.isEmpty && pointedAt.isEmpty && missing.isEmpty }

  package static func == (first: Self, second: Self) -> Bool {
    first.pointing == second.pointing && first.isPointingCut == second.isPointingCut
      && first.pointedAt == second.pointedAt
      && first.missing.elementsEqual(second.missing, by: ==)
  }
}

extension Notebook.Links {
  /// Returns the notes linked to and from the note `id`; at most `most` that link to it. Cost:
  /// lookups in the index of links, and a parse of its text and of each listed text that links to
  /// it.
  package func surroundings(
    of id: String, most: Int = Self.mostLinkedNotes
  ) throws(NotebookError) -> NoteSurroundings {
    var found = NoteSurroundings()
    var pointing: [NoteSummary] = []
    for other in try notes(pointingAt: id) {
      if let note = try notebook.summary(of: other), !note.isTrashed { pointing.append(note) }
    }
    found.isPointingCut = pointing.count > most
    for note in pointing.sorted(by: NoteSummary.isInOrder).prefix(most) {
      let text = MiniMarkdownDocument(try notebook.note(id: note.id).text).snapshot
      let links = try links(text.noteLinks, meaning: id)
      guard !links.isEmpty else { continue }
      found.pointing.append(LinkedNote(note: note, positions: text.positions(of: links)))
    }

    let text = MiniMarkdownDocument(try notebook.note(id: id).text).snapshot
    let links = text.noteLinks.filter { !$0.isWithinNote }
    let targets = try notes(calledByAny: links.map(\.names))
    var indexes: [String: Int] = [:]
    for (link, position) in zip(links, text.positions(of: links)) {
      let notes = targets[link.names] ?? []
      if notes.isEmpty { found.missing.append((link.title, position)) }
      for other in notes where other != id {
        if let index = indexes[other] {
          found.pointedAt[index].positions.append(position)
        } else if let note = try notebook.summary(of: other), !note.isTrashed {
          indexes[other] = found.pointedAt.count
          found.pointedAt.append(LinkedNote(note: note, positions: [position]))
        }
      }
    }
    return found
  }
}

extension DocumentSnapshot {
  /// Returns the positions of links, which must be in text order. Cost: linear in their lines and
  /// sentences.
  fileprivate func positions(of links: [NoteLink]) -> [LinkPosition] {
    var (line, range, offset, column) = (0, 0..<0, 0, 0)
    return links.map { link in
      let start = link.range.lowerBound
      if !range.contains(start) || start < offset {
        line = self.line(at: start)
        range = lineRange(line)
        (offset, column) = (range.lowerBound, 0)
      }
      column += text(in: offset..<start).unicodeScalars.count
      offset = start
      return LinkPosition(
        line: line, column: column, sentence: sentence(around: link.range, in: range))
    }
  }
}

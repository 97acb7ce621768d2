package import NotebookFile

/// The result of resolving a reference that a person typed.
package enum NoteLookup: Sendable, Equatable {
  /// Exactly one note.
  case one(NoteSummary)
  /// No note.
  case none
  /// Several notes, newest modified first.
  case ambiguous([NoteSummary])

  private init(_ notes: [NoteSummary]) {
    switch notes.count {
    case 0: self = .none
    case 1: self = .one(notes[0])
    default: self = .ambiguous(notes)
    }
  }
}

extension NoteLookup {
  /// The fewest characters that are taken for the beginning of an id: one or two would mean a note as
  /// soon as there is only one such.
  package static let shortestPrefix = 4

  /// Whether `text` stands for the note `id` as its beginning, in any case.
  package static func isPrefix(_ text: String, of id: String) -> Bool {
    text.count >= shortestPrefix && id.lowercased().hasPrefix(text.lowercased())
  }

  /// Looks `reference` up among `notes`, in this order: a whole id, an exact title (of the note or
  /// its book), the beginning of an id, of `shortestPrefix` characters or more. Case counts in titles, not in ids. A title in the trash is
  /// found only when no other note has it.
  init(_ reference: String, among notes: [NoteSummary]) {
    let title = reference.trimmed
    let id = title.lowercased()
    func matches(_ isMatch: (NoteSummary) -> Bool) -> [NoteSummary]? {
      let found = notes.filter(isMatch)
      return found.isEmpty ? nil : found
    }
    let isTitled = { (note: NoteSummary) in
      note.title == title || note.book?.title.trimmed == title
    }
    let found =
      matches { $0.id == title } ?? matches { $0.id.lowercased() == id }
      ?? matches { !$0.isTrashed && isTitled($0) } ?? matches(isTitled)
      ?? matches { Self.isPrefix(id, of: $0.id) }
    self.init(title.isEmpty ? [] : found ?? [])
  }
}

extension Notebook {
  /// The note a person means by an id, the unique beginning of one or an exact
  /// title. Notes in the trash are found too.
  package func find(_ reference: String) throws(NotebookError) -> NoteLookup {
    NoteLookup(reference, among: try notes(includingTrash: true))
  }
}

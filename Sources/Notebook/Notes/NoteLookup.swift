import Base
import Books
package import NotebookFile

/// The result of resolving a reference that a person typed.
package enum NoteLookup: Sendable, Equatable {
  case one(NoteSummary)
  case none
  /// Several notes match, in the order of the input.
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
  /// Minimum length of an id's prefix, in characters. A shorter prefix would match too many notes.
  package static let shortestPrefix = 4

  package static func isPrefix(_ text: String, of id: String) -> Bool {
    text.count >= shortestPrefix && id.lowercased().hasPrefix(text.lowercased())
  }

  /// Looks up `reference` among `notes` in these steps, until one finds notes: the exact id; the id
  /// ignoring case; the exact title of a note or its book; this title ignoring case; a part of a
  /// title, or an id's prefix of `shortestPrefix` characters or more, both ignoring case. A step
  /// finds titles in the trash only if it finds nothing else.
  package init(_ reference: String, among notes: [NoteSummary]) {
    let title = reference.trimmed
    let lowercased = title.lowercased()
    func matches(_ isMatch: (NoteSummary) -> Bool) -> [NoteSummary]? {
      let found = notes.filter(isMatch)
      return found.isEmpty ? nil : found
    }
    typealias Test = (String) -> Bool
    func titled(_ isMatch: @escaping Test, orID isID: @escaping Test = { _ in false })
      -> [NoteSummary]?
    {
      let isTitled = { (note: NoteSummary) in
        isMatch(note.title) || note.book.map { isMatch($0.title.trimmed) } ?? false
      }
      return matches { isID($0.id) || !$0.isTrashed && isTitled($0) } ?? matches(isTitled)
    }
    let found =
      matches { $0.id == title } ?? matches { $0.id.lowercased() == lowercased }
      ?? titled { $0 == title } ?? titled { $0.lowercased() == lowercased }
      // A word such as “face” may be part of a title and an id's prefix. Users do not know the ids
      // of other notes.
      ?? titled(
        { $0.lowercased().contains(lowercased) }, orID: { Self.isPrefix(lowercased, of: $0) })
    self.init(title.isEmpty ? [] : found ?? [])
  }

  /// Returns the `count` notes outside the trash with the nearest titles. These need the fewest
  /// letter changes until `reference` is part of the title; of equal ones, shorter titles come
  /// first.
  static func nearest(
    _ count: Int, to reference: String, among notes: [NoteSummary]
  ) -> [NoteSummary] {
    let pattern = Array(reference.trimmed.lowercased().unicodeScalars.prefix(longestCompared))
    let ranked = notes.lazy.filter { !$0.isTrashed }.map { note in
      let title = Array(note.title.lowercased().unicodeScalars.prefix(longestCompared))
      return (
        note: note, distance: EditDistance.toPart(of: title, from: pattern), length: title.count
      )
    }
    return ranked.sorted {
      ($0.distance, $0.length, $0.note.title) < ($1.distance, $1.length, $1.note.title)
    }
    .prefix(max(0, count)).map(\.note)
  }

  /// Maximum number of Unicode scalars of a title, and of the reference, that are compared.
  private static let longestCompared = 120
}

extension Notebook.Notes {
  /// Returns up to `count` notes outside the trash with titles similar to `reference`, nearest
  /// first, for a reference that matches no note. Cost: the letters of all titles times those of
  /// `reference`.
  package func nearest(
    to reference: String, count: Int = 3
  ) throws(NotebookError) -> [NoteSummary] {
    NoteLookup.nearest(count, to: reference, among: try all())
  }
}

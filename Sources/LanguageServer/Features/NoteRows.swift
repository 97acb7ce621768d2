import Base
import Foundation
import JSON
import Notebook
import NotebookFile
import NotebookReview

struct NoteOrder: Sendable, Equatable {
  enum Key: String, JSONDecodable {
    case modified, created, title, author, due
  }

  /// The sort key; nil for the given order.
  var key: Key?
  var isReversed = false

  /// Returns the notes in this order: dates and due prompts descending, titles and authors from A
  /// to Z. Equal notes keep their order, unless it is reversed. Sorting by due prompts counts them
  /// first.
  func sorted(
    _ notes: [NoteSummary], in notebook: Notebook
  ) throws(NotebookError) -> [NoteSummary] {
    let sorted: [NoteSummary]
    switch key {
    case nil: sorted = notes
    case .modified: sorted = Self.sort(notes, descending: true, by: \.modified)
    case .created: sorted = Self.sort(notes, descending: true, by: \.created)
    case .due:
      let due = try notebook.reviews.dueCounts()
      sorted = Self.sort(notes, descending: true) { due[$0.id] ?? 0 }
    case .title: sorted = Self.sort(notes) { $0.title.plainlySpelled }
    case .author:
      // Notes without an author come last.
      sorted = Self.sort(notes) { note in
        let author = note.authorLastFirst?.plainlySpelled ?? ""
        return "\(author.isEmpty ? "1" : "0")\(author)\u{0}\(note.title.plainlySpelled)"
      }
    }
    return isReversed ? sorted.reversed() : sorted
  }

  /// Sorts indexes, because moving notes is expensive.
  private static func sort(
    _ notes: [NoteSummary], descending: Bool = false, by key: (NoteSummary) -> some Comparable
  ) -> [NoteSummary] {
    let keys = notes.map(key)
    let indexes = keys.indices.sorted { first, second in
      let (one, other) = descending ? (keys[second], keys[first]) : (keys[first], keys[second])
      return one == other ? first < second : one < other
    }
    return indexes.map { notes[$0] }
  }
}

/// The data that a list shows for each note, but that note summaries lack.
struct ListRows {
  private let order: NoteOrder
  /// The number of due prompts, by note ID; nil while unknown.
  private let due: [String: Int]?

  /// Reads the data for these notes. Does not wait for due prompts, which take long to count after
  /// the server's start.
  init(_ notes: [NoteSummary], in notebook: Notebook, _ order: NoteOrder) {
    self.order = order
    due = notebook.reviews.knownDueCounts(
      of: notes.count > Self.mostAskedOneByOne ? nil : notes.map(\.id))
  }

  /// The maximum number of notes whose due prompts are counted note by note.
  private static let mostAskedOneByOne = 200

  func date(of note: NoteSummary) -> String {
    (order.key == .created ? note.created : note.modified).localDay
  }

  func due(of note: NoteSummary) -> Int? { due.map { $0[note.id] ?? 0 } }
}

import Foundation
import JSON
import Notebook
import NotebookFile
import NotebookReview

/// The order of a list of notes.
struct NoteOrder: Sendable, Equatable {
  /// The fact by which notes are sorted.
  enum Key: String, JSONDecodable {
    case modified, created, title, author, due
  }

  /// Nil for the order in which the notes are given.
  var key: Key?
  /// Whether the order is turned around.
  var isReversed = false

  /// The notes in this order: dates and due prompts from the highest on, titles and authors from A to Z.
  /// Equal ones stay as they are given. By due prompts it waits until they are counted.
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
    case .title: sorted = Self.sort(notes) { $0.title.folded }
    case .author:
      // Notes without an author come last.
      sorted = Self.sort(notes) { note in
        let author = note.authorLastFirst?.folded ?? ""
        return "\(author.isEmpty ? "1" : "0")\(author)\u{0}\(note.title.folded)"
      }
    }
    return isReversed ? sorted.reversed() : sorted
  }

  /// Places are sorted, not notes, which are large to move about.
  private static func sort(
    _ notes: [NoteSummary], descending: Bool = false, by key: (NoteSummary) -> some Comparable
  ) -> [NoteSummary] {
    let keys = notes.map(key)
    let places = keys.indices.sorted { first, second in
      let (one, other) = descending ? (keys[second], keys[first]) : (keys[first], keys[second])
      return one == other ? first < second : one < other
    }
    return places.map { notes[$0] }
  }
}

/// The facts of notes that a list shows beside their titles and that are not in their summaries.
struct ListRows {
  private let order: NoteOrder
  /// By ids; nil while it is not known.
  private let due: [String: Int]?

  /// For these notes, in this order. Waits for nothing: after its start the server takes long to count due
  /// prompts.
  init(_ notes: [NoteSummary], in notebook: Notebook, _ order: NoteOrder) {
    self.order = order
    due = notebook.reviews.knownDueCounts(
      of: notes.count > Self.mostAskedOneByOne ? nil : notes.map(\.id))
  }

  /// The number of notes up to which their due prompts are counted note by note.
  private static let mostAskedOneByOne = 200

  /// The day that is shown: that of the last change, unless the list is sorted by creation.
  func date(of note: NoteSummary) -> String {
    (order.key == .created ? note.created : note.modified).localDay
  }

  /// The number of due prompts; nil while it is not known.
  func due(of note: NoteSummary) -> Int? { due.map { $0[note.id] ?? 0 } }
}

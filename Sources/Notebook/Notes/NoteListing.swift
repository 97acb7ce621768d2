package import Books
package import Foundation

/// The notes of a list that are shown, and their order.
package struct NoteListing: Sendable {
  /// The fact by which notes are sorted.
  package enum Order: String, Sendable, CaseIterable {
    /// From A to Z; case and accents do not count.
    case title
    /// The newest first.
    case created
    /// The last changed first.
    case changed
  }

  /// The order; nil for the one in which the notes are given.
  package var order: Order?
  /// Whether the order is turned around. Without an `order`, the first notes are kept and shown last.
  package var isReversed = false
  /// Only notes that were changed then or later.
  package var changedSince: Date?
  /// Only notes on books in one of these sections, nil being no book; all notes if it is empty.
  package var sections: [BookSection?] = []

  /// All notes, as they are given.
  package init() {}

  /// Whether all notes have to be looked at before some are shown.
  package var needsAll: Bool { order != nil || changedSince != nil || !sections.isEmpty }

  /// Those of the notes that are wanted.
  package func filtered<Element>(
    _ notes: [Element], by summary: (Element) -> NoteSummary
  ) -> [Element] {
    guard changedSince != nil || !sections.isEmpty else { return notes }
    return notes.filter { element in
      let note = summary(element)
      return changedSince.map { note.modified >= $0 } ?? true
        && (sections.isEmpty || sections.contains(note.section))
    }
  }

  /// The first `limit` of the notes in this order. Equal ones stay as they are given.
  package func ordered<Element>(
    _ notes: [Element], limit: Int?, by summary: (Element) -> NoteSummary
  ) -> [Element] {
    guard let order else {
      let kept = notes.prefix(max(0, limit ?? .max))
      return isReversed ? kept.reversed() : Array(kept)
    }
    let ascending = isReversed != (order == .title)
    let indices: [Int]
    switch order {
    case .title:
      indices = Self.sorted(notes.map { Self.key(summary($0).title) }, ascending: ascending)
    case .created: indices = Self.sorted(notes.map { summary($0).created }, ascending: ascending)
    case .changed: indices = Self.sorted(notes.map { summary($0).modified }, ascending: ascending)
    }
    return indices.prefix(max(0, limit ?? .max)).map { notes[$0] }
  }

  private static func sorted(_ keys: [some Comparable], ascending: Bool) -> [Int] {
    keys.indices.sorted { first, second in
      let (one, other) = ascending ? (keys[first], keys[second]) : (keys[second], keys[first])
      return one == other ? first < second : one < other
    }
  }

  /// The title as it is compared.
  private static func key(_ title: String) -> String {
    title.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}

import Base
package import Books
package import Foundation

package struct NoteListing: Sendable {
  package enum Order: String, Sendable, CaseIterable {
    /// From A to Z; case and accents are ignored as in searches (`plainlySpelled`).
    case title
    /// Newest first.
    case created
    /// Last changed first.
    case changed
  }

  /// Nil keeps the order of the input.
  package var order: Order?
  /// Whether the order is reversed. Without an `order`, the first notes are selected and then
  /// reversed.
  package var isReversed = false
  /// Selects only notes that were changed at this time or later; all if nil.
  package var changedSince: Date?
  /// Selects only notes whose book is in one of these sections; nil stands for notes without a
  /// book. All notes if empty.
  package var sections: [BookSection?] = []

  package init() {}

  /// Whether all notes must be read before the first can be shown.
  package var needsAll: Bool { order != nil || changedSince != nil || !sections.isEmpty }

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

  /// Returns the first `limit` notes in this order, all if nil. The sort is stable.
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
      indices = Self.sorted(notes.map { summary($0).title.plainlySpelled }, ascending: ascending)
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
}

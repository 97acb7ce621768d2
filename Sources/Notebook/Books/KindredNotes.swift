package import Books

package struct KindredNotes: Sendable, Equatable {
  package private(set) var sameBook: [NoteSummary] = []
  /// The notes that share hashtags, without notes about the same book. Notes that share more or
  /// rarer hashtags come first.
  package private(set) var sameTags: [NoteSummary] = []

  /// Finds related notes among `notes`, which must not contain the trash. Skips the notes whose ids
  /// are in `known`. Equally related notes keep the order of `notes`. `record` is the note's book,
  /// if it has one. `own` contains, by the notes' ids, the book data that the app cannot store.
  /// Cost: O(n log n) in the notes.
  package init(
    of note: NoteSummary, about record: BookRecord?, among notes: [NoteSummary],
    own: [String: OwnBookFacts] = [:], known: Set<String>
  ) {
    var known = known.union([note.id])
    if let record {
      let same = Set(SameBooks(notes, own: own).notes(about: record)).subtracting(known)
      sameBook = notes.filter { same.contains($0.id) }
      known.formUnion(same)
    }
    let tags = Set(note.tags)
    if tags.isEmpty { return }
    let sharing = notes.filter { !known.contains($0.id) && $0.tags.contains(where: tags.contains) }
    var counts: [String: Double] = [:]
    for tag in sharing.lazy.flatMap(\.tags) where tags.contains(tag) {
      counts[tag, default: 0] += 1
    }
    let weights = sharing.map { note in
      note.tags.reduce(0) { $0 + (tags.contains($1) ? 1 / (counts[$1] ?? 1) : 0) }
    }
    let order = sharing.indices.sorted { (weights[$0], $1) > (weights[$1], $0) }
    sameTags = order.map { sharing[$0] }
  }
}

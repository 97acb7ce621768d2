/// One group of a query, and how each of its words is looked for.
struct AlternativeMatcher {
  let alternative: SearchQuery.Alternative
  /// How each word sought is looked for.
  let lookups: [FullTextIndex.Lookup]
  /// How each word that is excluded is looked for.
  private let excluded: [FullTextIndex.Lookup]
  private let index: FullTextIndex

  init(_ alternative: SearchQuery.Alternative, index: FullTextIndex) throws {
    self.alternative = alternative
    self.index = index
    lookups = try alternative.terms.map(index.lookup)
    excluded = try alternative.excludedTerms.map(index.lookup)
  }

  /// Whether no word says where to begin: then all notes have to be looked at.
  var needsAllNotes: Bool { lookups.isEmpty }

  /// The notes that satisfy the group, by the row of their `.metadata`: for each the sum of the
  /// ranks of all words in its text and its book.
  ///
  /// The rarest word leads: only the notes that have it are looked at. Cost: linear in its hits, and
  /// a hundredth of that in those of the other words.
  func ranks() throws -> [Int64: Double] {
    let filter = NoteFilter(tags: alternative.tags, excludedTags: alternative.excludedTags)
    let (lead, rest) = try leadingLookup()
    guard let lead else { return [:] }
    let needsRows = !rest.isEmpty || !excluded.isEmpty
    let hits = try index.hits(of: lead, filter: filter, siblings: needsRows)
    var ranks: [Int64: Double] = [:]
    var notes: [Int64: Int64] = [:]
    for hit in hits {
      ranks[hit.note, default: 0] += hit.rank
      guard needsRows else { continue }
      notes[hit.row] = hit.note
      if let sibling = hit.sibling { notes[sibling] = hit.note }
    }
    for lookup in rest where !ranks.isEmpty {
      let found = try self.ranks(of: lookup, among: notes)
      ranks = ranks.reduce(into: [:]) { ranks, note in
        if let rank = found[note.key] { ranks[note.key] = note.value + rank }
      }
      notes = notes.filter { ranks[$0.value] != nil }
    }
    for lookup in excluded where !ranks.isEmpty {
      for note in try self.ranks(of: lookup, among: notes).keys { ranks[note] = nil }
    }
    return ranks
  }

  /// The notes outside the trash with a word that is excluded, by the row of their `.metadata`.
  func excludedNotes() throws -> Set<Int64> {
    try excluded.reduce(into: []) { notes, lookup in
      notes.formUnion(
        try index.hits(of: lookup, filter: NoteFilter(), siblings: false).map(\.note))
    }
  }

  /// The notes, of those that `notes` has for rows, in which `lookup` finds something.
  private func ranks(
    of lookup: FullTextIndex.Lookup, among notes: [Int64: Int64]
  ) throws -> [Int64: Double] {
    try index.ranks(of: lookup, among: Array(notes.keys))
      .reduce(into: [:]) { ranks, row in
        if let note = notes[row.key] { ranks[note, default: 0] += row.value }
      }
  }

  /// The word that finds least, and the others.
  private func leadingLookup() throws -> (FullTextIndex.Lookup?, [FullTextIndex.Lookup]) {
    guard lookups.count > 1 else { return (lookups.first, []) }
    let counts = try lookups.map { try index.rowCount(of: $0) ?? .max }
    let lead = counts.indices.min { counts[$0] < counts[$1] }
    return (lead.map { lookups[$0] }, lookups.indices.filter { $0 != lead }.map { lookups[$0] })
  }
}

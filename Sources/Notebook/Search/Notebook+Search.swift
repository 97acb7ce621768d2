internal import GRDB

extension Notebook {
  /// The notes outside the trash that match `query`: best first by bm25, which favours rare words
  /// and short texts; those found by hashtag or exclusion alone last, newest modified first.
  ///
  /// A note's words may be spread over its text and its book's title and authors. Cost: one pass
  /// over the notes, one index lookup per word, and the texts of the `limit` hits shown; for an
  /// unfinished word also the texts with a stem that it may be cut from, and for one that the
  /// index cannot find (`🌱`, `日本`) all texts of the notebook, once.
  public func search(_ query: SearchQuery, limit: Int = 50) throws(NotebookError) -> SearchResults {
    guard !query.isEmpty else { return SearchResults(hits: [], total: 0) }
    return try read { db in
      let index = try FullTextIndex(db)
      let notes = try allNotes(db).filter { !$0.isTrashed }
      let matchers = try query.alternatives.map { try AlternativeMatcher($0, index: index) }
      // Places and ranks are sorted, not notes, which are large to move about.
      let found = notes.indices.compactMap { place -> (place: Int, rank: Double)? in
        matchers.compactMap { $0.rank(of: notes[place]) }.min().map { (place, $0) }
      }.sorted { first, second in
        first.rank == second.rank
          ? first.place < second.place : first.rank < second.rank
      }
      let shown = found.prefix(max(0, limit)).map { notes[$0.place] }
      let passages = try index.passages(
        in: shown.map(\.id), matching: matchers.flatMap(\.lookups))
      return SearchResults(
        hits: zip(shown, passages).map(SearchHit.init), total: found.count)
    }
  }
}

/// One group of a query with the notes that the index has for each of its words.
private struct AlternativeMatcher {
  let alternative: SearchQuery.Alternative
  /// How each word sought is looked for.
  let lookups: [FullTextIndex.Lookup]
  /// For each, the rank of every note that has it.
  let ranks: [[String: Double]]
  /// Notes with a word that is excluded.
  let excluded: Set<String>

  init(_ alternative: SearchQuery.Alternative, index: FullTextIndex) throws {
    self.alternative = alternative
    lookups = try alternative.terms.map(index.lookup)
    ranks = try lookups.map(index.ranks)
    excluded = try alternative.excludedTerms.reduce(into: []) { excluded, term in
      excluded.formUnion(try index.ranks(of: index.lookup(term)).keys)
    }
  }

  /// The sum of the words' ranks; nil when the note does not satisfy the group.
  func rank(of note: NoteSummary) -> Double? {
    guard !excluded.contains(note.id), alternative.tags.allSatisfy(note.isTagged),
      !alternative.excludedTags.contains(where: note.isTagged)
    else { return nil }
    var sum = 0.0
    for ranks in ranks {
      guard let rank = ranks[note.id] else { return nil }
      sum += rank
    }
    return sum
  }
}

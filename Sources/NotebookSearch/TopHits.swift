internal import Notebook

/// The best notes that a search found, best first.
struct TopHits {
  struct Note {
    var summary: NoteSummary
    var rows: NoteRows
    var rank: Double
  }

  var notes: [Note] = []
  /// How many there are, chosen or not; at most, if not exact.
  var total: Int
  var totalIsExact = true
}

/// A search for one word that very many notes have, at each letter that is typed.
///
/// The slow part is to read a note: whether it is one, whether it is in the trash, and its other
/// values. Ranks are in the index. So only the notes of the best rows are read, some hundred of
/// them. Later rows could not be among the notes shown, except for a note whose text and whose book
/// both have the word and both rank low.
extension FullTextIndex {
  /// The best `limit` notes with `pattern`; nil when it is found in so few rows that all are to be
  /// looked at.
  func best(_ limit: Int, matching pattern: TermPattern, fewestRows: Int) throws -> TopHits? {
    guard let rowCount = try rowCount(of: .indexed(pattern)), limit < rowCount else { return nil }
    var count = max(fewestRows, 1, limit.multipliedReportingOverflow(by: 4).partialValue)
    guard count < rowCount else { return nil }
    let confirmed = try confirmedHits(of: pattern, filter: NoteFilter(), siblings: true)
    while count < rowCount {
      let (notes, worst, others) = try notes(
        ofBest: count, matching: pattern, and: confirmed)
      var best = try best(limit, of: notes)
      // Rows that rank like the last one may be newer and come after it.
      if best.notes.count >= limit, best.notes.allSatisfy({ $0.rank < worst }) {
        best.total += rowCount - count - others
        best.totalIsExact = false
        return best
      }
      count = count.multipliedReportingOverflow(by: 8).partialValue
    }
    return nil
  }

  /// The notes of the best `count` rows and those of `confirmed`, with all that they have, the rank of
  /// the worst of these rows, and how many of the others are of these notes too.
  private func notes(
    ofBest count: Int, matching pattern: TermPattern, and confirmed: [IndexHit]
  ) throws -> (notes: [Int64: FoundNote], worst: Double, others: Int) {
    let certain = try hits(
      matching: pattern.certain, best: count, filter: NoteFilter(), siblings: true)
    let hits = certain + confirmed
    var notes: [Int64: FoundNote] = [:]
    for hit in hits { notes[hit.note, default: FoundNote()].add(hit) }

    // The other row of a note may match too, after these.
    let seen = Set(hits.map(\.row))
    var owners: [Int64: Int64] = [:]
    for hit in hits {
      if let sibling = hit.sibling, !seen.contains(sibling) { owners[sibling] = hit.note }
    }
    let others = try ranks(matching: pattern.certain, among: owners.keys.sorted())
    for (row, rank) in others {
      if let note = owners[row] { notes[note]?.rank += rank }
    }
    return (notes, certain.map(\.rank).max() ?? -.infinity, others.count)
  }
}

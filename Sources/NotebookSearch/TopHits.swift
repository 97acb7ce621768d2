import GRDB
import KeyValueStore
import Notebook
import NotebookFile

struct TopHits {
  struct Note {
    var summary: NoteSummary
    var rows: EntryRows
    var rank: Double
  }

  var notes: [Note] = []
  var total: Int
  var totalIsExact = true
  /// Whether a searched word is in very many notes, so that the notebook's index is slow to
  /// highlight it.
  var isOfCommonWords = false
}

/// Finds notes by one very common word, at each letter that the user types.
///
/// Reading a note's metadata and other values is slow, but ranks are in the index. So only the
/// notes of the best rows are read, and notes with the word in the title. Later rows could not be
/// among the notes shown, with one exception: a note whose text and book both contain the word and
/// both rank low.
extension FullTextIndex {
  /// Returns the best `limit` notes with `pattern`; nil if it matches so few rows that all should
  /// be read.
  func best(
    _ limit: Int, matching pattern: TermPattern, titles: TitleMatcher?, fewestRows: Int
  ) throws -> TopHits? {
    guard let rowCount = try rowCount(of: .indexed(pattern)), limit < rowCount else { return nil }
    var count = max(fewestRows, 1, limit.multipliedReportingOverflow(by: 4).partialValue)
    guard count < rowCount else { return nil }
    let confirmed = try confirmedHits(
      of: pattern, filter: NoteFilter(), siblings: true, titles: titles)
    let titled = try titledHits(
      limit, matching: pattern, titles: titles, atOnce: max(fewestRows, 1))
    while count < rowCount {
      let (notes, worst, others) = try notes(
        ofBest: count, matching: pattern, titles, and: confirmed, titled)
      var best = try best(limit, of: notes)
      // Rows with the last rank may be newer and come first.
      if best.notes.count >= limit, best.notes.allSatisfy({ $0.rank < worst }) {
        best.total += rowCount - count - others
        best.totalIsExact = false
        return best
      }
      count = count.multipliedReportingOverflow(by: 8).partialValue
    }
    return nil
  }

  /// Returns rows with the word of notes that also have it in the title: the rows of at least
  /// `limit` notes, if there are that many. The last changed notes come first if the index of
  /// titles is available. Checks `count` notes at once.
  private func titledHits(
    _ limit: Int, matching pattern: TermPattern, titles: TitleMatcher?, atOnce count: Int
  ) throws -> [IndexHit] {
    guard let titles, limit > 0 else { return [] }
    var rest = try (namesNotes(titles.beginnings) ?? notes(titled: titles))[...]
    var found: [IndexHit] = []
    // A note may have two rows.
    var notes: Set<Int64> = []
    while notes.count < limit, !rest.isEmpty {
      let rows = try rows(of: Array(rest.prefix(count))).values.flatMap(\.all)
      rest = rest.dropFirst(count)
      let hits = try hits(
        matching: pattern.certain, among: rows.sorted(), filter: NoteFilter(), siblings: true,
        titles: titles
      ).filter(\.isTitled)
      found += hits
      notes.formUnion(hits.map(\.note))
    }
    return found
  }

  /// Returns the notes with the words in the title, including notes in the trash. Cost: linear in
  /// all notes.
  private func notes(titled titles: TitleMatcher) throws -> [String] {
    let found = try transaction.rows(
      """
      SELECT note.scope, \(titles.column) FROM entry AS note
      WHERE note.key = '.metadata' AND \(LastWriterWins.condition(on: "note"))
        AND typeof(note.json) = 'text'
      """, titles.arguments)
    var ids: [String] = []
    while let row = try found.next() {
      if let title = row.text(at: 1), try titles.has(title), let id = row.text(at: 0) {
        ids.append(id)
      }
    }
    return ids
  }

  /// Returns the notes of the best `count` rows and of `confirmed` and `titled`, with all their
  /// rows; the rank of the worst of the best rows; and the number of further matching rows of these
  /// notes.
  private func notes(
    ofBest count: Int, matching pattern: TermPattern, _ titles: TitleMatcher?,
    and confirmed: [IndexHit], _ titled: [IndexHit]
  ) throws -> (notes: [Int64: FoundNote], worst: Double, others: Int) {
    let certain = try hits(
      matching: pattern.certain, best: count, filter: NoteFilter(), siblings: true, titles: titles)
    let best = Set(certain.map(\.row))
    let more = titled.filter { !best.contains($0.row) }
    let hits = certain + more + confirmed
    var notes: [Int64: FoundNote] = [:]
    for hit in hits { notes[hit.note, default: FoundNote()].add(hit) }

    // The other row of a note may match, too, with a worse rank.
    let seen = Set(hits.map(\.row))
    var owners: [Int64: Int64] = [:]
    for hit in hits {
      if let sibling = hit.sibling, !seen.contains(sibling) { owners[sibling] = hit.note }
    }
    let others = try ranks(matching: pattern.certain, among: owners.keys.sorted())
    for (row, rank) in others {
      if let note = owners[row] { notes[note]?.sum += rank }
    }
    return (notes, certain.map(\.rank).max() ?? -.infinity, others.count + more.count)
  }
}

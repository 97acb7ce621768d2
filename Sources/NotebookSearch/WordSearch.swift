import Base
import Books
import Foundation
import GRDB
import JSON
import KeyValueStore
import Notebook
package import NotebookFile
import NotebookIndex

/// A search for words with our own index while the user types: for the first letters of a word, or
/// for words in very many notes.
///
/// If more than `Limits.hits` notes match, few notes are read. The best are notes with all words in
/// the title, then notes with them in title and hashtags, then the newest. If fewer match, they are
/// ranked as usual, but only by words that at most `Limits.ranked` notes contain.
package struct WordSearch {
  package struct Limits: Sendable {
    /// Maximum number of notes that are ranked; for more, the newest win.
    package var hits = 500
    /// Maximum number of notes with a word for which the word is used in ranking.
    package var ranked = 5000
    /// Whether to search for rare words here, too. For tests.
    package var isForAll = false

    package init() {}
  }

  private let words: NoteWords
  private let index: FullTextIndex
  private let matcher: QueryGroupMatcher
  private let patterns: [TermPattern]
  private let limits: Limits

  /// Creates the search; nil for several groups, without words, for a phrase, or for a word that
  /// the index cannot find.
  init?(
    _ matchers: [QueryGroupMatcher], words: NoteWords, index: FullTextIndex, _ limits: Limits
  ) throws {
    guard let matcher = matchers.first, matchers.count == 1 else { return nil }
    (self.words, self.index, self.matcher, self.limits) = (words, index, matcher, limits)
    patterns = try matcher.lookups.compactMap { lookup in
      guard case .indexed(let pattern) = lookup, !pattern.isPhrase else { return nil }
      return try pattern.byWords(words.stems, tokenizer: index.tokenizer)
    }
    guard !patterns.isEmpty, patterns.count == matcher.lookups.count else { return nil }
  }

  /// Returns the best `limit` notes. Returns nil if the notebook's own index finds them as quickly,
  /// if too few match, or if `limit` is not positive.
  func best(_ limit: Int) throws -> TopHits? {
    guard limit > 0 else { return nil }
    let counts = try patterns.map {
      try words.count(matching: $0.any, most: limits.ranked + 1)
    }
    let isRanked = counts.map { $0 <= limits.ranked }
    let found = try words.newest(limits.hits + 1, matching: all(\.any))
    let isOfCommonWords = isRanked.contains(false)
    // The notebook's index would read all notes with the rarest word.
    let isNarrowed = found.count < (counts.min() ?? 0) / 4
    var hits: TopHits?
    if found.count > limits.hits {
      hits = try newest(limit, found)
    } else if limits.isForAll || isOfCommonWords || isNarrowed {
      hits = try ranked(limit, of: confirmed(found), isRanked)
    }
    hits?.isOfCommonWords = isOfCommonWords
    return hits
  }

  private func all(_ word: (TermPattern) -> String) -> String {
    patterns.map { "(\(word($0)))" }.joined(separator: " AND ")
  }

  // MARK: Many

  /// Returns the best of very many notes; `found` are the newest. Returns nil if fewer than `limit`
  /// notes match.
  private func newest(_ limit: Int, _ found: [NoteWords.NumberedNote]) throws -> TopHits? {
    var notes = try newest(limit, in: .title, rank: FoundNote.titleRank) { note in
      let titles = [note.storedTitle, note.book?.title ?? ""].joined(separator: "\n")
      return try matcher.titles?.has(titles) == true
    }
    let titled = Set(notes.map(\.summary.id))
    notes += try newest(limit - notes.count, in: .head, rank: FoundNote.titleRank / 2) {
      !titled.contains($0.id)
    }
    var seen = Set(notes.map(\.summary.id))
    var rest = found[...]
    while notes.count < limit {
      let candidates = Array(rest.prefix(limit))
      guard let last = candidates.last else { return nil }
      rest = rest.dropFirst(limit)
      if rest.isEmpty {
        rest = try words.newest(limits.hits, matching: all(\.any), before: last.number)[...]
      }
      notes += try self.notes(confirmed(candidates.filter { !seen.contains($0.note) }))
      seen.formUnion(candidates.map(\.note))
    }
    notes.sort {
      $0.rank == $1.rank ? NoteSummary.isInOrder($0.summary, $1.summary) : $0.rank < $1.rank
    }
    notes = Array(notes.prefix(limit))
    let rows = try index.rows(of: notes.map(\.summary.id))
    for index in notes.indices { notes[index].rows = rows[notes[index].summary.id] ?? EntryRows() }
    return TopHits(
      notes: notes, total: try words.total(matching: all(\.any)), totalIsExact: false)
  }

  /// Returns the newest `limit` notes with all words in a part, if they satisfy `isWanted`. Cost:
  /// linear in the notes matching in that part, up to the last one returned.
  private func newest(
    _ limit: Int, in part: NoteWords.Part, rank: Double,
    where isWanted: (NoteSummary) throws -> Bool
  ) throws -> [TopHits.Note] {
    var notes: [TopHits.Note] = []
    var end = Int64.max
    while notes.count < limit {
      // Fetch a few more, since some will not match.
      let candidates = try words.newest(limit + 16, matching: all(\.any), in: part, before: end)
      guard let last = candidates.last else { break }
      end = last.number
      let matching = try words.numbers(candidates.map(\.number), matching: all(\.any))
      let having = try confirmed(candidates.filter { matching.contains($0.number) })
      let found = try self.notes(having, rank)
      notes += try found.filter { try isWanted($0.summary) }
    }
    return Array(notes.prefix(max(0, limit)))
  }

  private func notes(
    _ candidates: [NoteWords.NumberedNote], _ rank: Double = 0
  ) throws -> [TopHits.Note] {
    try candidates.compactMap { candidate in
      try NoteSummary.fetchOne(index.transaction.db, id: candidate.note).flatMap { summary in
        summary.isTrashed ? nil : TopHits.Note(summary: summary, rows: EntryRows(), rank: rank)
      }
    }
  }

  // MARK: Few

  private func ranked(
    _ limit: Int, of candidates: [NoteWords.NumberedNote], _ isRanked: [Bool]
  ) throws -> TopHits {
    let rows = try index.rows(of: candidates.map(\.note))
    let records = try index.metadataRows(of: candidates.map(\.note))
    let titled = try titled(candidates)
    var notes: [Int64: FoundNote] = [:]
    var owners: [Int64: Int64] = [:]
    for candidate in candidates {
      guard let record = records[candidate.note] else { continue }
      let own = rows[candidate.note] ?? EntryRows()
      notes[record] = FoundNote(rows: own, isTitled: titled.contains(candidate.note))
      for row in own.all { owners[row] = record }
    }
    for (lookup, isRanked) in zip(matcher.lookups, isRanked) where isRanked {
      for (row, rank) in try index.ranks(of: lookup, among: owners.keys.sorted()) {
        if let owner = owners[row] { notes[owner]?.sum += rank }
      }
    }
    return try index.best(limit, of: notes)
  }

  private func titled(_ candidates: [NoteWords.NumberedNote]) throws -> Set<String> {
    guard let titles = matcher.titles else { return [] }
    let found = try index.titles(of: candidates.map(\.note), titles)
    return Set(try found.filter { try titles.has($0.value) }.keys)
  }

  // MARK: Words that may be others

  /// Returns the notes that contain each word itself: for some patterns, only the beginning of a
  /// stem was found.
  private func confirmed(
    _ candidates: [NoteWords.NumberedNote]
  ) throws -> [NoteWords.NumberedNote] {
    var candidates = candidates
    for pattern in patterns where pattern.possible != nil && !candidates.isEmpty {
      let certain = try words.numbers(candidates.map(\.number), matching: pattern.certain)
      let open = candidates.filter { !certain.contains($0.number) }.map(\.note)
      let have = try Set(notes(open, withWordBeginning: pattern.beginning))
      candidates = candidates.filter { certain.contains($0.number) || have.contains($0.note) }
    }
    return candidates
  }

  private func notes(_ ids: [String], withWordBeginning text: String) throws -> [String] {
    let rows = try index.rows(of: ids)
    let texts = try index.texts(of: rows.values.flatMap(\.all))
    let beginning = Array(text.utf8)
    return try ids.filter { id in
      try (rows[id]?.all ?? []).contains { row in
        try texts[row]?.withUnsafeBytes {
          try TextScan.hasWord(in: $0, beginningWith: beginning, words: index.tokenizer.words)
        } ?? false
      }
    }
  }
}

extension FullTextIndex {
  func metadataRows(of ids: [String]) throws -> [String: Int64] {
    var rows: [String: Int64] = [:]
    let found = try metadata(of: ids, "NULL", [])
    while let row = try found.next() {
      if let id = row.integer(at: 0), let scope = row.text(at: 1) { rows[scope] = id }
    }
    return rows
  }

  /// Returns the titles of the notes `ids`, as `matcher` reads them. Notes whose titles cannot
  /// contain the words are skipped.
  fileprivate func titles(
    of ids: [String], _ matcher: TitleMatcher
  ) throws -> [String: String] {
    var titles: [String: String] = [:]
    let found = try metadata(of: ids, matcher.column, matcher.arguments)
    while let row = try found.next() {
      if let scope = row.text(at: 1), let title = row.text(at: 2) { titles[scope] = title }
    }
    return titles
  }

  private func metadata(
    of ids: [String], _ column: String, _ arguments: [String]
  ) throws -> RowCursor {
    let sql = """
      SELECT note.rowid, note.scope, \(column) FROM json_each(?) AS id
      CROSS JOIN entry AS note ON note.scope = id.value AND note.key = '.metadata'
      WHERE \(LastWriterWins.condition(on: "note"))
      """
    return try transaction.rows(
      sql, arguments + [JSONValue.array(ids.map(JSONValue.string)).stored])
  }
}

extension SearchQuery {
  var isOfWordsOnly: Bool {
    guard let group = groups.first, groups.count == 1 else { return false }
    return !group.terms.isEmpty && group.excludedTerms.isEmpty && group.tags.isEmpty
      && group.excludedTags.isEmpty && group.conditions.isEmpty && group.excludedConditions.isEmpty
  }
}

extension Notebook.Searches {
  /// The minimum size, in bytes, of a working copy for an index of words.
  private static let smallestWithWords = 20 << 20

  /// Whether the notebook is big enough to benefit from an index of words, and the index is missing
  /// or far out of date. Cost: indexing recent changes.
  package var lacksWords: Bool {
    guard let copy = notebook.sourceState.withLock({ $0.source.copy }) else { return false }
    return FileIdentity(path: copy.path)?.size ?? 0 >= Self.smallestWithWords
      && wordsUpToDate == nil
  }

  /// Builds the index of words, or brings it up to date. Call it in the background: the first build
  /// reads and splits all texts. Stops soon after the notebook is closed.
  package func makeWords() throws(NotebookError) {
    guard notebook.hasWorkingCopy else { return }
    try words.make(of: notebook)
  }

  /// The index of words; nil if it is missing or far out of date.
  var wordsUpToDate: KeptIndex<NoteWords>? {
    let words = words
    return words.catchUp(with: notebook, most: 300) ? words : nil
  }

  private var words: KeptIndex<NoteWords> { notebook.followers.get() }
}

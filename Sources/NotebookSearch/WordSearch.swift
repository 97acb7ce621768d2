import Base
import Books
import Foundation
import GRDB
import JSON
import KeyValueStore
import Notebook
package import NotebookFile
import NotebookIndex

/// A search for words by our own index, as they are typed: the first letters of a word, or words that very
/// many notes have.
///
/// Of more notes than anyone reads, the best are those whose title has all words, then those whose title and
/// hashtags have them, then the newest. So few notes have to be looked at. Fewer are ranked as ever, but by
/// the words that do not stand in very many notes.
package struct WordSearch {
  /// The numbers of notes that are many.
  package struct Limits: Sendable {
    /// The most notes that are ranked; of more, the newest count.
    package var hits = 500
    /// The most notes with a word by which they are ranked.
    package var ranked = 5000
    /// Whether words that few notes have are looked for here, too. For tests.
    package var isForAll = false

    package init() {}
  }

  private let words: NoteWords
  private let index: FullTextIndex
  private let matcher: QueryGroupMatcher
  private let patterns: [TermPattern]
  private let limits: Limits

  /// Nil if the index cannot find what is looked for: it knows single words only.
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

  /// The best `limit` notes. Returns nil if the notebook's index finds them as quickly.
  func best(_ limit: Int) throws -> TopHits? {
    guard limit > 0 else { return nil }
    let counts = try patterns.map {
      try words.count(matching: $0.any, most: limits.ranked + 1)
    }
    let isRanked = counts.map { $0 <= limits.ranked }
    let found = try words.newest(limits.hits + 1, matching: all(\.any))
    let isOfCommonWords = isRanked.contains(false)
    // The notebook's index looks at all notes with the rarest word.
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

  /// The query for all words.
  private func all(_ word: (TermPattern) -> String) -> String {
    patterns.map { "(\(word($0)))" }.joined(separator: " AND ")
  }

  // MARK: Many

  /// The best of very many notes, of which the newest are known. Returns nil if there are fewer than `limit`
  /// after all.
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
      let places = Array(rest.prefix(limit))
      guard let last = places.last else { return nil }
      rest = rest.dropFirst(limit)
      if rest.isEmpty {
        rest = try words.newest(limits.hits, matching: all(\.any), before: last.number)[...]
      }
      notes += try self.notes(confirmed(places.filter { !seen.contains($0.note) }))
      seen.formUnion(places.map(\.note))
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

  /// The newest `limit` notes with all words in a part, of those that are wanted. Cost: linear in the notes of
  /// that part up to the last one.
  private func newest(
    _ limit: Int, in part: NoteWords.Part, rank: Double,
    where isWanted: (NoteSummary) throws -> Bool
  ) throws -> [TopHits.Note] {
    var notes: [TopHits.Note] = []
    var end = Int64.max
    while notes.count < limit {
      // More than are wanted: some may be others.
      let places = try words.newest(limit + 16, matching: all(\.any), in: part, before: end)
      guard let last = places.last else { break }
      end = last.number
      let matching = try words.numbers(places.map(\.number), matching: all(\.any))
      let found = try self.notes(confirmed(places.filter { matching.contains($0.number) }), rank)
      notes += try found.filter { try isWanted($0.summary) }
    }
    return Array(notes.prefix(max(0, limit)))
  }

  private func notes(
    _ places: [NoteWords.NumberedNote], _ rank: Double = 0
  ) throws -> [TopHits.Note] {
    try places.compactMap { place in
      try NoteSummary.fetchOne(index.transaction.db, id: place.note).flatMap { summary in
        summary.isTrashed ? nil : TopHits.Note(summary: summary, rows: EntryRows(), rank: rank)
      }
    }
  }

  // MARK: Few

  /// The best of these notes, by the words of which `isRanked` holds.
  private func ranked(
    _ limit: Int, of places: [NoteWords.NumberedNote], _ isRanked: [Bool]
  ) throws -> TopHits {
    let rows = try index.rows(of: places.map(\.note))
    let records = try index.metadataRows(of: places.map(\.note))
    let titled = try titled(places)
    var notes: [Int64: FoundNote] = [:]
    var owners: [Int64: Int64] = [:]
    for place in places {
      guard let record = records[place.note] else { continue }
      let own = rows[place.note] ?? EntryRows()
      notes[record] = FoundNote(rows: own, isTitled: titled.contains(place.note))
      for row in own.all { owners[row] = record }
    }
    for (lookup, isRanked) in zip(matcher.lookups, isRanked) where isRanked {
      for (row, rank) in try index.ranks(of: lookup, among: owners.keys.sorted()) {
        if let owner = owners[row] { notes[owner]?.sum += rank }
      }
    }
    return try index.best(limit, of: notes)
  }

  /// The notes whose titles have all words.
  private func titled(_ places: [NoteWords.NumberedNote]) throws -> Set<String> {
    guard let titles = matcher.titles else { return [] }
    let found = try index.titles(of: places.map(\.note), titles)
    return Set(try found.filter { try titles.has($0.value) }.keys)
  }

  // MARK: Words that may be others

  /// Those of the places that do have each word, be it that only the beginning of a stem was found.
  private func confirmed(_ places: [NoteWords.NumberedNote]) throws -> [NoteWords.NumberedNote] {
    var places = places
    for pattern in patterns where pattern.possible != nil && !places.isEmpty {
      let certain = try words.numbers(places.map(\.number), matching: pattern.certain)
      let open = places.filter { !certain.contains($0.number) }.map(\.note)
      let have = try Set(notes(open, withWordBeginning: pattern.beginning))
      places = places.filter { certain.contains($0.number) || have.contains($0.note) }
    }
    return places
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
  /// The rows of the `.metadata` of the notes `ids`.
  func metadataRows(of ids: [String]) throws -> [String: Int64] {
    var places: [String: Int64] = [:]
    let found = try metadata(of: ids, "NULL", [])
    while let row = try found.next() {
      if let place = row.integer(at: 0), let scope = row.text(at: 1) { places[scope] = place }
    }
    return places
  }

  /// The titles, as `matcher` reads them, of those of the notes `ids` that may have the words.
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
  /// Whether it asks for words and nothing else, all in one note.
  var isOfWordsOnly: Bool {
    guard let group = groups.first, groups.count == 1 else { return false }
    return !group.terms.isEmpty && group.excludedTerms.isEmpty && group.tags.isEmpty
      && group.excludedTags.isEmpty && group.conditions.isEmpty && group.excludedConditions.isEmpty
  }
}

extension Notebook.Searches {
  /// The smallest working copy with an index of words, in bytes: some five thousand notes.
  private static let smallestWithWords = 20 << 20

  /// Whether the notebook is so big that searches gain by an index of words, and there is none, or very much has
  /// changed since it was last used. Cost: entering what has changed since.
  package var lacksWords: Bool {
    guard let copy = notebook.sourceState.withLock({ $0.source.copy }) else { return false }
    return FileIdentity(path: copy.path)?.size ?? 0 >= Self.smallestWithWords
      && wordsUpToDate == nil
  }

  /// Makes the index of words, or brings it up to date. For work that no user waits for: the first time all
  /// texts are read and split into words. Ends soon after the notebook is closed.
  package func makeWords() throws(NotebookError) {
    guard notebook.hasWorkingCopy else { return }
    try words.make(of: notebook)
  }

  /// The index of words; nil if there is none, or very much has changed since it was last used.
  var wordsUpToDate: KeptIndex<NoteWords>? {
    let words = words
    return words.catchUp(with: notebook, most: 300) ? words : nil
  }

  private var words: KeptIndex<NoteWords> { notebook.followers.get() }
}

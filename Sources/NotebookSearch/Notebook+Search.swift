import GRDB
import KeyValueStore
package import Notebook
package import NotebookFile
import NotebookIndex

extension Notebook {
  package var searches: Searches { Searches(notebook: self) }

  package struct Searches: Sendable { let notebook: Notebook }
}

extension Notebook.Searches {
  /// Searches the notes outside the trash for `query`. Notes with all its words in their own and
  /// their book's title come first, then others by bm25, which favors rare words and short texts.
  /// Notes found by hashtag or exclusion only come last, the most recently modified first. The
  /// words may be spread over a note's text and its book's title and authors.
  ///
  /// Cost: linear in the notes with the rarest word of each group, and in the texts of the `limit`
  /// hits shown; not in the notebook.
  /// - Of a single common word, only the best rows are read (`FullTextIndex.best`).
  /// - In a big notebook, our own index finds the newest notes with common words (`WordSearch`).
  /// - For an unfinished word, the texts with stems of possible completions are read, too.
  /// - For a word that the index cannot find (`🌱`, `日本`), all texts are read.
  /// - For a hashtag or exclusion without a word, all notes are checked.
  /// - Links are looked up in their index (`LinkedGroup`).
  ///
  /// `listing` may filter and reorder the notes; then all matching notes are read.
  ///
  /// Throws `wrongSearchIndex` if the notebook's index returns notes without the words.
  package func run(
    _ query: SearchQuery, limit: Int = 50, listing: NoteListing = NoteListing()
  ) throws(NotebookError) -> SearchResults {
    try run(query, limit: limit, listing: listing, observing: nil)
  }

  /// Searches like the other `run`. `observe` receives the statements that SQLite runs. For a
  /// single word, reads at least the best `fewestRows` rows and four times `limit`, and more if
  /// these do not decide.
  package func run(
    _ query: SearchQuery, limit: Int = 50, listing: NoteListing = NoteListing(),
    fewestRows: Int = 200, limits: WordSearch.Limits = WordSearch.Limits(),
    observing observe: ((SearchStatement) -> Void)?
  ) throws(NotebookError) -> SearchResults {
    guard !query.isEmpty else { return SearchResults(hits: [], total: 0) }
    let most = listing.needsAll ? Int.max : limit
    return try finding(query, limit: most, fewestRows: fewestRows, limits, observe) {
      matchers, found, index in
      var found = found
      if listing.needsAll {
        found.notes = listing.filtered(found.notes, by: \.summary)
        found.total = found.notes.count
      }
      found.notes = listing.ordered(found.notes, limit: limit, by: \.summary)
      var index = index
      index.marksAside = found.isOfCommonWords
      return SearchResults(
        hits: try index.hits(in: found.notes, of: matchers), total: found.total,
        totalIsExact: found.totalIsExact)
    }
  }

  /// Returns all matching notes, best first, without reading their passages.
  package func notes(matching query: SearchQuery) throws(NotebookError) -> [NoteSummary] {
    guard !query.isEmpty else { return [] }
    return try finding(query, limit: .max, fewestRows: .max, WordSearch.Limits(), nil) {
      matchers, found, index in
      try index.prove(found.notes.prefix(3).map(\.rows), of: matchers)
      return found.notes.map(\.summary)
    }
  }

  /// Passes the results to `body`, which runs in the same transaction. Does not block other reads.
  private func finding<Value>(
    _ query: SearchQuery, limit: Int, fewestRows: Int, _ limits: WordSearch.Limits,
    _ observe: ((SearchStatement) -> Void)?,
    _ body: ([QueryGroupMatcher], TopHits, FullTextIndex) throws -> Value
  ) throws(NotebookError) -> Value {
    let groups = try linkedGroups(of: query)
    let needsAllNotes = groups.contains(where: \.needsAllNotes)
    let notes = needsAllNotes ? try notebook.read { db in try notebook.allNotes(db) } : []
    let words = query.isOfWordsOnly && limit < limits.hits ? wordsUpToDate : nil
    let knowsTitles = query.isOfWordsOnly && notebook.titles.isUpToDate
    return try notebook.readAside { db in
      var index = FullTextIndex(SearchTransaction(db: db, observe: observe))
      if knowsTitles { index.namesNotes = { try notebook.titles.notes(db, perhapsTitled: $0) } }
      let matchers = try groups.map { try QueryGroupMatcher($0, index: index) }
      let byWords =
        needsAllNotes
        ? nil
        : words?.ifCurrent(db, of: notebook) { words in
          try WordSearch(matchers, words: words, index: index, limits)?.best(limit)
        }
      let found = try index.best(
        limit, of: matchers, among: needsAllNotes ? notes : nil, byWords: byWords ?? nil,
        fewestRows: fewestRows)
      do {
        if found.notes.isEmpty { try index.proveRows(of: matchers) }
        return try body(matchers, found, index)
      } catch is WrongIndex {
        throw NotebookError.wrongSearchIndex(path: notebook.path)
      }
    }
  }
}

extension Notebook.Searches {
  func linkedGroups(of query: SearchQuery) throws(NotebookError) -> [LinkedGroup] {
    var groups: [LinkedGroup] = []
    for group in query.groups { groups.append(try LinkedGroup(group, in: self)) }
    return groups
  }
}

extension FullTextIndex {
  /// Returns the best `limit` notes that satisfy one of `matchers`, by the first applicable method.
  /// `all` contains the notebook's notes in order, if the query needs them; `byWords` is the result
  /// of our own index of words.
  fileprivate func best(
    _ limit: Int, of matchers: [QueryGroupMatcher], among all: [NoteSummary]?, byWords: TopHits?,
    fewestRows: Int
  ) throws -> TopHits {
    // A hashtag, link or exclusion without a word: no index of words finds these notes.
    if let all { return try best(limit, of: matchers, among: all) }
    // Very many notes contain the words: FTS5 would read and rank all of them; our own index finds
    // the newest.
    if let byWords { return byWords }
    // One word: FTS5 returns its rows by rank, and the first rows suffice.
    if matchers.count == 1, let pattern = matchers[0].onlyPattern,
      let best = try best(
        limit, matching: pattern, titles: matchers[0].titles, fewestRows: fewestRows)
    {
      return best
    }
    // Several words, which may be spread over a note's rows: all notes with the rarest word of each
    // group.
    return try best(limit, ofRarest: matchers)
  }

  private func best(_ limit: Int, ofRarest matchers: [QueryGroupMatcher]) throws -> TopHits {
    var notes: [Int64: FoundNote] = [:]
    for matcher in matchers {
      let found = try matcher.notes(allRows: matchers.count > 1)
      if notes.isEmpty {
        notes = found
      } else {
        notes.merge(found) { $0.merging($1) }
      }
    }
    return try best(limit, of: notes)
  }

  /// Returns the best `limit` of `notes`. Reads only `.metadata`, of the best notes; drops notes
  /// that are unreadable or in the trash.
  func best(_ limit: Int, of notes: [Int64: FoundNote]) throws -> TopHits {
    var ranked = notes.map { (row: $0.key, rank: $0.value.rank) }
      .sorted { $0.rank < $1.rank }[...]
    var best = TopHits(total: ranked.count)
    while best.notes.count < limit, !ranked.isEmpty {
      // Include all notes with the last rank: the newest of them come first.
      let last = ranked.dropFirst(limit - best.notes.count - 1).first
      let batch = last.map { last in ranked.prefix { $0.rank <= last.rank } } ?? ranked
      ranked = ranked.dropFirst(batch.count)
      let summaries = try summaries(of: batch.map(\.row))
      best.total -= batch.count - summaries.count
      for equals in batch.runs(by: { $0.rank == $1.rank }) {
        best.notes += equals.compactMap { note in
          summaries[note.row].map { summary in
            let rows = notes[note.row]?.rows ?? EntryRows()
            return TopHits.Note(summary: summary, rows: rows, rank: note.rank)
          }
        }.sorted { NoteSummary.isInOrder($0.summary, $1.summary) }
      }
    }
    best.notes = Array(best.notes.prefix(max(0, limit)))
    return best
  }

  /// Returns the notes of these `.metadata` rows, except unreadable notes and notes in the trash.
  func summaries(of rows: [Int64]) throws -> [Int64: NoteSummary] {
    let sql = """
      SELECT entry.rowid, entry.scope, entry.json FROM entry
      WHERE entry.rowid IN (SELECT value FROM json_each(?))
      """
    var notes = [Int64: NoteSummary](minimumCapacity: rows.count)
    let found = try transaction.rows(sql, [rowList(rows)])
    while let row = try found.next() {
      guard let id = row.integer(at: 0), let scope = row.text(at: 1), let json = row.text(at: 2),
        let metadata = NoteMetadata(json: json)
      else { continue }
      let note = NoteSummary(id: scope, metadata: metadata)
      if !note.isTrashed { notes[id] = note }
    }
    return notes
  }

  /// Returns the best `limit` of `notes` (all notes of the notebook, in order) that satisfy at
  /// least one of `matchers`.
  fileprivate func best(
    _ limit: Int, of matchers: [QueryGroupMatcher], among notes: [NoteSummary]
  ) throws -> TopHits {
    let notes = notes.filter { !$0.isTrashed }
    var ranks: [String: Double] = [:]
    for matcher in matchers {
      if matcher.needsAllNotes {
        let filter = matcher.filter
        let excluded = Set(try ids(of: Array(matcher.excludedNotes())).values)
        let admitted = notes.filter { note in
          filter.admits(note) && matcher.links?.admits(note.id) ?? true
            && !excluded.contains(note.id)
        }
        let wanted = try wanted(of: admitted.map(\.id), matcher)
        for note in admitted where wanted?.contains(note.id) ?? true {
          ranks[note.id] = min(ranks[note.id] ?? 0, 0)
        }
      } else {
        let found = try matcher.notes(allRows: false)
        for (row, id) in try ids(of: Array(found.keys)) {
          if let rank = found[row]?.rank { ranks[id] = min(ranks[id] ?? 0, rank) }
        }
      }
    }
    // Sort indices and ranks, not notes, which are expensive to move.
    var found: [(index: Int, rank: Double)] = []
    for (index, note) in notes.enumerated() {
      if let rank = ranks[note.id] { found.append((index, rank)) }
    }
    let total = found.count
    found.sort { $0.rank == $1.rank ? $0.index < $1.index : $0.rank < $1.rank }
    found = Array(found.prefix(max(0, limit)))
    let rows = try rows(of: found.map { notes[$0.index].id })
    return TopHits(
      notes: found.map { index, rank in
        let note = notes[index]
        return TopHits.Note(summary: note, rows: rows[note.id] ?? EntryRows(), rank: rank)
      }, total: total)
  }

  /// Returns the notes whose content meets the conditions; nil if the group has no such conditions.
  private func wanted(of notes: [String], _ matcher: QueryGroupMatcher) throws -> Set<String>? {
    guard matcher.looksInside else { return nil }
    let rows = try transaction.rows(
      """
      SELECT entry.rowid, entry.scope FROM entry
      WHERE entry.key = '.metadata' AND \(LastWriterWins.condition)
      """, [])
    let sought = Set(notes)
    var ids: [Int64: String] = [:]
    while let row = try rows.next() {
      if let record = row.integer(at: 0), let id = row.text(at: 1), sought.contains(id) {
        ids[record] = id
      }
    }
    return try matcher.wanted(of: ids.keys.sorted()).map { Set($0.compactMap { ids[$0] }) }
  }

  func ids(of rows: [Int64]) throws -> [Int64: String] {
    guard !rows.isEmpty else { return [:] }
    let sql = """
      SELECT entry.rowid, entry.scope FROM entry
      WHERE entry.rowid IN (SELECT value FROM json_each(?))
      """
    var ids: [Int64: String] = [:]
    let found = try transaction.rows(sql, [rowList(rows)])
    while let row = try found.next() {
      if let id = row.integer(at: 0) { ids[id] = row.text(at: 1) }
    }
    return ids
  }
}

extension Collection {
  fileprivate func runs(by areEqual: (Element, Element) -> Bool) -> [SubSequence] {
    var runs: [SubSequence] = []
    var rest = self[...]
    while let first = rest.first {
      let run = rest.prefix { areEqual(first, $0) }
      runs.append(run)
      rest = rest.dropFirst(run.count)
    }
    return runs
  }
}

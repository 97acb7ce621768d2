import Notebook

struct QueryGroupMatcher {
  /// The lookups of a group's words. They remain valid after the transaction.
  struct Words {
    let wanted: [FullTextIndex.Lookup]
    let excluded: [FullTextIndex.Lookup]

    /// Cost: `otherSpellings` for each word.
    init(_ group: SearchQuery.Group, in index: FullTextIndex) throws {
      wanted = try group.terms.map(index.lookup)
      excluded = try group.excludedTerms.map(index.lookup)
    }
  }

  let group: SearchQuery.Group
  let words: Words
  private let inside: NoteContentMatcher?
  /// The conditions on links, resolved; nil if there are none.
  let links: NoteLinks?
  let needsAllNotes: Bool
  let titles: TitleMatcher?
  private let index: FullTextIndex

  /// Creates the matcher. Looks up the words, unless `words` contains this group's words from an
  /// earlier transaction.
  init(_ linked: LinkedGroup, words: Words? = nil, index: FullTextIndex) throws {
    let group = linked.group
    self.group = group
    self.index = index
    needsAllNotes = linked.needsAllNotes
    links = linked.isOfLinks ? try linked.links(in: index) : nil
    self.words = try words ?? Words(group, in: index)
    let terms = try group.terms.map { try ContentTerm($0, tokenizer: index.tokenizer) }
    inside = NoteContentMatcher(group, terms, index: index)
    titles = TitleMatcher(terms, tokenizer: index.tokenizer)
  }

  var lookups: [FullTextIndex.Lookup] { words.wanted }
  private var excluded: [FullTextIndex.Lookup] { words.excluded }

  /// The single word or phrase of the group; nil if the group has other conditions, or if the index
  /// cannot find it.
  var onlyPattern: TermPattern? {
    guard lookups.count == 1, excluded.isEmpty, group.tags.isEmpty,
      group.excludedTags.isEmpty, group.conditions.isEmpty,
      group.excludedConditions.isEmpty, case .indexed(let pattern) = lookups[0]
    else { return nil }
    return pattern
  }

  /// Returns the notes that satisfy the group, by the row of their `.metadata`.
  ///
  /// Only notes with the rarest word are checked. Each note has at least the rows in which the word
  /// was found; with `allRows`, all rows. Cost: linear in the hits of the rarest word, and a pass
  /// over the index entries of the other words.
  func notes(allRows: Bool) throws -> [Int64: FoundNote] {
    var notes = try candidates(allRows: allRows)
    if let inside {
      let wanted = try inside.wanted(of: notes.keys.sorted())
      notes = notes.filter { wanted.contains($0.key) }
    }
    return notes
  }

  /// Returns the notes that satisfy the group, without checking their content.
  func candidates(allRows: Bool) throws -> [Int64: FoundNote] {
    let (lead, rest) = try leadingLookup()
    guard let lead else { return try candidatesByLinks() }
    return try narrowed(
      index.hits(
        of: lead, filter: filter, siblings: allRows || hasFurtherWords(rest), titles: titles),
      by: rest)
  }

  /// Returns the notes with one of `rows` (from `leadingRows`) that satisfy the group, without
  /// checking their content. Their ranks are not complete.
  func candidates(among rows: [Int64]) throws -> [Int64: FoundNote] {
    let (lead, rest) = try leadingLookup()
    let needsRows = hasFurtherWords(rest)
    guard case .indexed(let pattern)? = lead else { return [:] }
    // Without possible matches, all rows contain the word, so the index need not be read again.
    let hits =
      pattern.possible == nil
      ? try index.hits(among: rows, filter: filter, siblings: needsRows)
      : try index.hits(of: .indexed(pattern), among: rows, filter: filter, siblings: needsRows)
    return try narrowed(hits, by: rest)
  }

  /// Returns the notes found by links, without checking their content. They have no ranks.
  private func candidatesByLinks() throws -> [Int64: FoundNote] {
    guard !needsAllNotes, let wanted = links?.wanted?.sorted() else { return [:] }
    let records = try index.metadataRows(of: wanted)
    let rows = try index.rows(of: wanted)
    let (filter, links) = (filter, links)
    let notes = try index.summaries(of: Array(records.values)).filter { _, note in
      filter.admits(note) && links?.admits(note.id) ?? true
    }
    return try narrowed(
      notes.mapValues { FoundNote(rows: rows[$0.id] ?? EntryRows(), isTitled: false) }, by: [])
  }

  private func hasFurtherWords(_ rest: [FullTextIndex.Lookup]) -> Bool {
    !rest.isEmpty || !excluded.isEmpty
  }

  /// Returns the notes of `hits` that links allow and that contain the words of `rest`, and no
  /// excluded word.
  private func narrowed(
    _ hits: [IndexHit], by rest: [FullTextIndex.Lookup]
  ) throws -> [Int64: FoundNote] {
    let ids = links == nil ? [:] : try index.ids(of: Array(Set(hits.map(\.note))))
    var notes: [Int64: FoundNote] = [:]
    for hit in hits where ids[hit.note].flatMap({ links?.admits($0) }) ?? true {
      notes[hit.note, default: FoundNote()].add(hit)
    }
    return try narrowed(notes, by: rest)
  }

  private func narrowed(
    _ notes: [Int64: FoundNote], by rest: [FullTextIndex.Lookup]
  ) throws -> [Int64: FoundNote] {
    var notes = notes
    for lookup in rest where !notes.isEmpty {
      let ranks = try ranks(of: lookup, in: notes)
      notes = notes.filter { ranks[$0.key] != nil }
      for (note, rank) in ranks { notes[note]?.sum += rank }
    }
    for lookup in excluded where !notes.isEmpty {
      for note in try ranks(of: lookup, in: notes).keys { notes[note] = nil }
    }
    return notes
  }

  /// Returns the rows in which the leading word may occur, for `candidates`; nil if there is no
  /// word, or if only reading all texts can decide.
  func leadingRows() throws -> [Int64]? {
    guard case .indexed(let pattern)? = try leadingLookup().0 else { return nil }
    return try index.rows(matching: pattern.any)
  }

  var filter: NoteFilter {
    NoteFilter(
      tags: group.tags, excludedTags: group.excludedTags,
      conditions: group.conditions, excludedConditions: group.excludedConditions)
  }

  var looksInside: Bool { inside != nil }

  /// Returns those of `notes` whose content meets the conditions; nil if the group has no such
  /// conditions. Notes are given as the rows of their `.metadata`.
  func wanted(of notes: [Int64]) throws -> Set<Int64>? { try inside?.wanted(of: notes) }

  var asksForPrompts: Bool { group.asksForPrompts }

  /// Returns the prompts in a note that the group requests; empty if `filter` rejects the note.
  func prompts(of note: NoteSummary, text: String) throws -> [FoundPrompt] {
    guard let inside, filter.admits(note) else { return [] }
    return try inside.prompts(in: text)
  }

  /// Returns the notes outside the trash that contain an excluded word, by the row of their
  /// `.metadata`.
  func excludedNotes() throws -> Set<Int64> {
    try excluded.reduce(into: []) { notes, lookup in
      notes.formUnion(
        try index.hits(of: lookup, filter: NoteFilter(), siblings: false).map(\.note))
    }
  }

  /// Returns the notes in which `lookup` finds something, with the sum of the ranks of their rows.
  private func ranks(
    of lookup: FullTextIndex.Lookup, in notes: [Int64: FoundNote]
  ) throws -> [Int64: Double] {
    var owners: [Int64: Int64] = [:]
    for (note, found) in notes {
      for row in found.rows.all { owners[row] = note }
    }
    return try index.ranks(of: lookup, among: owners.keys.sorted())
      .reduce(into: [:]) { ranks, row in
        if let note = owners[row.key] { ranks[note, default: 0] += row.value }
      }
  }

  /// Returns the word with the fewest rows (nil if the group has no words), and the other words.
  private func leadingLookup() throws -> (FullTextIndex.Lookup?, [FullTextIndex.Lookup]) {
    guard lookups.count > 1 else { return (lookups.first, []) }
    let counts = try lookups.map { try index.rowCount(of: $0) ?? .max }
    let lead = counts.indices.min { counts[$0] < counts[$1] }
    return (lead.map { lookups[$0] }, lookups.indices.filter { $0 != lead }.map { lookups[$0] })
  }
}

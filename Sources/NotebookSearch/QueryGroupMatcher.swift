import Notebook

/// One group of a query, and how each of its words is looked for.
struct QueryGroupMatcher {
  /// The ways in which words are looked for: values that outlive a transaction.
  struct Words {
    /// Of the wanted words.
    let wanted: [FullTextIndex.Lookup]
    /// Of the excluded words.
    let excluded: [FullTextIndex.Lookup]

    /// Cost: a pass through the index's words for each.
    init(_ group: SearchQuery.Group, in index: FullTextIndex) throws {
      wanted = try group.terms.map(index.lookup)
      excluded = try group.excludedTerms.map(index.lookup)
    }
  }

  let group: SearchQuery.Group
  let words: Words
  private let inside: NoteContentMatcher?
  /// Nil if links do not count.
  let links: NoteLinks?
  /// Whether no word says where to begin: then all notes have to be looked at.
  let needsAllNotes: Bool
  /// Nil if no words are sought.
  let titles: TitleMatcher?
  private let index: FullTextIndex

  /// Looks up the words, unless they are given: those of the same group from an earlier transaction.
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

  /// The one word or phrase that the group consists of; nil when there is more to it, or when the
  /// index cannot find it.
  var onlyPattern: TermPattern? {
    guard lookups.count == 1, excluded.isEmpty, group.tags.isEmpty,
      group.excludedTags.isEmpty, group.conditions.isEmpty,
      group.excludedConditions.isEmpty, case .indexed(let pattern) = lookups[0]
    else { return nil }
    return pattern
  }

  /// The notes that satisfy the group, by the row of their `.metadata`.
  ///
  /// The rarest word leads: only the notes that have it are looked at. Their rows are those in
  /// which it was found, or with `allRows` all that there are. Cost: linear in its hits, and a
  /// hundredth of that in those of the other words.
  func notes(allRows: Bool) throws -> [Int64: FoundNote] {
    var notes = try candidates(allRows: allRows)
    if let inside {
      let wanted = try inside.wanted(of: notes.keys.sorted())
      notes = notes.filter { wanted.contains($0.key) }
    }
    return notes
  }

  /// The same without a look at their content.
  func candidates(allRows: Bool) throws -> [Int64: FoundNote] {
    let (lead, rest) = try leadingLookup()
    guard let lead else { return try candidatesByLinks() }
    return try narrowed(
      index.hits(
        of: lead, filter: filter, siblings: allRows || hasFurtherWords(rest), titles: titles),
      by: rest)
  }

  /// Those of the notes with one of `rows`, of `leadingRows`, that satisfy the group, without a look at their
  /// content; with no ranks.
  func candidates(among rows: [Int64]) throws -> [Int64: FoundNote] {
    let (lead, rest) = try leadingLookup()
    let needsRows = hasFurtherWords(rest)
    guard case .indexed(let pattern)? = lead else { return [:] }
    // Without words that only may be meant, all rows have the word: the index need not be passed again.
    let hits =
      pattern.possible == nil
      ? try index.hits(among: rows, filter: filter, siblings: needsRows)
      : try index.hits(of: .indexed(pattern), among: rows, filter: filter, siblings: needsRows)
    return try narrowed(hits, by: rest)
  }

  /// The notes that links lead to, without a look at their content; with no ranks.
  private func candidatesByLinks() throws -> [Int64: FoundNote] {
    guard !needsAllNotes, let wanted = links?.wanted?.sorted() else { return [:] }
    let places = try index.metadataRows(of: wanted)
    let rows = try index.rows(of: wanted)
    let (filter, links) = (filter, links)
    let notes = try index.summaries(of: Array(places.values)).filter { _, note in
      filter.admits(note) && links?.admits(note.id) ?? true
    }
    return try narrowed(
      notes.mapValues { FoundNote(rows: rows[$0.id] ?? EntryRows(), isTitled: false) }, by: [])
  }

  private func hasFurtherWords(_ rest: [FullTextIndex.Lookup]) -> Bool {
    !rest.isEmpty || !excluded.isEmpty
  }

  /// The notes of `hits` that have the words of `rest`, too, and no excluded one.
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

  /// The rows in which the leading word may be found, for `candidates`. Returns nil if only reading all texts
  /// can decide. Cost: a tenth of a microsecond for each.
  func leadingRows() throws -> [Int64]? {
    guard case .indexed(let pattern)? = try leadingLookup().0 else { return nil }
    return try index.rows(matching: pattern.any)
  }

  /// The notes that are wanted by their `.metadata`.
  var filter: NoteFilter {
    NoteFilter(
      tags: group.tags, excludedTags: group.excludedTags,
      conditions: group.conditions, excludedConditions: group.excludedConditions)
  }

  /// Whether the content of a note counts, beyond its words.
  var looksInside: Bool { inside != nil }

  /// The notes, by the row of their `.metadata`, that are wanted by their content. Returns nil if
  /// all are.
  func wanted(of notes: [Int64]) throws -> Set<Int64>? { try inside?.wanted(of: notes) }

  /// Whether it asks for prompts, such as quotes.
  var asksForPrompts: Bool { group.asksForPrompts }

  /// The prompts that the group asks for in a note; none if it asks for none.
  func prompts(of note: NoteSummary, text: String) throws -> [FoundPrompt] {
    guard let inside, filter.admits(note) else { return [] }
    return try inside.prompts(in: text)
  }

  /// The notes outside the trash with a word that is excluded, by the row of their `.metadata`.
  func excludedNotes() throws -> Set<Int64> {
    try excluded.reduce(into: []) { notes, lookup in
      notes.formUnion(
        try index.hits(of: lookup, filter: NoteFilter(), siblings: false).map(\.note))
    }
  }

  /// Those of `notes` in which `lookup` finds something, with the sum of its ranks.
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

  /// The word that finds least, and the others.
  private func leadingLookup() throws -> (FullTextIndex.Lookup?, [FullTextIndex.Lookup]) {
    guard lookups.count > 1 else { return (lookups.first, []) }
    let counts = try lookups.map { try index.rowCount(of: $0) ?? .max }
    let lead = counts.indices.min { counts[$0] < counts[$1] }
    return (lead.map { lookups[$0] }, lookups.indices.filter { $0 != lead }.map { lookups[$0] })
  }
}

import GRDB
import MiniMarkdown
import NotebookFile

/// A SQL condition: links may use a name of this rank.
private let isName = "rank < \(LinkName.Rank.author)"

// MARK: Meaning

extension LinkTable {
  func notes(called names: [LinkName], most: Int) throws -> [String] {
    guard let meaning = try meaning(of: names) else { return [] }
    return try ids(
      """
      SELECT note.id FROM name JOIN called ON called.name = name.number
      JOIN note ON note.number = called.note
      WHERE name.text = ? AND rank = ? ORDER BY note.number LIMIT ?
      """, [meaning.name.text, meaning.rank, most])
  }

  func meaning(of names: [LinkName]) throws -> LinkMeaning<LinkName>? {
    try LinkMeaning(of: names) { name in
      let sql = """
        SELECT min(rank) FROM name JOIN called ON called.name = name.number
        WHERE name.text = ? AND \(isName)
        """
      return try row(sql, [name.text])?.integer(at: 0).map(Int.init(clamping:))
    }
  }

  private func meaning(ofTarget target: Int64) throws -> LinkMeaning<Int64>? {
    let names = try row("SELECT names FROM target WHERE number = ?", [target])?.text(at: 0) ?? ""
    return try LinkMeaning(of: Self.numbers(names), bestRank: bestRank)
  }

  private func bestRank(_ name: Int64) throws -> Int? {
    try row("SELECT min(rank) FROM called WHERE name = ? AND \(isName)", [name])?.integer(at: 0)
      .map(Int.init(clamping:))
  }

  private static func numbers(_ names: String) -> [Int64] {
    names.split(separator: ",").compactMap { Int64($0) }
  }

  /// Whether links with `names` link to the note whose names and ranks are `called`.
  func leads(_ names: [LinkName], to called: [LinkName: Int]) throws -> Bool {
    guard let meaning = try meaning(of: names) else { return false }
    return called[meaning.name] == meaning.rank
  }

  /// Returns the names of a note that links may use, with their ranks.
  func names(of id: String) throws -> [LinkName: Int] {
    let rows = try rows(
      """
      SELECT text, rank FROM note JOIN called ON called.note = note.number
      JOIN name ON name.number = called.name WHERE note.id = ? AND \(isName)
      """, [id])
    var names: [LinkName: Int] = [:]
    while let row = try rows.next() {
      guard let text = row.text(at: 0), let rank = row.integer(at: 1) else { continue }
      names[LinkName(stored: text)] = Int(clamping: rank)
    }
    return names
  }
}

// MARK: Links between notes

extension LinkTable {
  /// Returns the notes with a link to the note `id`, without that note itself; at most `most`.
  func notes(pointingAt id: String, most: Int) throws -> [String] {
    var found: [String] = []
    var seen: Set<String> = [id]
    for target in try targets(meaning: id) where found.count < most {
      let ids = try ids(
        """
        SELECT note.id FROM link JOIN note ON note.number = link.note
        WHERE target = ? ORDER BY note.number
        """, [target])
      found += ids.filter { seen.insert($0).inserted }
    }
    return found.count > most ? Array(found.prefix(most)) : found
  }

  private func targets(meaning id: String) throws -> [Int64] {
    guard let number = try number(of: id) else { return [] }
    let called = try pairs("SELECT name, rank FROM called WHERE note = ? AND \(isName)", [number])
    return try called.flatMap { name, rank in
      let meant = LinkMeaning(name: name, rank: Int(clamping: rank))
      return try numbers("SELECT target FROM targetName WHERE name = ?", [name])
        .filter { try meaning(ofTarget: $0) == meant }
    }
  }

  /// Returns the notes to which the note `id` links, without that note itself; at most `most`.
  func notes(pointedAtBy id: String, most: Int) throws -> [String] {
    guard let number = try number(of: id) else { return [] }
    var found: [String] = []
    var seen: Set<String> = [id]
    for target in try numbers("SELECT target FROM link WHERE note = ?", [number])
    where found.count < most {
      guard let meaning = try meaning(ofTarget: target) else { continue }
      let ids = try ids(
        """
        SELECT note.id FROM called JOIN note ON note.number = called.note
        WHERE name = ? AND rank = ? ORDER BY note.number
        """, [meaning.name, meaning.rank])
      found += ids.filter { seen.insert($0).inserted }
    }
    return found.count > most ? Array(found.prefix(most)) : found
  }

  /// Returns the notes that no other note links to; at most `most`. Cost: linear in the names and
  /// links.
  func orphans(most: Int) throws -> [String] {
    let ranks = try pairs("SELECT name, min(rank) FROM called WHERE \(isName) GROUP BY name")
    let best = Dictionary(ranks.map { ($0.0, Int(clamping: $0.1)) }) { min($0, $1) }
    // For each meaning, the first and the last note with links of this meaning.
    var linking: [LinkMeaning<Int64>: ClosedRange<Int64>] = [:]
    let targets = try rows(
      "SELECT names, min(note), max(note) FROM target JOIN link ON target = number GROUP BY target")
    while let row = try targets.next() {
      guard let names = row.text(at: 0), let first = row.integer(at: 1),
        let last = row.integer(at: 2), first <= last,
        let meaning = LinkMeaning(of: Self.numbers(names), bestRank: { best[$0] })
      else { continue }
      let known = linking[meaning] ?? first...last
      linking[meaning] = min(known.lowerBound, first)...max(known.upperBound, last)
    }
    let called = try rows("SELECT note, name, rank FROM called WHERE \(isName)")
    var meant: Set<Int64> = []
    while let row = try called.next() {
      guard let note = row.integer(at: 0), let name = row.integer(at: 1),
        let rank = row.integer(at: 2),
        let notes = linking[LinkMeaning(name: name, rank: Int(clamping: rank))]
      else { continue }
      if notes != note...note { meant.insert(note) }
    }
    let notes = try rows("SELECT number, id FROM note ORDER BY number")
    var orphans: [String] = []
    while orphans.count < most, let row = try notes.next() {
      guard let number = row.integer(at: 0), let id = row.text(at: 1) else { continue }
      if !meant.contains(number) { orphans.append(id) }
    }
    return orphans
  }

  func notes(withName name: LinkName) throws -> [(id: String, rank: Int)] {
    let rows = try rows(
      """
      SELECT note.id, rank FROM name JOIN called ON called.name = name.number
      JOIN note ON note.number = called.note WHERE name.text = ? AND \(isName)
      """, [name.text])
    var found: [(id: String, rank: Int)] = []
    while let row = try rows.next() {
      if let id = row.text(at: 0), let rank = row.integer(at: 1) {
        found.append((id, Int(clamping: rank)))
      }
    }
    return found
  }

  /// Returns the links that have `name` among their names: all names of each, and the notes that
  /// contain it.
  func links(withName name: LinkName) throws -> [(names: [LinkName], notes: [String])] {
    let targets = try numbers(
      "SELECT target FROM name JOIN targetName ON name = number WHERE text = ?", [name.text])
    return try targets.map { target in
      let names = try row("SELECT names FROM target WHERE number = ?", [target])?.text(at: 0) ?? ""
      let texts = try Self.numbers(names).compactMap { number in
        try row("SELECT text FROM name WHERE number = ?", [number])?.text(at: 0)
      }
      let notes = try ids(
        "SELECT note.id FROM link JOIN note ON note.number = link.note WHERE target = ?", [target])
      return (texts.map(LinkName.init(stored:)), notes)
    }
  }

  /// Returns the names of notes that begin with `beginning`, with their ranks: titles, other titles
  /// and authors; at most `most`.
  func called(beginning: String, most: Int) throws -> [(name: String, rank: Int64, note: String)] {
    let rows = try rows(
      """
      SELECT name.text, rank, note.id FROM name JOIN called ON called.name = name.number
      JOIN note ON note.number = called.note
      WHERE name.text >= ?1 AND name.text < ?2
        AND rank IN (\(LinkName.Rank.title), \(LinkName.Rank.otherTitle), \(LinkName.Rank.author))
      LIMIT ?3
      """, [beginning, beginning + "\u{10FFFF}", most])
    var found: [(name: String, rank: Int64, note: String)] = []
    while let row = try rows.next() {
      guard let name = row.text(at: 0), let rank = row.integer(at: 1), let note = row.text(at: 2)
      else { continue }
      found.append((name, rank, note))
    }
    return found
  }
}

// MARK: Rows

extension LinkTable {
  private func ids(_ sql: String, _ arguments: StatementArguments) throws -> [String] {
    let rows = try rows(sql, arguments)
    var ids: [String] = []
    while let row = try rows.next() {
      if let id = row.text(at: 0) { ids.append(id) }
    }
    return ids
  }

  private func numbers(_ sql: String, _ arguments: StatementArguments) throws -> [Int64] {
    let rows = try rows(sql, arguments)
    var numbers: [Int64] = []
    while let row = try rows.next() {
      if let number = row.integer(at: 0) { numbers.append(number) }
    }
    return numbers
  }

  private func pairs(
    _ sql: String, _ arguments: StatementArguments = []
  ) throws -> [(Int64, Int64)] {
    let rows = try rows(sql, arguments)
    var pairs: [(Int64, Int64)] = []
    while let row = try rows.next() {
      if let first = row.integer(at: 0), let second = row.integer(at: 1) {
        pairs.append((first, second))
      }
    }
    return pairs
  }
}

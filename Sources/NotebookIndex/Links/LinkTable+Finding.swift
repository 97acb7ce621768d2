internal import NotebookFile
internal import MiniMarkdown
internal import GRDB

extension LinkTable {
  /// The notes that are called by the first of `names` that any note has, those of the best rank alone; at most
  /// `most` of them.
  func notes(called names: [LinkName], most: Int) throws -> [String] {
    for name in names {
      let rows = try rows(
        """
        SELECT note.id, rank FROM name JOIN called ON called.name = name.number
        JOIN note ON note.number = called.note
        WHERE name.text = ? AND \(Self.isName) ORDER BY rank LIMIT ?
        """, [name.text, most])
      var found: [(id: String, rank: Int64)] = []
      while let row = try rows.next() {
        guard let id = row.text(at: 0), let rank = row.integer(at: 1) else { continue }
        found.append((id, rank))
      }
      if let best = found.first?.rank { return found.prefix { $0.rank == best }.map(\.id) }
    }
    return []
  }

  /// The notes that may point at the note `id`, itself not among them; at most `most`.
  func notes(pointingAt id: String, most: Int) throws -> [String] {
    try ids(Self.pointing, id, most)
  }

  /// The number of these, at most `most`.
  func count(pointingAt id: String, most: Int) throws -> Int {
    guard let number = try number(of: id) else { return 0 }
    let sql = "SELECT count(*) FROM (\(Self.pointing))"
    return Int(clamping: try row(sql, [number, most])?.integer(at: 0) ?? 0)
  }

  /// The notes that have a link with one of `names`, by which no note is called; at most `most`. Empty if one is.
  func notes(danglingTo names: [LinkName], most: Int) throws -> [String] {
    if try !notes(called: names, most: 1).isEmpty { return [] }
    var found: [String] = []
    for name in names {
      let rows = try rows(
        """
        SELECT note.id FROM name JOIN link ON link.name = name.number
        JOIN note ON note.number = link.note WHERE name.text = ? LIMIT ?
        """, [name.text, most])
      while let row = try rows.next() {
        if let id = row.text(at: 0), !found.contains(id) { found.append(id) }
      }
    }
    return found
  }

  /// The notes at which the note `id` may point, itself not among them; at most `most`.
  func notes(pointedAtBy id: String, most: Int) throws -> [String] {
    try ids(
      """
      SELECT DISTINCT note.id FROM link JOIN called ON called.name = link.name
      JOIN note ON note.number = called.note
      WHERE link.note = ?1 AND called.note <> ?1 AND \(Self.isName) LIMIT ?2
      """, id, most)
  }

  /// The notes at which no other note points, at most `most`.
  func orphans(most: Int) throws -> [String] {
    let rows = try rows(
      """
      SELECT id FROM note AS found WHERE NOT EXISTS (
        SELECT 1 FROM called JOIN link ON link.name = called.name
        WHERE called.note = found.number AND link.note <> found.number AND \(Self.isName))
      LIMIT ?
      """, [most])
    var ids: [String] = []
    while let row = try rows.next() {
      if let id = row.text(at: 0) { ids.append(id) }
    }
    return ids
  }

  /// The names that begin with `beginning` by which notes are called, with their ranks: titles, other titles and
  /// authors; at most `most`.
  func called(beginning: String, most: Int) throws -> [(name: String, rank: Int64, note: String)] {
    let rows = try rows(
      """
      SELECT name.text, rank, note.id FROM name JOIN called ON called.name = name.number
      JOIN note ON note.number = called.note
      WHERE name.text >= ?1 AND name.text < ?2 AND rank IN (1, 2, 4) LIMIT ?3
      """, [beginning, beginning + "\u{10FFFF}", most])
    var found: [(name: String, rank: Int64, note: String)] = []
    while let row = try rows.next() {
      guard let name = row.text(at: 0), let rank = row.integer(at: 1), let note = row.text(at: 2)
      else { continue }
      found.append((name, rank, note))
    }
    return found
  }

  /// The notes whose names or links were entered last, the last first; at most `most`.
  func newest(most: Int) throws -> [String] {
    let rows = try rows("SELECT id FROM note ORDER BY number DESC LIMIT ?", [most])
    var ids: [String] = []
    while let row = try rows.next() {
      if let id = row.text(at: 0) { ids.append(id) }
    }
    return ids
  }

  /// The names that a link to the note `id` may have.
  func names(of id: String) throws -> Set<LinkName> {
    guard let number = try number(of: id) else { return [] }
    let rows = try rows(
      """
      SELECT text FROM called JOIN name ON number = called.name WHERE note = ? AND \(Self.isName)
      """, [number])
    var names: Set<LinkName> = []
    while let row = try rows.next() {
      if let text = row.text(at: 0) { names.insert(LinkName(stored: text)) }
    }
    return names
  }

  /// `?1` is a note's number, `?2` the most.
  private static let pointing = """
    SELECT DISTINCT note.id FROM called JOIN link ON link.name = called.name
    JOIN note ON note.number = link.note
    WHERE called.note = ?1 AND link.note <> ?1 AND \(isName) LIMIT ?2
    """

  /// Whether a link may use the name.
  private static let isName = "rank < \(CalledRank.author)"

  private func ids(_ sql: String, _ id: String, _ most: Int) throws -> [String] {
    guard let number = try number(of: id) else { return [] }
    let rows = try rows(sql, [number, most])
    var ids: [String] = []
    while let row = try rows.next() {
      if let id = row.text(at: 0) { ids.append(id) }
    }
    return ids
  }
}

import MiniMarkdown

/// Resolves links with the index of links, but with other names for some notes, such as earlier or
/// future names. Use it within one transaction of the index.
final class NamedNotes {
  private let tables: LinkTable
  /// Names with ranks that replace those in the index, by the note's ID.
  private let names: [String: [LinkName: Int]]
  private var called: [LinkName: Called?] = [:]

  private struct Called {
    var rank: Int
    var notes: Set<String>
  }

  init(_ tables: LinkTable, _ names: [String: [LinkName: Int]]) {
    (self.tables, self.names) = (tables, names)
  }

  func notes(called names: [LinkName]) throws -> Set<String> {
    guard let meaning = try meaning(of: names) else { return [] }
    return try notes(called: meaning.name)?.notes ?? []
  }

  func meaning(of names: [LinkName]) throws -> LinkMeaning<LinkName>? {
    try LinkMeaning(of: names) { try notes(called: $0)?.rank }
  }

  private func notes(called name: LinkName) throws -> Called? {
    if let known = called[name] { return known }
    var found = try tables.notes(withName: name).filter { names[$0.id] == nil }
    for (id, names) in names {
      if let rank = names[name] { found.append((id, rank)) }
    }
    let best = found.map(\.rank).min()
    let notes = best.map { best in
      Called(rank: best, notes: Set(found.lazy.filter { $0.rank == best }.map(\.id)))
    }
    called[name] = .some(notes)
    return notes
  }
}

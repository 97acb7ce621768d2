/// The notes that a link leads to. Lists of links, counts, filters and renames all follow this one rule.
///
/// A link has names, the best first. The first name that any note has is used. Of the notes with that name, the link
/// leads to those that have it with the best rank: ID, title, other title, file name of the title, file name of
/// another title. A link leads to several notes if they have the same name with the same rank.
struct LinkMeaning<Name: Hashable & Sendable>: Hashable, Sendable {
  /// The name of the link that is used.
  let name: Name
  /// The rank with which the linked notes have the name.
  let rank: Int

  /// Resolves a link with `names`; nil if it leads to no note. `bestRank` returns the best rank with which any note
  /// has a name; nil if none does.
  init?(of names: some Sequence<Name>, bestRank: (Name) throws -> Int?) rethrows {
    for name in names {
      guard let rank = try bestRank(name) else { continue }
      (self.name, self.rank) = (name, rank)
      return
    }
    return nil
  }

  init(name: Name, rank: Int) { (self.name, self.rank) = (name, rank) }
}

/// The notes to which a link links. Lists of links, counts, filters and renames all follow this
/// rule.
///
/// A link has names, the best first. The first name that any note has is used. Of the notes with
/// this name, the link links to the notes that have it with the best rank: ID, title, other title,
/// file name of the title, file name of another title. If several notes have the name with this
/// rank, it links to all of them.
struct LinkMeaning<Name: Hashable & Sendable>: Hashable, Sendable {
  let name: Name
  /// The rank with which the linked notes have the name.
  let rank: Int

  /// Resolves a link with `names`; nil if no note has any of them. `bestRank` returns the best rank
  /// with which a note has a name; nil if no note has it.
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

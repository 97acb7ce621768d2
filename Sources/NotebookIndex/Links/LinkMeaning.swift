/// The notes that a link means: the one rule by which links lead to notes. Lists of links, counts, filters and
/// renames follow from it.
///
/// A link has names, the best first. The first name by which any note is called counts; of the notes that are
/// called so, those are meant that are called so with the best rank: by their id, then by their title, then by
/// another title, then by the file of their title, then by that of another. Several are meant if they have the same title.
struct LinkMeaning<Name: Hashable & Sendable>: Hashable, Sendable {
  /// The name that counts.
  let name: Name
  /// The rank with which the notes that are meant are called so.
  let rank: Int

  /// The meaning of a link with `names`; nil if it leads to no note. `bestRank` is the best rank with which any
  /// note is called by a name; nil if none is.
  init?(of names: some Sequence<Name>, bestRank: (Name) throws -> Int?) rethrows {
    for name in names {
      guard let rank = try bestRank(name) else { continue }
      (self.name, self.rank) = (name, rank)
      return
    }
    return nil
  }

  /// A meaning.
  init(name: Name, rank: Int) { (self.name, self.rank) = (name, rank) }
}

/// Which of the stored versions a writer has seen; those, and no others, its write supersedes.
enum Superseding: Sendable {
  /// All: who writes has chosen among them.
  case all
  /// The one that readers see, and those that say the same. The other sides of a conflict stay.
  case winners

  /// The versions that stay. `versions` are all of one key, the one that counts first.
  func kept(of versions: [StoredVersion]) -> [StoredVersion] {
    guard case .winners = self, let winner = versions.first else { return [] }
    return versions.dropFirst().filter { !$0.value.means(winner.value) }
  }
}

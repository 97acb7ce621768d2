import Base
package import Foundation

/// The stored versions that a writer has seen; its write supersedes those, and no others.
package enum SupersedePolicy: Sendable {
  /// All: who writes has chosen among them.
  case all
  /// The one that readers see, and those that say the same. The other sides of a conflict stay.
  case winners
  /// The version with this name of one key, if it is still there, and `winners` of all others. For
  /// writers who began with a version that is no longer the one that readers see.
  case base(String?, of: EntryKey)
  /// Those that the authors had written by these numbers. For writers who were shown some sides of a
  /// conflict: what came meanwhile stays.
  case written(by: [Data: Int64])
  /// None, and readers go on to see what they see: the new version counts as earlier than all others. For texts that
  /// another program kept.
  case nothing

  /// The versions that stay. `versions` are all of one key, the one that counts first.
  package func kept(of versions: [StoredVersion]) -> [StoredVersion] {
    guard let winner = versions.first else { return [] }
    switch self {
    case .all: return []
    case .nothing: return versions
    case .written(let shown): return versions.filter { $0.usn > shown[$0.author] ?? -1 }
    case .base(let base, let key) where winner.key == key:
      return versions.filter { $0.name != base }
    case .base, .winners: return versions.dropFirst().filter { !$0.value.means(winner.value) }
    }
  }
}

extension StoredVersion {
  /// The name that distinguishes it from every other version of its key; as in
  /// `StoredNote.version`.
  package var name: String { "\(author.hexadecimal):\(usn)" }
}

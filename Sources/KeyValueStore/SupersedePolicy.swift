import Base
package import Foundation

/// Which stored versions a write supersedes: those that the writer has seen.
package enum SupersedePolicy: Sendable {
  /// All versions: the writer chose among them.
  case all
  /// The winner, and versions with an equal value. The other sides of a conflict stay.
  case winners
  /// For one key, only the version with this name, if it is still stored; for other keys, as with
  /// `winners`. For writers who started with a version that may not be the winner now.
  case base(String?, of: EntryKey)
  /// Versions that the authors wrote up to these numbers. For writers who saw some sides of a
  /// conflict: later versions stay.
  case written(by: [Data: Int64])
  /// No versions. The new version gets an earlier time than the winner, so that readers still see
  /// the winner. For texts that another program kept.
  case nothing

  /// Returns the versions that stay. `versions` are all of one key, the winner first.
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
  /// A name that is unique among the versions of the key, as in `StoredNote.version`.
  package var name: String { "\(author.hexadecimal):\(usn)" }
}

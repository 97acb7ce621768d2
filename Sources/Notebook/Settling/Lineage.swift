import Foundation
import GRDB
import KeyValueStore

/// The order in which versions of one key came from each other, as far as tombstones show it.
struct Lineage {
  /// By the authors of the versions that they are about.
  private var tombstones: [Data: [Tombstone]]

  /// Cost: a pass over the tombstones.
  init(_ db: Database, of key: EntryKey) throws { self.init(try Tombstone.fetch(db, of: key)) }

  /// By the tombstones of one key.
  init(_ tombstones: [Tombstone]) {
    self.tombstones = Dictionary(grouping: tombstones, by: \.author)
  }

  /// Adds tombstones that are known from elsewhere than the notebook's own.
  mutating func add(_ others: [Tombstone]) {
    for other in others { tombstones[other.author, default: []].append(other) }
  }

  /// Whether a tombstone says what a version of `author` came from.
  func hasTombstones(by author: Data) -> Bool {
    tombstones.values.contains { $0.contains { $0.deletingAuthor == author } }
  }

  /// Whether `later` was written with the knowledge of `earlier`.
  func leads(from earlier: VersionID, to later: VersionID) -> Bool {
    var next = [earlier]
    var seen = 0
    while seen < next.count, next.count < 1000 {
      let (author, usn) = (next[seen].author, next[seen].usn)
      seen += 1
      // An author has one version of a key: its next takes the place of the last.
      let isFirst = seen == 1
      if author == later.author, isFirst ? usn < later.usn : usn <= later.usn { return true }
      for tombstone in tombstones[author] ?? [] where tombstone.usn >= usn {
        let step = VersionID(author: tombstone.deletingAuthor, usn: tombstone.deletingUSN)
        if !next.contains(step) { next.append(step) }
      }
    }
    return false
  }

  /// The latest of `candidates` that all of `versions` came from.
  func base<Candidate>(
    of versions: [VersionID], among candidates: [Candidate], _ id: (Candidate) -> VersionID?
  ) -> Candidate? {
    let common = candidates.compactMap { candidate in id(candidate).map { ($0, candidate) } }
      .filter { base, _ in versions.allSatisfy { leads(from: base, to: $0) } }
    return common.first { base, _ in
      !common.contains { $0.0 != base && leads(from: base, to: $0.0) }
    }?.1
  }
}

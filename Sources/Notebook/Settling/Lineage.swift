import Foundation
import GRDB
import KeyValueStore

/// Which versions of one key came from which others, as shown by tombstones.
struct Lineage {
  /// The tombstones by the authors of the superseded versions.
  private var tombstones: [Data: [Tombstone]]

  /// Reads the tombstones of a key. Cost: a pass over all tombstones.
  init(_ db: Database, of key: EntryKey) throws { self.init(try Tombstone.fetch(db, of: key)) }

  init(_ tombstones: [Tombstone]) {
    self.tombstones = Dictionary(grouping: tombstones, by: \.author)
  }

  mutating func add(_ others: [Tombstone]) {
    for other in others { tombstones[other.author, default: []].append(other) }
  }

  /// Whether a tombstone shows what a version of `author` superseded.
  func hasTombstones(by author: Data) -> Bool {
    tombstones.values.contains { $0.contains { $0.deletingAuthor == author } }
  }

  /// Whether the writer of `later` had seen `earlier`. Follows up to about 1,000 versions.
  func leads(from earlier: VersionID, to later: VersionID) -> Bool {
    var next = [earlier]
    var seen = 0
    while seen < next.count, next.count < 1000 {
      let (author, usn) = (next[seen].author, next[seen].usn)
      seen += 1
      // An author has one version of a key: the next replaces the last.
      let isFirst = seen == 1
      if author == later.author, isFirst ? usn < later.usn : usn <= later.usn { return true }
      for tombstone in tombstones[author] ?? [] where tombstone.usn >= usn {
        let step = VersionID(author: tombstone.deletingAuthor, usn: tombstone.deletingUSN)
        if !next.contains(step) { next.append(step) }
      }
    }
    return false
  }

  /// Returns the latest of `candidates` that all of `versions` came from.
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

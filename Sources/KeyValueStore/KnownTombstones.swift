internal import Foundation
internal import GRDB

/// The tombstones that a merge's destination has of some authors' versions.
struct KnownTombstones {
  /// A tombstone and its row.
  struct Known {
    var rowID: Int64
    var tombstone: Tombstone
  }

  private var known: [EntryKey: [Known]] = [:]

  /// Cost: one pass over `tombstone`, none without authors.
  init(_ db: Database, of authors: [Data]) throws {
    guard !authors.isEmpty else { return }
    let filter = AuthorFilter(authors)
    _ = try Tombstone.forEach(db, authors: filter, ofSuperseded: true) { rowID, tombstone in
      known[tombstone.key, default: []].append(Known(rowID: rowID, tombstone: tombstone))
    }
  }

  subscript(key: EntryKey) -> [Known] { known[key] ?? [] }
}

internal import GRDB

/// Bringing into one notebook what another has and it has not seen, in either order, again and
/// again, with the same outcome: commutative, associative, idempotent.
///
/// A version is known by its key, author and number. One that the destination's vector covers is
/// there or was superseded, and stays so. One that the source's vector covers is removed from the
/// destination if the source says so by a tombstone, or if the source no longer has it under a key
/// that it has written since: the app loses tombstones when it merges. That needs only a look at
/// keys with versions that the destination has not seen, because a write that supersedes puts its
/// own version under the same key, and what supersedes that in turn has not been seen either.
///
/// Tombstones are stored even without the version that they are about; one that a newer version of
/// the same author outlived goes. Two versions with the same number are the same version and not
/// compared.
///
/// A damaged source takes nothing away: rows that are not of the right types and ranges, whose
/// author is not sixteen bytes, or whose value does not decode are left out and counted. Under a
/// key with such a row, or if no version would be left, nothing is removed.
///
/// Cost: without anything unseen, three passes over the source's `entry` and `tombstone` and one
/// over the destination's `entry`, none of which reads values. Else another over the destination's
/// `tombstone`, and look-ups on both sides of the keys with versions that were not seen.
enum Merge {
  /// Brings what `source` has and `destination` has not seen into `destination`, both in
  /// transactions of the caller. The full-text index follows by its triggers, and no row moves.
  ///
  /// Throws what SQLite does; the destination's transaction must then be rolled back.
  @discardableResult
  static func merge(
    from source: Database, into destination: Database
  ) throws -> MergeReport {
    try run(from: source, into: destination, isDry: false)
  }

  /// What `merge` would do, by the same code, with the writing left out. The destination may be
  /// open for reading only.
  static func preview(from source: Database, into destination: Database) throws -> MergeReport {
    try run(from: source, into: destination, isDry: true)
  }

  private static func run(
    from source: Database, into destination: Database, isDry: Bool
  ) throws -> MergeReport {
    let seen = try VersionVector.fetch(destination)
    let arrivals = try Arrivals(from: source, unknownTo: seen)
    var report = MergeReport()
    report.rowsSkipped = arrivals.unreadable
    report.authorsAdded = arrivals.authors.count { seen[$0] == 0 }
    if !isDry { try arrivals.storeAuthors(from: source, in: destination) }
    let known = try KnownTombstones(destination, of: arrivals.authors)
    for key in arrivals.keys {
      let merge = try KeyMerge(key, of: arrivals, from: source, into: destination, known: known)
      merge.add(to: &report)
      if !isDry { try merge.apply(to: destination) }
    }
    return report
  }
}

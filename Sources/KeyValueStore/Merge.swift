import Base
import Foundation
package import GRDB

/// Bringing into one notebook the versions of another that it has not seen, in either order, again
/// and again, with the same outcome: commutative, associative, idempotent.
///
/// A version is known by its key, author and number. One that the destination's vector covers is
/// there or was superseded, and stays so. One that the source's vector covers is removed from the
/// destination if the source says so by a tombstone, or if the source has another version of the
/// key and no longer that one: the app loses tombstones when it merges. That needs a look only at
/// keys with versions that the destination has not seen, and at keys of which it has several: a
/// write that supersedes puts its own version under the same key, and so does each later one.
///
/// Tombstones are stored even without the version that they are about; one that a newer version of
/// the same author outlived goes. Two versions with the same number are the same version and not
/// compared.
///
/// A damaged source takes nothing away: rows that are not of the right types and ranges, whose
/// author is not sixteen bytes, or whose value does not decode are left out and counted. Under a
/// key with such a row, or if no version would be left, nothing is removed.
///
/// Cost: three passes over the source's `entry` and `tombstone` and one over the destination's
/// `entry`, none of which reads values, and one over its index; if anything was not seen, another
/// over the destination's `tombstone`. Look-ups on both sides of the keys named above.
package enum Merge {
  /// Brings the versions in `source` that `destination` has not seen into `destination`, both in
  /// transactions of the caller. The full-text index follows by its triggers, and no row moves.
  ///
  /// Texts of notes that are there before and not afterwards, and those that were superseded before
  /// they came, are handed to `keep` before they go, some megabytes at a time.
  ///
  /// Throws the errors of SQLite and `keep`; the destination's transaction must then be rolled
  /// back.
  @discardableResult
  package static func merge(
    from source: Database, into destination: Database,
    keeping keep: ([SupersededText]) throws -> Void
  ) throws -> MergeReport {
    try run(from: source, into: destination, isDry: false, keep)
  }

  /// The effect that `merge` would have, by the same code, without the writing. The destination may
  /// be open for reading only.
  package static func preview(from source: Database, into destination: Database) throws
    -> MergeReport
  {
    try run(from: source, into: destination, isDry: true) { _ in }
  }

  private static func run(
    from source: Database, into destination: Database, isDry: Bool,
    _ keep: ([SupersededText]) throws -> Void
  ) throws -> MergeReport {
    let seen = try VersionVector.fetch(destination)
    let changes = try UnseenChanges(from: source, unknownTo: seen)
    var report = MergeReport()
    report.rowsSkipped = changes.unreadable
    report.authorsAdded = changes.authors.count { seen[$0] == 0 }
    if !isDry { try changes.storeAuthors(from: source, in: destination) }
    let known = try KnownTombstones(destination, of: changes.authors)
    let keys = try changes.keys.union(keysWithSeveralVersions(destination)).sorted()
    let now = Date()
    var superseded: [SupersededText] = []
    var bytes = 0
    var added: [StoredVersion] = []
    var addedBytes = 0
    var scope = (name: "", isEmpty: false)
    for (done, key) in keys.enumerated() {
      Work.step("Merging values", done, of: keys.count)
      if key.scope != scope.name {
        scope = (key.scope, try StoredVersion.isEmpty(destination, scope: key.scope))
      }
      let merge = try KeyMerge(
        key, of: changes, from: source, into: destination, isNew: scope.isEmpty, known: known)
      merge.add(to: &report)
      if isDry { continue }
      for text in merge.supersededTexts(at: now) {
        superseded.append(text)
        bytes += text.version.value.text?.count ?? 0
      }
      if bytes > SupersededText.batch {
        try keep(superseded)
        (superseded, bytes) = ([], 0)
      }
      try merge.makeRoom(in: destination)
      added += merge.added
      addedBytes += merge.added.reduce(0) { $0 + $1.value.size }
      if added.count >= StoredVersion.batch || addedBytes > SupersededText.batch {
        try StoredVersion.store(added, in: destination)
        (added, addedBytes) = ([], 0)
      }
    }
    try StoredVersion.store(added, in: destination)
    if !superseded.isEmpty { try keep(superseded) }
    return report
  }

  /// The index on `entry` has all it takes.
  private static func keysWithSeveralVersions(_ db: Database) throws -> [EntryKey] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT CAST(scope AS BLOB), CAST(key AS BLOB) FROM entry
        GROUP BY scope, key HAVING count(*) > 1
        """)
    return try Row.fetchAll(statement).compactMap { EntryKey($0, 0) }
  }
}

/// The tombstones that a merge's destination has of some authors' versions, or by these authors.
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
    _ = try Tombstone.forEach(db, authors: filter, orSuperseded: true) { rowID, tombstone in
      known[tombstone.key, default: []].append(Known(rowID: rowID, tombstone: tombstone))
    }
  }

  subscript(key: EntryKey) -> [Known] { known[key] ?? [] }
}

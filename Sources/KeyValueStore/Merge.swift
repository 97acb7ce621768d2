import Base
import Foundation
package import GRDB

/// Adds to one notebook the versions of another that it has not seen. The result does not depend on
/// the order or number of merges: they are commutative, associative and idempotent.
///
/// A version is identified by its key, author and write number. If the destination's version vector
/// covers a version, the destination has it or has seen it superseded, so it is not added. A
/// version in the destination is removed if the source has seen and superseded it: the source has a
/// tombstone for it, or has only other versions of the key. The second case is needed because the
/// app loses tombstones when it merges. Two kinds of keys are examined: keys with changes that the
/// destination has not seen, and keys with several versions in the destination. Other keys do not
/// change, because a write that supersedes a version stores its own version under the same key.
///
/// Tombstones are stored even without the version that they supersede. A tombstone is removed if
/// there is a newer version by the author of the superseded one. Versions with equal key, author
/// and number are the same version and are not compared.
///
/// A damaged source removes no versions: rows with wrong types or ranges, with an author that is
/// not sixteen bytes, or with a value that cannot be decoded are skipped and counted. If the source
/// has such a row under a key, or no version would remain, no version of the key is removed.
///
/// Cost: two passes over the source's `entry` and one over its `tombstone`; one over the
/// destination's `entry` and one over its index; if anything is new, one over the destination's
/// `tombstone`. These passes do not read values. Then a lookup of each examined key on both sides.
package enum Merge {
  /// Merges `source` into `destination`, both in transactions of the caller. Triggers update the
  /// full-text index; existing rows keep their numbers.
  ///
  /// Passes to `keep` the texts of notes that the merge removes, or does not add because tombstones
  /// supersede them, some megabytes at a time.
  ///
  /// Throws `TooManyAuthors`, `tooManyVersions`, and the errors of SQLite and `keep`; the
  /// destination's transaction must then be rolled back.
  @discardableResult
  package static func merge(
    from source: Database, into destination: Database,
    keeping keep: ([SupersededText]) throws -> Void
  ) throws -> MergeReport {
    try run(from: source, into: destination, isDry: false, keep)
  }

  /// Returns the effect that `merge` would have, by the same code, without writing. The destination
  /// may be read-only.
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
      Work.step("Merging changes", done, of: keys.count)
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

  /// Returns the keys with several versions. Reads only the index of `entry`.
  private static func keysWithSeveralVersions(_ db: Database) throws -> [EntryKey] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT CAST(scope AS BLOB), CAST(key AS BLOB) FROM entry
        GROUP BY scope, key HAVING count(*) > 1
        """)
    return try Row.fetchAll(statement).compactMap { EntryKey($0, 0) }
  }
}

/// The tombstones in a merge's destination for versions of some authors, or by these authors.
struct KnownTombstones {
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

import Foundation
package import GRDB
package import KeyValueStore
import NotebookFile

/// Adds the rows of a damaged copy of a notebook to an intact one that lacks some of them.
///
/// Removes a version only if it is known to be superseded: by a later version of the same author,
/// or by a readable tombstone. A missing version may only have been lost.
struct SalvagedVersions {
  private let seen: VersionVector
  /// Versions to add, by key: those that the intact notebook has not seen, the winning one first;
  /// then those added by `addDiffering`.
  private var versions: [EntryKey: [StoredVersion]] = [:]
  /// Tombstones that the intact notebook has not seen.
  private var tombstones: [EntryKey: [Tombstone]] = [:]

  /// Reads the versions and tombstones in `source` that `destination` has not seen. The versions in
  /// `source` must have their original authors. Cost: one pass over its rows, and the unseen
  /// values.
  init(_ source: Database, unknownTo destination: Database) throws {
    let seen = try VersionVector.fetch(destination)
    self.seen = seen
    var keys: Set<EntryKey> = []
    let sql = """
      SELECT CAST(scope AS BLOB), CAST(key AS BLOB), CAST(authorId AS BLOB), CAST(usn AS INTEGER)
      FROM entry WHERE \(StoredVersion.isWellFormed)
      """
    let rows = try Row.fetchCursor(source, sql: sql)
    while let row = try rows.next() {
      guard let key = EntryKey(row, 0), let author = row.data(at: 2), let usn = row.integer(at: 3)
      else { continue }
      if usn > seen[author] { keys.insert(key) }
    }
    for key in keys {
      versions[key] = try StoredVersion.fetch(source, key)
        .filter { $0.isReadable && $0.usn > seen[$0.author] }
    }
    let writers = try VersionVector.fetch(source).usns.filter { $0.value > seen[$0.key] }.keys
    _ = try Tombstone.forEach(source, authors: AuthorFilter(writers)) { _, tombstone in
      guard tombstone.deletingUSN > seen[tombstone.deletingAuthor] else { return }
      tombstones[tombstone.key, default: []].append(tombstone)
    }
  }

  /// Adds the versions that both notebooks have under the same author and number, but with
  /// different values: one of the two is damaged. Handles at most a thousand keys. Cost: linear in
  /// the values of both.
  mutating func addDiffering(from source: Database, knownTo destination: Database) throws {
    for key in try DifferingVersions.keys(source, destination) {
      let ours = try StoredVersion.fetch(destination, key)
      versions[key, default: []] += try StoredVersion.fetch(source, key).filter { version in
        version.isReadable && ours.contains { $0.name == version.name && $0.value != version.value }
      }
    }
  }

  /// Writes the versions to `destination`, which must be in a transaction, under new authors.
  /// Passes texts that they replace to `keep` first.
  func store(
    in destination: Database, keep: ([SupersededText]) throws -> Void
  ) throws {
    var authors: [Data] = []
    for key in Set(versions.keys).union(tombstones.keys).sorted() {
      let ours = try StoredVersion.fetch(destination, key)
      let superseded = ours.filter { ours in
        (versions[key] ?? []).contains { $0.author == ours.author && $0.usn > ours.usn }
          || (tombstones[key] ?? []).contains { $0.covers(ours) }
      }
      let rest = ours.filter { ours in !superseded.contains { $0.rowID == ours.rowID } }
      let added = (versions[key] ?? []).filter { version in
        !rest.contains { $0.value.means(version.value) }
      }
      // If nothing would be left, the superseding version was lost: keeps the superseded one.
      guard !added.isEmpty || !rest.isEmpty else { continue }
      let texts = SupersededText.leaving(superseded, remaining: (rest + added).map(\.value))
      try keep(texts.map { SupersededText(version: $0, by: superseder(of: $0), time: Date()) })
      while authors.count < max(added.count, 1) {
        authors.append(try SalvageAuthor.add(to: destination))
      }
      for version in superseded { try version.delete(from: destination) }
      for (version, author) in zip(added, authors) {
        var version = version
        (version.author, version.usn) = (author, 1)
        try version.store(in: destination)
      }
      guard let author = authors.first else { continue }
      for version in superseded where version.isWellFormed {
        try Tombstone(
          key: key, author: version.author, usn: version.usn, deletingAuthor: author,
          deletingUSN: 1
        ).store(in: destination)
      }
    }
  }

  private func superseder(of version: StoredVersion) -> Data {
    let tombstone = tombstones[version.key]?.first { $0.covers(version) }
    return tombstone?.deletingAuthor ?? version.author
  }
}

/// Finds versions that two copies of a notebook have under the same author and number, but with
/// different values. Since a version never changes, one of the two is damaged, even if there is no
/// other sign of damage.
package enum DifferingVersions {
  /// Returns the keys of these versions, at most a thousand. Cost: linear in the values of both
  /// notebooks.
  package static func keys(_ first: Database, _ second: Database) throws -> [EntryKey] {
    let sql = """
      SELECT CAST(scope AS BLOB), CAST(key AS BLOB), CAST(authorId AS BLOB), usn, timestamp, type,
        CAST(text AS BLOB), CAST(json AS BLOB), CAST(blobMimeType AS BLOB), CAST(blob AS BLOB)
      FROM entry WHERE \(StoredVersion.isWellFormed) ORDER BY scope, key, authorId
      """
    let (left, right) = (
      try Row.fetchCursor(first, sql: sql), try Row.fetchCursor(second, sql: sql)
    )
    var (ours, theirs) = (try left.next()?.copy(), try right.next()?.copy())
    var keys: [EntryKey] = []
    while let a = ours, let b = theirs, keys.count < 1000 {
      let (sortKey, other) = (Self.sortKey(a), Self.sortKey(b))
      if sortKey == other {
        if a.integer(at: 3) == b.integer(at: 3), a != b,
          let key = EntryKey(a, 0), keys.last != key
        {
          keys.append(key)
        }
        (ours, theirs) = (try left.next()?.copy(), try right.next()?.copy())
      } else if sortKey.lexicographicallyPrecedes(other, by: { $0.lexicographicallyPrecedes($1) }) {
        ours = try left.next()?.copy()
      } else {
        theirs = try right.next()?.copy()
      }
    }
    return keys
  }

  private static func sortKey(_ row: Row) -> [Data] {
    [0, 1, 2].map { row.data(at: $0) ?? Data() }
  }
}

import Foundation
import GRDB
import NotebookFile

/// The changes in a merge's source that its destination has not seen.
struct UnseenChanges {
  let seen: VersionVector
  /// The writes that the source has seen.
  let vector: VersionVector
  /// The authors of writes that the destination has not seen.
  let authors: [Data]
  /// Keys with versions or tombstones that the destination has not seen.
  private(set) var keys: Set<EntryKey> = []
  private(set) var tombstones: [EntryKey: [Tombstone]] = [:]
  /// The number of unreadable rows in the source, not counting unreadable values.
  private(set) var unreadable: Int

  init(from source: Database, unknownTo seen: VersionVector) throws {
    let vector = try VersionVector.fetch(source)
    self.seen = seen
    self.vector = vector
    authors = vector.usns.keys.filter { vector[$0] > seen[$0] }
    unreadable = try Self.unreadableAuthors(source)
    try readTombstones(source)
    try readKeys(source)
  }

  func isUnseen(_ version: StoredVersion) -> Bool {
    version.isWellFormed && version.usn > seen[version.author]
  }

  /// Updates the write numbers of `authors` in the destination, or adds missing authors with their
  /// names. Does not copy their opening times, since they opened another notebook.
  func storeAuthors(from source: Database, in destination: Database) throws {
    let name = try source.cachedStatement(sql: "SELECT CAST(name AS TEXT) FROM author WHERE id = ?")
    let store = try destination.cachedStatement(
      sql: """
        INSERT INTO author (id, name, usn) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET usn = excluded.usn
        """)
    for author in authors {
      let name = try String.fetchOne(name, arguments: [author]) ?? ""
      try store.execute(arguments: [author, name, vector[author]])
    }
  }
}

extension UnseenChanges {
  private static func unreadableAuthors(_ source: Database) throws -> Int {
    // An author without writes has number 0.
    let isWellFormed = """
      typeof(id) = 'blob' AND length(id) = 16
      AND typeof(usn) = 'integer' AND usn BETWEEN 0 AND \(VersionVector.greatestUSN)
      """
    let statement = try source.cachedStatement(
      sql: "SELECT count(*) FROM author WHERE NOT (\(isWellFormed))")
    return try Int.fetchOne(statement) ?? 0
  }

  private mutating func readTombstones(_ source: Database) throws {
    unreadable += try Tombstone.forEach(source, authors: AuthorFilter(authors)) { _, tombstone in
      // An author supersedes only versions that it has seen. A tombstone beyond the source's
      // version vector would supersede future versions, so it is skipped.
      let isBelieved =
        tombstone.usn <= vector[tombstone.author]
        && tombstone.deletingUSN <= vector[tombstone.deletingAuthor]
      guard isBelieved, tombstone.deletingUSN > seen[tombstone.deletingAuthor] else {
        unreadable += isBelieved ? 0 : 1
        return
      }
      tombstones[tombstone.key, default: []].append(tombstone)
    }
  }

  private mutating func readKeys(_ source: Database) throws {
    keys.formUnion(tombstones.keys)
    let filter = AuthorFilter(authors)
    let statement = try source.cachedStatement(
      sql: """
        SELECT CAST(scope AS BLOB), CAST(key AS BLOB), CAST(authorId AS BLOB),
          CAST(usn AS INTEGER), \(StoredVersion.isWellFormed)
        FROM entry WHERE \(filter.condition("authorId")) OR NOT (\(StoredVersion.isWellFormed))
        """)
    let rows = try Row.fetchCursor(statement, arguments: filter.arguments)
    while let row = try rows.next() {
      guard row[4] as Bool? == true, let key = EntryKey(row, 0) else {
        unreadable += 1
        continue
      }
      if row.integer(at: 3) ?? 0 > seen[row.data(at: 2) ?? Data()] { keys.insert(key) }
    }
  }
}

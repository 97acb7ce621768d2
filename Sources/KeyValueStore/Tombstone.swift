package import Foundation
package import GRDB
import NotebookFile

/// A record that a write superseded a version: a row of `tombstone`. The key itself may have a
/// value.
package struct Tombstone: Hashable, Sendable {
  package var key: EntryKey
  /// The author of the superseded version, sixteen bytes.
  package var author: Data
  /// The number of the superseded version. Earlier versions of the key by its author are
  /// superseded, too.
  package var usn: Int64
  /// The author who superseded the version, sixteen bytes.
  package var deletingAuthor: Data
  package var deletingUSN: Int64

  package init(key: EntryKey, author: Data, usn: Int64, deletingAuthor: Data, deletingUSN: Int64) {
    self.key = key
    self.author = author
    self.usn = usn
    self.deletingAuthor = deletingAuthor
    self.deletingUSN = deletingUSN
  }

  package func covers(_ version: StoredVersion) -> Bool {
    version.author == author && version.usn <= usn
  }
}

extension Tombstone {
  private static let columns = """
    CAST(scope AS BLOB), CAST(key AS BLOB), CAST(authorId AS BLOB), CAST(usn AS INTEGER),
    CAST(deletingAuthorId AS BLOB), CAST(deletingUsn AS INTEGER)
    """

  private static let isWellFormed = """
    typeof(scope) = 'text' AND typeof(key) = 'text'
    AND \(VersionVector.isVersion("authorId", "usn"))
    AND \(VersionVector.isVersion("deletingAuthorId", "deletingUsn"))
    """

  private init?(_ row: Row) {
    guard let key = EntryKey(row, 0) else { return nil }
    self.init(
      key: key, author: row.data(at: 2) ?? Data(), usn: row.integer(at: 3) ?? 0,
      deletingAuthor: row.data(at: 4) ?? Data(), deletingUSN: row.integer(at: 5) ?? 0)
  }

  /// Returns the readable tombstones of a key. Cost: one pass over `tombstone`.
  package static func fetch(_ db: Database, of key: EntryKey) throws -> [Tombstone] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(columns) FROM tombstone WHERE scope = ? AND key = ? AND \(isWellFormed)
        """)
    return try Row.fetchAll(statement, arguments: [key.scope, key.key]).compactMap {
      Tombstone($0)
    }
  }

  /// Returns the readable tombstones of `keys`. Cost: one pass over `tombstone`, none without keys.
  package static func fetch(
    _ db: Database, of keys: Set<EntryKey>
  ) throws -> [EntryKey: [Tombstone]] {
    guard !keys.isEmpty else { return [:] }
    let statement = try db.cachedStatement(
      sql: "SELECT \(columns) FROM tombstone WHERE \(isWellFormed)")
    var tombstones: [EntryKey: [Tombstone]] = [:]
    let rows = try Row.fetchCursor(statement)
    while let row = try rows.next() {
      guard let tombstone = Tombstone(row), keys.contains(tombstone.key) else { continue }
      tombstones[tombstone.key, default: []].append(tombstone)
    }
    return tombstones
  }

  /// Calls `body` with every readable tombstone that one of `authors` wrote. With `orSuperseded`,
  /// also with tombstones for versions by `authors`. With very many authors, calls it with all
  /// tombstones (see `AuthorFilter`). Returns the number of unreadable rows.
  ///
  /// Cost: one pass over `tombstone`.
  package static func forEach(
    _ db: Database, authors: AuthorFilter, orSuperseded: Bool = false,
    _ body: (_ rowID: Int64, Tombstone) throws -> Void
  ) throws -> Int {
    var isWanted = authors.condition("deletingAuthorId")
    var arguments = authors.arguments
    if orSuperseded {
      isWanted = "(\(isWanted) OR \(authors.condition("authorId")))"
      arguments += authors.arguments
    }
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(columns), rowid, \(isWellFormed) FROM tombstone
        WHERE \(isWanted) OR NOT (\(isWellFormed))
        """)
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var unreadable = 0
    while let row = try rows.next() {
      if row[7] as Bool? == true, let tombstone = Tombstone(row) {
        try body(row.integer(at: 6) ?? 0, tombstone)
      } else {
        unreadable += 1
      }
    }
    return unreadable
  }

  /// Cost: linear in the tombstones with the same deleting author and number, found by their index.
  package func isStored(in db: Database) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: """
        SELECT 1 FROM tombstone WHERE deletingAuthorId = ? AND deletingUsn = ?
          AND authorId = ? AND usn = ? AND scope = ? AND key = ?
        """)
    return try Row.fetchOne(
      statement,
      arguments: [deletingAuthor, deletingUSN, author, usn, key.scope, key.key]) != nil
  }

  /// The rows of both authors must exist.
  package func store(in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO tombstone (scope, key, authorId, usn, deletingAuthorId, deletingUsn)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(
      arguments: [key.scope, key.key, author, usn, deletingAuthor, deletingUSN])
  }
}

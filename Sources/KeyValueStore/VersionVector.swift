package import Foundation
package import GRDB
import NotebookFile

/// The writes of each author that a notebook has seen.
package struct VersionVector: Equatable, Sendable {
  /// The number of each author's last known write, 1 or more, by the author's ID of sixteen bytes.
  package private(set) var usns: [Data: Int64] = [:]

  package init(usns: [Data: Int64] = [:]) {
    self.usns = usns
  }
}

extension VersionVector {
  /// The greatest accepted write number. Real numbers are far below, and the next number does not
  /// overflow `Int64`.
  package static let greatestUSN: Int64 = 1 << 53

  /// The number of the last known write of `author`; 0 if there is none.
  package subscript(author: Data) -> Int64 {
    get { usns[author] ?? 0 }
    set { usns[author] = newValue > 0 ? newValue : nil }
  }

  mutating func merge(_ other: VersionVector) {
    usns.merge(other.usns) { max($0, $1) }
  }

  /// Returns the SQL condition that two columns contain a valid author ID, which has sixteen bytes,
  /// and a valid write number, from 1 to `greatestUSN`.
  package static func isVersion(_ author: String, _ usn: String) -> String {
    """
    typeof(\(author)) = 'blob' AND length(\(author)) = 16
    AND typeof(\(usn)) = 'integer' AND \(usn) BETWEEN 1 AND \(greatestUSN)
    """
  }

  /// Returns the last write number of each author, from the table `author`; nil if there are more
  /// than `VersionLimits.authors`. Cost: linear in the authors.
  package static func authors(_ db: Database) throws -> [Data: Int64]? {
    if try VersionLimits.hasTooManyAuthors(db) { return nil }
    let sql = "SELECT id, usn FROM author WHERE \(isVersion("id", "usn"))"
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql))
    var authors: [Data: Int64] = [:]
    while let row = try rows.next() {
      if let id = row.data(at: 0) { authors[id] = row.integer(at: 1) }
    }
    return authors
  }

  /// Returns the writes that the notebook has seen, from the table `author` and, where that lags
  /// behind, from `entry`.
  ///
  /// Throws `TooManyAuthors`. Cost: one pass over `entry` without its values, with a lookup for
  /// each row.
  package static func fetch(_ db: Database) throws -> VersionVector {
    guard let authors = try authors(db) else { throw TooManyAuthors() }
    var vector = VersionVector(usns: authors)
    let entries = """
      SELECT authorId, max(usn) FROM entry WHERE \(isVersion("authorId", "usn"))
      AND usn > coalesce((
        SELECT author.usn FROM author
        WHERE author.id = entry.authorId AND \(isVersion("author.id", "author.usn"))), 0)
      GROUP BY authorId
      """
    let rows = try Row.fetchCursor(db.cachedStatement(sql: entries))
    while let row = try rows.next() {
      guard let author = row.data(at: 0), let usn = row.integer(at: 1) else { continue }
      vector[author] = max(vector[author], usn)
      if vector.usns.count > VersionLimits.authors { throw TooManyAuthors() }
    }
    return vector
  }
}

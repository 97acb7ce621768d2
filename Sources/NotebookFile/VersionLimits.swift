import Foundation
package import GRDB

/// Maximum numbers of authors and versions in a notebook that this program writes.
///
/// An author is one opening of a notebook for writing: the limit allows about a hundred a day for
/// five years. Versions of one value come from devices that wrote without seeing each other's
/// versions. Writes and merges hold all of them in memory. A file with more is hostile: it can be
/// read, but is never written.
package enum VersionLimits {
  package static let authors = 200_000
  package static let ofValue = 1_000

  /// Cost: skips at most `authors` rows.
  package static func hasTooManyAuthors(_ db: Database) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM author LIMIT 1 OFFSET \(authors)")
    return try Row.fetchOne(statement) != nil
  }

  package static func check(_ db: Database, scope: String, key: String) throws {
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM entry WHERE scope = ? AND key = ? LIMIT 1 OFFSET \(ofValue)")
    guard try Row.fetchOne(statement, arguments: [scope, key]) == nil else {
      throw NotebookError.tooManyVersions(note: scope)
    }
  }

  /// Throws `tooManyAuthors` or `tooManyVersions` if the file at `path` must not be written. Cost:
  /// a pass over the index of keys.
  package static func check(_ db: Database, _ path: String) throws {
    if try hasTooManyAuthors(db) { throw NotebookError.tooManyAuthors(path: path) }
    let sql = "SELECT scope FROM entry GROUP BY scope, key HAVING count(*) > \(ofValue) LIMIT 1"
    if let row = try Row.fetchOne(db, sql: sql) {
      throw NotebookError.tooManyVersions(note: row.text(at: 0) ?? "")
    }
  }
}

package struct TooManyAuthors: Error {
  package init() {}
}

import Foundation
package import GRDB

/// The most authors and versions of a notebook that is written here.
///
/// Authors are sessions of programs that wrote: a hundred a day in five years. Versions of one
/// value are devices that wrote without knowing of each other. Writing and merging hold all of them
/// in memory; a file that has more is made to cost. It can be read, and is never written.
package enum VersionLimits {
  package static let authors = 200_000
  package static let ofValue = 1_000

  /// Whether there are more authors than that. Cost: that of stepping over so many.
  package static func hasTooManyAuthors(_ db: Database) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM author LIMIT 1 OFFSET \(authors)")
    return try Row.fetchOne(statement) != nil
  }

  /// Throws `tooManyVersions` if there are more of a key than that.
  package static func check(_ db: Database, scope: String, key: String) throws {
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM entry WHERE scope = ? AND key = ? LIMIT 1 OFFSET \(ofValue)")
    guard try Row.fetchOne(statement, arguments: [scope, key]) == nil else {
      throw NotebookError.tooManyVersions(note: scope)
    }
  }

  /// Throws if a file is not to be written, `path` being its name. Cost: a pass over the index of
  /// keys.
  package static func check(_ db: Database, _ path: String) throws {
    if try hasTooManyAuthors(db) { throw NotebookError.tooManyAuthors(path: path) }
    let sql = "SELECT scope FROM entry GROUP BY scope, key HAVING count(*) > \(ofValue) LIMIT 1"
    if let row = try Row.fetchOne(db, sql: sql) {
      throw NotebookError.tooManyVersions(note: row.text(at: 0) ?? "")
    }
  }
}

/// There are more authors than a notebook that is written has.
package struct TooManyAuthors: Error {
  package init() {}
}

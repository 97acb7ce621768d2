internal import NotebookFile
internal import Foundation
package import GRDB

/// Finds the notes that differ between two notebooks, independent of the writes that either has
/// seen.
package enum VersionDigests {
  /// A number for each note and special scope that depends on its versions, in any order. Different
  /// versions have the same number by chance only. Cost: a pass over the rows without their values.
  package static func fetch(_ db: Database) throws -> [String: Int] {
    var digests: [String: Int] = [:]
    let sql = "SELECT scope, CAST(key AS BLOB), CAST(authorId AS BLOB), usn FROM entry"
    let rows = try Row.fetchCursor(db, sql: sql)
    while let row = try rows.next() {
      var hasher = Hasher()
      hasher.combine(row.data(at: 1))
      hasher.combine(row.data(at: 2))
      hasher.combine(row.integer(at: 3))
      digests[row.text(at: 0) ?? "", default: 0] &+= hasher.finalize()
    }
    return digests
  }

  /// The notes and special scopes that are in one only, or differ.
  package static func differing(_ one: [String: Int], _ other: [String: Int]) -> Set<String> {
    let changed = one.filter { other[$0.key] != $0.value }.keys
    return Set(changed).union(other.keys.filter { one[$0] == nil })
  }
}

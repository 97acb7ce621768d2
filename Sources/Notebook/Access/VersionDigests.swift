import GRDB
import NotebookFile

enum VersionDigests {
  /// Returns, for each note and special scope, a hash of the names of all its versions. Their order
  /// does not matter. Different sets have equal hashes only by chance. Cost: one pass over the rows
  /// without their values.
  static func fetch(_ db: Database) throws -> [String: Int] {
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

  static func differing(_ one: [String: Int], _ other: [String: Int]) -> Set<String> {
    let changed = one.filter { other[$0.key] != $0.value }.keys
    return Set(changed).union(other.keys.filter { one[$0] == nil })
  }
}

internal import NotebookFile
package import KeyValueStore
internal import Foundation
package import GRDB

/// Versions that two copies of a notebook have under the same author and number, with other values: as a
/// version never changes, one of both is damaged, where nothing else shows it.
package enum DifferingVersions {
  /// Their keys, a thousand at most. Cost: linear in the values of both.
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
      let (place, other) = (Self.place(a), Self.place(b))
      if place == other {
        if a.integer(at: 3) == b.integer(at: 3), a != b,
          let key = EntryKey(a, 0), keys.last != key
        {
          keys.append(key)
        }
        (ours, theirs) = (try left.next()?.copy(), try right.next()?.copy())
      } else if place.lexicographicallyPrecedes(other, by: { $0.lexicographicallyPrecedes($1) }) {
        ours = try left.next()?.copy()
      } else {
        theirs = try right.next()?.copy()
      }
    }
    return keys
  }

  private static func place(_ row: Row) -> [Data] { [0, 1, 2].map { row.data(at: $0) ?? Data() } }
}

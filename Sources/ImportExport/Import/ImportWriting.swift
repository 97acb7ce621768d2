import Base
import Foundation
import GRDB
import KeyValueStore
import NotebookFile

struct ImportWriting {
  /// Authors for the sides of conflicts, since an author has at most one version of a key.
  private var sides: [(id: Data, usn: Int64)] = []

  /// Writes `writes`, which are all of one note, with their own times. `db` must be in a
  /// transaction of the caller.
  mutating func write(
    _ writes: [ImportPlan.Write], by author: inout Author, at now: Date, in db: Database
  ) throws {
    for (mode, superseding) in [
      (ImportPlan.Mode.replacing, SupersedePolicy.all), (.saving, .winners),
    ] {
      // Values that were written together are written together again.
      let groups = Dictionary(grouping: writes.filter { $0.mode == mode }, by: \.time)
      for (time, writes) in groups.sorted(by: { $0.key < $1.key }) {
        // The half millisecond prevents the time from being rounded down.
        let date = Timestamps.date(row: time)?.addingTimeInterval(0.0005) ?? Date()
        try author.write(
          writes.map { ($0.key, $0.value) }, at: date, now: now, superseding: superseding, in: db)
      }
    }
    for write in writes where write.mode == .beside { try writeBeside(write, in: db) }
  }

  private mutating func writeBeside(_ write: ImportPlan.Write, in db: Database) throws {
    let present = Set(try StoredVersion.fetch(db, write.key).map(\.author))
    var index = 0
    while index < sides.count, present.contains(sides[index].id) { index += 1 }
    if index == sides.count {
      sides.append((withUnsafeBytes(of: UUID.random().uuid) { Data($0) }, 0))
    }
    sides[index].usn += 1
    let (id, usn) = sides[index]
    try db.execute(
      sql: """
        INSERT INTO author (id, name, usn, timestamp) VALUES (?, 'commonplace import', ?, ?)
        ON CONFLICT (id) DO UPDATE SET usn = excluded.usn
        """, arguments: [id, usn, write.time])
    try StoredVersion(
      key: write.key, author: id, usn: usn, timestamp: write.time, value: StoredValue(write.value)
    ).store(in: db)
  }
}

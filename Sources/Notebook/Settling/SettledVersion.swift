import Base
import Foundation
import GRDB
import KeyValueStore
import NotebookFile

/// A version that a merge writes to resolve what devices wrote independently.
///
/// The author is derived from the key, the time, the superseded versions and the value; the time is
/// derived from that of the winning version. So two devices that resolve the same changes write the
/// same version, and a merge of both changes nothing. If the winning version already has the value,
/// only the other versions are removed.
enum SettledVersion {
  /// The name of all authors of merges.
  static let author = "commonplace merge"

  /// Returns the author of a version; for one written by a merge, the author of a version that it
  /// superseded, so that users see a device's name.
  static func writer(of version: StoredVersion, in db: Database) throws -> Data {
    var writer = version.author
    guard try Author.name(of: writer, in: db) == author else { return writer }
    let former = Dictionary(
      grouping: try Tombstone.fetch(db, of: version.key), by: \.deletingAuthor)
    for _ in 0..<mostSteps {
      guard try Author.name(of: writer, in: db) == author, let next = former[writer]?.last else {
        break
      }
      writer = next.author
    }
    return writer
  }

  /// Maximum number of successive merges through which an author is traced.
  private static let mostSteps = 100

  /// Writes a value over `versions`, which are all versions of a key. Does nothing if there are
  /// none.
  static func write(
    _ value: EntryValue, over versions: [StoredVersion], in db: Database
  ) throws {
    guard let winner = versions.first else { return }
    try write(value, at: winner.key, after: winner.timestamp, over: versions, in: db)
  }

  /// Writes a value over all versions of a key; if there are none, later than `time`, which has the
  /// format of rows. Does nothing if a version is malformed.
  static func write(
    _ value: EntryValue, at key: EntryKey, after time: String, in db: Database
  ) throws {
    let versions = try StoredVersion.fetch(db, key, limit: VersionLimits.ofValue)
    guard versions.allSatisfy(\.isWellFormed) else { return }
    try write(
      value, at: key, after: versions.first?.timestamp ?? time, over: versions, in: db)
  }

  /// Removes versions of a key that better ones supersede.
  static func remove(_ versions: [StoredVersion], in db: Database) throws {
    guard let key = versions.first?.key else { return }
    let author = author(of: StoredValue(.null), at: key, superseding: versions, "")
    try storeAuthor(author, in: db)
    try bury(versions, by: author, in: db)
  }

  private static func storeAuthor(_ author: Data, in db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO author (id, name, usn) VALUES (?, '\(Self.author)', 1)
        ON CONFLICT (id) DO NOTHING
        """, arguments: [author])
  }

  private static func bury(
    _ versions: [StoredVersion], by author: Data, in db: Database
  ) throws {
    for version in versions {
      let tombstone = Tombstone(
        key: version.key, author: version.author, usn: version.usn, deletingAuthor: author,
        deletingUSN: 1)
      if try !tombstone.isStored(in: db) { try tombstone.store(in: db) }
      try version.delete(from: db)
    }
  }

  private static func write(
    _ value: EntryValue, at key: EntryKey, after time: String, over versions: [StoredVersion],
    in db: Database
  ) throws {
    let value = StoredValue(value)
    if let winner = versions.first, winner.value.means(value) {
      return try remove(Array(versions.dropFirst()), in: db)
    }
    if versions.isEmpty, value.type == 0 { return }
    guard let date = Timestamps.date(row: time), value.isReadable else { return }
    let author = author(of: value, at: key, superseding: versions, time)
    try storeAuthor(author, in: db)
    try bury(versions, by: author, in: db)
    try StoredVersion(
      key: key, author: author, usn: 1,
      timestamp: Timestamps.row(date.addingTimeInterval(0.0015)), value: value
    ).store(in: db)
  }

  /// Returns an author ID derived from the arguments: the first 16 bytes of their SHA-1 digest as a
  /// UUID of version 8 (RFC 9562), the version for custom IDs.
  private static func author(
    of value: StoredValue, at key: EntryKey, superseding versions: [StoredVersion], _ time: String
  ) -> Data {
    var bytes = Array("commonplace merge 2\n\(time)\n\(key.scope)\t\(key.key)".utf8)
    for name in versions.map(\.name).sorted() { bytes += "\n\(name)".utf8 }
    for part in [value.text, value.json] { bytes += [0x0A] + (part ?? Data()) }
    var id = Array(SHA1.digest(bytes).prefix(16))
    id.makeUUID(version: 8)
    return Data(id)
  }
}

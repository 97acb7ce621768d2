internal import Foundation
internal import GRDB

/// One author's version of a key: a row of `entry`.
struct EntryVersion: Equatable, Sendable {
  var key: EntryKey
  /// The author's id, sixteen bytes.
  var author: Data
  /// The number of the author's write.
  var usn: Int64
  /// `2021-09-21 04:58:51.347`, UTC.
  var timestamp: String
  var value: EntryValue
}

extension EntryVersion {
  /// The versions of `key`, the one that counts first; without those whose value cannot be read.
  static func fetch(_ db: Database, _ key: EntryKey) throws -> [EntryVersion] {
    try StoredVersion.fetch(db, key).compactMap { EntryVersion($0) }
  }

  /// The versions of all keys in `scope`, by key; of each key as `fetch(_:_:)` has them.
  static func fetch(_ db: Database, scope: String) throws -> [EntryKey: [EntryVersion]] {
    try StoredVersion.fetch(db, scope: scope).reduce(into: [:]) { versions, stored in
      guard let version = EntryVersion(stored) else { return }
      versions[version.key, default: []].append(version)
    }
  }

  private init?(_ stored: StoredVersion) {
    guard let value = stored.value.value else { return nil }
    self.init(
      key: stored.key, author: stored.author, usn: stored.usn, timestamp: stored.timestamp,
      value: value)
  }
}

package import Foundation
package import GRDB

/// One author's version of a key: a row of `entry`.
package struct EntryVersion: Equatable, Sendable {
  package var key: EntryKey
  /// The author's ID, sixteen bytes.
  package var author: Data
  /// The number of the write among the author's writes, from 1. Values written together share it.
  package var usn: Int64
  /// The time of the version in UTC, such as `2021-09-21 04:58:51.347`.
  package var timestamp: String
  package var value: EntryValue

  package init(key: EntryKey, author: Data, usn: Int64, timestamp: String, value: EntryValue) {
    self.key = key
    self.author = author
    self.usn = usn
    self.timestamp = timestamp
    self.value = value
  }
}

extension EntryVersion {
  /// Returns the versions of `key` whose values can be read, the winner first.
  package static func fetch(_ db: Database, _ key: EntryKey) throws -> [EntryVersion] {
    try StoredVersion.fetch(db, key).compactMap { EntryVersion($0) }
  }

  /// Returns the versions in `scope` whose values can be read, by key, the winner of each key
  /// first.
  package static func fetch(_ db: Database, scope: String) throws -> [EntryKey: [EntryVersion]] {
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

import Base
package import Foundation
package import GRDB
import NotebookFile

/// One opening of a notebook for writing: the unit of authorship in KeyValueCRDT.
package struct Author: Sendable {
  /// Sixteen random bytes (UUID version 4), stored as a blob although the column is declared as
  /// TEXT.
  package private(set) var id: Data
  /// The number of the last write under `id`; 0 before the first.
  package private(set) var usn: Int64 = 0
  let opened: Date

  package struct Written: Sendable {
    package var author: Data
    package var usn: Int64
    package var keys: [EntryKey]
  }

  private var written: [Written] = []
  package private(set) var lastWrite: Date?
  private var superseded: [SupersededText] = []

  private var replaced: [StoredVersion] = []
  private var replacedBytes = 0
  private var removed: [StoredVersion] = []
  private var removedBytes = 0

  private var former: [StoredVersion] = []
  private var formerBytes = 0

  private let newID: @Sendable () -> Data

  package init(opened: Date, newID: @escaping @Sendable () -> Data = Author.randomID) {
    self.opened = opened
    self.newID = newID
    id = newID()
  }

  @Sendable static func randomID() -> Data { withUnsafeBytes(of: UUID.random().uuid) { Data($0) } }

  /// Writes `values`, each key once, as one write: with one `usn` and one time. Does nothing
  /// without values. `db` must be in a transaction of the caller.
  ///
  /// Removes the versions of each key that `superseding` does not keep, and stores a tombstone for
  /// each of them that another author wrote. An existing row of this author keeps its row number.
  ///
  /// If necessary, moves the time after the times of the versions that stay, so that readers see
  /// the new value even if another device's clock is ahead. With `SupersedePolicy.nothing`, moves
  /// it before the latest of these times instead. The author gets a new `id` if a version that
  /// stays is its own, since an author has only one version of a key.
  ///
  /// `takeSuperseded` then returns the removed texts of notes, dated `now`, or `time` if `now` is
  /// nil.
  ///
  /// Throws `valueTooLarge` if a value is too large to be read back, and `tooManyVersions` if a key
  /// has too many versions. Then nothing is written.
  ///
  /// Cost: linear in the versions of the keys, including their values; independent of the
  /// notebook's size.
  package mutating func write(
    _ values: [(EntryKey, EntryValue)], at time: Date, now: Date? = nil,
    superseding: SupersedePolicy,
    in db: Database
  ) throws {
    guard !values.isEmpty else { return }
    let stored = values.map { (key: $0.0, value: StoredValue($0.1)) }
    for (key, value) in stored where !value.isReadable {
      throw NotebookError.valueTooLarge(note: key.scope)
    }
    var empty: [String: Bool] = [:]
    let versions = try values.map { key, _ -> [StoredVersion] in
      // Most large writes create notes, whose scopes are empty: this saves the lookup of each key.
      let isEmpty = try empty[key.scope] ?? StoredVersion.isEmpty(db, scope: key.scope)
      empty[key.scope] = isEmpty
      if isEmpty { return [] }
      let versions = try StoredVersion.fetch(db, key, limit: VersionLimits.ofValue + 1)
      guard versions.count <= VersionLimits.ofValue else {
        throw NotebookError.tooManyVersions(note: key.scope)
      }
      return versions
    }
    let kept = versions.map { superseding.kept(of: $0) }
    let others = kept.joined().map(\.timestamp)
    let timestamp =
      if case .nothing = superseding {
        Self.timestamp(time, before: others)
      } else {
        Self.timestamp(time, after: others)
      }
    if kept.joined().contains(where: { $0.author == id }) {
      id = newID()
      usn = 0
    }
    usn += 1
    try storeAuthor(in: db)
    var buried: [StoredVersion] = []
    for ((versions, kept), (key, value)) in zip(zip(versions, kept), stored) {
      let left = versions.first.flatMap { winner in
        kept.contains { $0.rowID == winner.rowID } ? nil : winner
      }
      if value.type == 0, let former = left, former.value.type != 0, key.isOfPrompts,
        removedBytes < StoredVersion.mostRecordBytes
      {
        removed.append(former)
        removedBytes += former.value.size
      }
      if let winner = left, winner.value != value,
        winner.value.type != 0 || StoredVersion.recordKeys.contains(key.key),
        !key.scope.hasPrefix("."), !key.isOfPrompts, formerBytes < StoredVersion.mostRecordBytes
      {
        former.append(winner)
        formerBytes += winner.value.size
      }
      superseded += SupersededText.leaving(versions, remaining: kept.map(\.value))
        .map { SupersededText(version: $0, by: id, time: now ?? time) }
      let keptRows = Set(kept.map(\.rowID))
      let leaving = versions.filter { !keptRows.contains($0.rowID) }
      buried += leaving.filter { $0.author != id }
      for version in leaving where StoredVersion.recordKeys.contains(version.key.key) {
        guard replacedBytes < StoredVersion.mostRecordBytes else { break }
        replaced.append(version)
        replacedBytes += version.value.size
      }
    }
    try bury(buried, in: db)
    try StoredVersion.store(
      stored.map { key, value in
        StoredVersion(key: key, author: id, usn: usn, timestamp: timestamp, value: value)
      }, in: db)
    written.append(Written(author: id, usn: usn, keys: stored.map(\.key)))
    lastWrite = time
  }

  package mutating func takeWritten() -> [Written] {
    defer { written = [] }
    return written
  }

  package mutating func takeSuperseded() -> [SupersededText] {
    defer { superseded = [] }
    return superseded
  }

  /// Returns the values under `StoredVersion.recordKeys` that writes removed since the last call,
  /// up to about `StoredVersion.mostRecordBytes`.
  package mutating func takeReplaced() -> [StoredVersion] {
    defer { (replaced, replacedBytes) = ([], 0) }
    return replaced
  }

  /// Returns the last values of prompt keys that writes set to null since the last call, up to
  /// about `StoredVersion.mostRecordBytes`.
  package mutating func takeRemoved() -> [StoredVersion] {
    defer { (removed, removedBytes) = ([], 0) }
    return removed
  }

  /// Returns the winning values of notes, except of prompts, that writes replaced by different ones
  /// since the last call, up to about `StoredVersion.mostRecordBytes`.
  package mutating func takeFormer() -> [StoredVersion] {
    defer { (former, formerBytes) = ([], 0) }
    return former
  }

  private func storeAuthor(in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO author (id, name, usn, timestamp) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET usn = excluded.usn
        """)
    try statement.execute(arguments: [id, Self.name, usn, Timestamps.row(opened)])
  }

  private func bury(_ versions: [StoredVersion], in db: Database) throws {
    try StoredVersion.forEachBatch(versions.map(\.rowID)) { rows in
      let condition = "rowid IN (\(rows.map { _ in "?" }.joined(separator: ", ")))"
      // Copies the IDs within the database, so that even an ID of a wrong type is kept.
      let tombstones = try db.cachedStatement(
        sql: """
          INSERT INTO tombstone (scope, key, authorId, usn, deletingAuthorId, deletingUsn)
          SELECT scope, key, authorId, usn, ?, ? FROM entry WHERE \(condition)
          """)
      try tombstones.execute(arguments: [id, usn] + StatementArguments(rows))
      let removal = try db.cachedStatement(sql: "DELETE FROM entry WHERE \(condition)")
      try removal.execute(arguments: StatementArguments(rows))
    }
  }

  /// Returns `time`, or a millisecond after the latest of `others` if `time` is not later.
  private static func timestamp(_ time: Date, after others: [String]) -> String {
    let timestamp = Timestamps.row(time)
    guard let latest = others.max(), latest >= timestamp, let date = Timestamps.date(row: latest)
    else { return timestamp }
    return Timestamps.row(date.addingTimeInterval(0.0015))
  }

  /// Returns `time`, or a millisecond before the latest of `others` if `time` is not earlier.
  private static func timestamp(_ time: Date, before others: [String]) -> String {
    let timestamp = Timestamps.row(time)
    guard let latest = others.max(), latest <= timestamp, let date = Timestamps.date(row: latest)
    else { return timestamp }
    return Timestamps.row(date.addingTimeInterval(-0.0005))
  }

  /// Returns the device name of the author `id`; empty if unknown.
  package static func name(of id: Data, in db: Database) throws -> String {
    let names = try db.cachedStatement(sql: "SELECT CAST(name AS TEXT) FROM author WHERE id = ?")
    return try Row.fetchOne(names, arguments: [id])?.text(at: 0) ?? ""
  }

  /// Whether the author `id` is this program, on any device: its name begins with “commonplace”.
  package static func isOurs(_ id: Data, in db: Database) throws -> Bool {
    try name(of: id, in: db).hasPrefix(program)
  }

  private static let program = "commonplace"

  /// The name that other devices show for this device.
  package static let name: String = {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0, bytes[0] != 0 else { return program }
    let host = String(
      decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return "\(program) (\(host))"
  }()
}

package struct AuthorFilter {
  private let ids: [Data]
  private static let mostIDs = 500

  package init(_ ids: some Sequence<Data>) { self.ids = Array(ids) }

  /// Returns a condition that accepts all rows whose `column` is one of the IDs; with more than
  /// `mostIDs`, it accepts all rows. Needs `arguments`.
  package func condition(_ column: String) -> String {
    if ids.count > Self.mostIDs { return "true" }
    return "\(column) IN (\(ids.map { _ in "?" }.joined(separator: ", ")))"
  }

  package var arguments: StatementArguments {
    ids.count > Self.mostIDs ? StatementArguments() : StatementArguments(ids)
  }
}

extension EntryKey {
  /// Reads the scope and the key from the columns `index` and `index + 1`. Returns nil if either is
  /// NULL, not UTF-8, or contains a NUL character, at which SQLite's C interface cuts strings.
  package init?(_ row: Row, _ index: Int) {
    guard let scope = Self.text(row, index), let key = Self.text(row, index + 1) else { return nil }
    self.init(scope: scope, key: key)
  }

  private static func text(_ row: Row, _ index: Int) -> String? {
    (row[index] as Data?)?.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress, memchr(start, 0, bytes.count) != nil { return nil }
      return String(validating: bytes.bindMemory(to: UInt8.self), as: UTF8.self)
    }
  }
}

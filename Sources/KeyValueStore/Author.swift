import Base
package import Foundation
package import GRDB
import NotebookFile

/// One opening of a notebook for writing: the unit of authorship in KeyValueCRDT.
package struct Author: Sendable {
  /// Sixteen random bytes (UUID version 4), stored as a blob although the column says TEXT.
  package private(set) var id: Data
  /// The number of the last write.
  package private(set) var usn: Int64 = 0
  /// The time at which the notebook was opened.
  let opened: Date

  /// A write: with which number, and of which keys.
  package struct Written: Sendable {
    package var author: Data
    package var usn: Int64
    package var keys: [EntryKey]
  }

  /// The writes since `takeWritten`.
  private var written: [Written] = []
  /// The time of the last write.
  package private(set) var lastWrite: Date?
  /// The texts that the writes since `takeSuperseded` took out.
  private var superseded: [SupersededText] = []

  /// The values under `StoredVersion.recordKeys` that the writes since `takeReplaced` took out.
  private var replaced: [StoredVersion] = []
  private var replacedBytes = 0
  /// The last values of keys of prompts that the writes since `takeRemoved` emptied.
  private var removed: [StoredVersion] = []
  private var removedBytes = 0

  /// The values of notes, without prompts, that the writes since `takeFormer` took the places of: those that
  /// counted, and say something else.
  private var former: [StoredVersion] = []
  private var formerBytes = 0

  private let newID: @Sendable () -> Data

  package init(opened: Date, newID: @escaping @Sendable () -> Data = Author.randomID) {
    self.opened = opened
    self.newID = newID
    id = newID()
  }

  @Sendable static func randomID() -> Data { withUnsafeBytes(of: UUID.random().uuid) { Data($0) } }

  /// Writes `values`, each key once, as one write: with one `usn` and one time. Nothing is done
  /// without values. `db` must be in a transaction of the caller.
  ///
  /// Of each key the versions that `superseding` gives as seen are removed, and a tombstone is left
  /// for each that another author wrote. The author's row keeps its place.
  ///
  /// The time is moved past that of every version that stays, so that readers see the new value
  /// even when another device's clock is ahead; with `nothing`, before them. And the author becomes another one, with a new
  /// `id`, if a version that stays is its own, since an author has but one version of a key.
  ///
  /// The texts of notes that it takes out are available from `takeSuperseded`, dated `now`, where
  /// that is not `time`.
  ///
  /// Throws `valueTooLarge` before anything is written if a value could not be read back, and
  /// `tooManyVersions`.
  ///
  /// Cost: the versions of the keys, values included; independent of the notebook's size.
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
      // Most large writes are of notes that are new.
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
      if let winner = left, winner.value.type != 0, winner.value != value,
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

  /// The writes since the last call, in their order.
  package mutating func takeWritten() -> [Written] {
    defer { written = [] }
    return written
  }

  /// The texts of notes that the writes since this was last asked took out.
  package mutating func takeSuperseded() -> [SupersededText] {
    defer { superseded = [] }
    return superseded
  }

  /// The values under `.metadata` and the like that the writes since this was last asked took out.
  package mutating func takeReplaced() -> [StoredVersion] {
    defer { (replaced, replacedBytes) = ([], 0) }
    return replaced
  }

  /// The last values of keys of prompts that the writes since this was last asked emptied.
  package mutating func takeRemoved() -> [StoredVersion] {
    defer { (removed, removedBytes) = ([], 0) }
    return removed
  }

  /// The values of notes that the writes since this was last asked took the places of.
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

  /// Removes versions and says that this write superseded them.
  private func bury(_ versions: [StoredVersion], in db: Database) throws {
    try StoredVersion.forEachBatch(versions.map(\.rowID)) { rows in
      let places = "rowid IN (\(rows.map { _ in "?" }.joined(separator: ", ")))"
      // From the rows, so that even an id of another type is taken over as it is.
      let tombstones = try db.cachedStatement(
        sql: """
          INSERT INTO tombstone (scope, key, authorId, usn, deletingAuthorId, deletingUsn)
          SELECT scope, key, authorId, usn, ?, ? FROM entry WHERE \(places)
          """)
      try tombstones.execute(arguments: [id, usn] + StatementArguments(rows))
      let removal = try db.cachedStatement(sql: "DELETE FROM entry WHERE \(places)")
      try removal.execute(arguments: StatementArguments(rows))
    }
  }

  /// `time`, or a millisecond after the latest of `others`.
  private static func timestamp(_ time: Date, after others: [String]) -> String {
    let timestamp = Timestamps.row(time)
    guard let latest = others.max(), latest >= timestamp, let date = Timestamps.date(row: latest)
    else { return timestamp }
    return Timestamps.row(date.addingTimeInterval(0.0015))
  }

  /// `time`, or a millisecond before the latest of `others`.
  private static func timestamp(_ time: Date, before others: [String]) -> String {
    let timestamp = Timestamps.row(time)
    guard let latest = others.max(), latest <= timestamp, let date = Timestamps.date(row: latest)
    else { return timestamp }
    return Timestamps.row(date.addingTimeInterval(-0.0005))
  }

  /// The device name of the author `id`; empty if it is not known.
  package static func name(of id: Data, in db: Database) throws -> String {
    let names = try db.cachedStatement(sql: "SELECT CAST(name AS TEXT) FROM author WHERE id = ?")
    return try Row.fetchOne(names, arguments: [id])?.text(at: 0) ?? ""
  }

  /// Whether the author `id` is this program, on any device: not the app.
  package static func isOurs(_ id: Data, in db: Database) throws -> Bool {
    try name(of: id, in: db).hasPrefix(program)
  }

  private static let program = "commonplace"

  /// The name of this device on other devices.
  package static let name: String = {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0, bytes[0] != 0 else { return program }
    let host = String(
      decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return "\(program) (\(host))"
  }()
}

/// Some authors, for a condition in SQL.
package struct AuthorFilter {
  private let ids: [Data]
  /// More are not put into a statement: everything is fetched instead.
  private static let mostIDs = 500

  package init(_ ids: some Sequence<Data>) { self.ids = Array(ids) }

  /// Holds at least for rows whose `column` has one of the ids. Takes `arguments`.
  package func condition(_ column: String) -> String {
    if ids.count > Self.mostIDs { return "true" }
    return "\(column) IN (\(ids.map { _ in "?" }.joined(separator: ", ")))"
  }

  /// The ids, if the condition has them.
  package var arguments: StatementArguments {
    ids.count > Self.mostIDs ? StatementArguments() : StatementArguments(ids)
  }
}

extension EntryKey {
  /// Reads two columns with UTF-8. Returns nil if they are not text, or hold a NUL, at which
  /// SQLite's C interface cuts strings.
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

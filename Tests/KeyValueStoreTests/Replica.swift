import Base
import Foundation
import GRDB
import JSON
import TestSupport

@testable import KeyValueStore
@testable import NotebookFile

/// A notebook in memory, with one session that writes it.
final class Replica {
  let queue: DatabaseQueue
  private(set) var author: Author
  private let newID: @Sendable () -> Data
  /// Milliseconds; each write is one later.
  private var clock: Int

  static let start = Date(timeIntervalSince1970: 1_700_000_000)

  /// Databases that are not used any more, with their compiled statements: compiling is what takes
  /// longest.
  private static let free = Mutex<[DatabaseQueue]>([])

  /// `newID` makes the ids of authors; random ones without it.
  init(clock: Int = 0, newID: @escaping @Sendable () -> Data = Author.randomID) throws {
    self.clock = clock
    self.newID = newID
    author = Author(opened: Self.start, newID: newID)
    if let queue = Self.free.withLock({ $0.popLast() }) {
      self.queue = queue
      try queue.write { db in
        for table in ["tombstone", "entry", "author"] {
          try db.cachedStatement(sql: "DELETE FROM \(table)").execute()
        }
      }
      return
    }
    queue = try DatabaseQueue()
    try queue.write { db in
      for statement in NotebookSchema.statements { try db.execute(sql: statement) }
    }
  }

  deinit { Self.free.withLock { [queue] in $0.append(queue) } }

  /// The same content, and a separate session.
  func copy() throws -> Replica {
    let copy = try Replica(clock: clock, newID: newID)
    try inspect { source in
      try copy.queue.write { db in
        try Self.copyRows(of: "author", columns: 4, from: source, to: db)
        for scope in ["A", "B"] {
          for version in try StoredVersion.fetch(source, scope: scope) { try version.store(in: db) }
        }
        try Self.copyRows(of: "tombstone", columns: 6, from: source, to: db)
      }
    }
    return copy
  }

  private static func copyRows(
    of table: String, columns: Int, from source: Database, to db: Database
  ) throws {
    let placeholders = Array(repeating: "?", count: columns).joined(separator: ", ")
    let insert = try db.cachedStatement(sql: "INSERT INTO \(table) VALUES (\(placeholders))")
    for row in try Row.fetchAll(source.cachedStatement(sql: "SELECT * FROM \(table)")) {
      try insert.execute(arguments: StatementArguments(row.databaseValues))
    }
  }

  /// Closes the session and opens another.
  func reopen() { author = Author(opened: Self.start, newID: newID) }

  func write(
    _ values: [(String, EntryValue)], scope: String = "A", superseding: SupersedePolicy = .all,
    at milliseconds: Int? = nil
  ) throws {
    clock = milliseconds ?? clock + 1
    let time = Self.start.addingTimeInterval(Double(clock) / 1000)
    let values = values.map { (EntryKey(scope: scope, key: $0), $1) }
    try queue.write { db in
      try author.write(values, at: time, superseding: superseding, in: db)
    }
  }

  func write(
    _ key: String, _ text: String, superseding: SupersedePolicy = .all, at milliseconds: Int? = nil
  ) throws {
    try write([(key, .text(text))], superseding: superseding, at: milliseconds)
  }

  func delete(_ key: String, superseding: SupersedePolicy = .all) throws {
    try write([(key, .null)], superseding: superseding)
  }

  /// Merges `other` into this one.
  @discardableResult
  func merge(
    _ other: Replica, keeping keep: ([SupersededText]) throws -> Void = { _ in }
  ) throws -> MergeReport {
    try other.inspect { source in
      try queue.write { try Merge.merge(from: source, into: $0, keeping: keep) }
    }
  }

  func preview(_ other: Replica) throws -> MergeReport {
    try other.inspect { source in
      try inspect { try Merge.preview(from: source, into: $0) }
    }
  }

  /// Reads without the statements that a transaction would take.
  func inspect<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try queue.writeWithoutTransaction(body)
  }

  func versions(_ key: String, scope: String = "A") throws -> [EntryVersion] {
    try inspect { try EntryVersion.fetch($0, EntryKey(scope: scope, key: key)) }
  }

  /// The values of the key's versions, the one that counts first.
  func values(_ key: String, scope: String = "A") throws -> [EntryValue] {
    try versions(key, scope: scope).map(\.value)
  }

  func texts(_ key: String) throws -> [String?] { try values(key).map(\.text) }

  var vector: VersionVector { get throws { try inspect { try VersionVector.fetch($0) } } }

  func count(_ table: String) throws -> Int {
    try inspect { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? -1 }
  }

  func execute(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    try queue.write { try $0.execute(sql: sql, arguments: arguments) }
  }

  /// Throws unless the full-text index says of every row what the row says.
  func checkFullTextIndex() throws {
    try execute("INSERT INTO entryFullText(entryFullText, rank) VALUES('integrity-check', 1)")
  }
}

/// One version, whatever its value.
struct Dot: Hashable {
  var scope: String
  var key: String
  var author: Data
  var usn: Int64
}

/// All that a replica knows.
struct ReplicaState: Equatable {
  /// Times and all columns of a value, by version.
  var entries: [Dot: [DatabaseValue]] = [:]
  var vector = VersionVector()
  /// The greatest superseded number of each key and author, unless a newer version is there: the
  /// dots' numbers are 0.
  var tombstones: [Dot: Int64] = [:]

  init(_ replica: Replica) throws {
    try replica.inspect { db in
      vector = try VersionVector.fetch(db)
      for row in try Row.fetchAll(
        db.cachedStatement(sql: "SELECT *, CAST(text AS BLOB) FROM entry"))
      {
        let values = Array(row.databaseValues.dropFirst(4))
        entries[Dot(scope: row[0], key: row[1], author: row[2], usn: row[3])] = values
      }
      let sql = "SELECT scope, key, authorId, max(usn) FROM tombstone GROUP BY 1, 2, 3"
      for row in try Row.fetchAll(db.cachedStatement(sql: sql)) {
        tombstones[Dot(scope: row[0], key: row[1], author: row[2], usn: 0)] = row[3]
      }
    }
    for dot in entries.keys {
      var key = dot
      key.usn = 0
      if let usn = tombstones[key], usn < dot.usn { tombstones[key] = nil }
    }
  }

  private init() {}

  /// The texts of notes, as bytes.
  var noteTexts: Set<Data> {
    Set(
      entries.filter { $0.key.key == ".noteText" }.compactMap {
        $0.value.last.flatMap { Data.fromDatabaseValue($0) }
      })
  }

  /// The right result of a merge, by the law of sets with causal context: the versions that both
  /// have, and those that one has and the other has not seen.
  func merged(with other: ReplicaState) -> ReplicaState {
    var result = ReplicaState()
    result.entries =
      entries.filter { other.entries[$0.key] != nil || other.vector[$0.key.author] < $0.key.usn }
      .merging(
        other.entries.filter { entries[$0.key] != nil || vector[$0.key.author] < $0.key.usn }
      ) { ours, _ in ours }
    result.vector = vector
    result.vector.merge(other.vector)
    return result
  }
}

/// A merge as the app does it: it loses tombstones of versions that it has not got.
enum AppMerge {
  static func merge(_ source: Replica, into destination: Replica) throws {
    let known = try destination.vector
    try source.inspect { source in
      try destination.queue.write { db in
        let authors = try Row.fetchAll(
          source.cachedStatement(sql: "SELECT id, name, usn FROM author"))
        for author in authors {
          try db.cachedStatement(
            sql: """
              INSERT INTO author (id, name, usn) VALUES (?, ?, ?) ON CONFLICT (id)
              DO UPDATE SET usn = max(usn, excluded.usn), timestamp = NULL
              """
          ).execute(arguments: [author[0], author[1], author[2]])
        }
        for stone in try Row.fetchAll(source.cachedStatement(sql: "SELECT * FROM tombstone")) {
          guard stone[5] as Int64 > known[stone[4] as Data] else { continue }
          try db.cachedStatement(
            sql: "DELETE FROM entry WHERE scope = ? AND key = ? AND authorId = ? AND usn <= ?"
          ).execute(
            arguments: [stone[0], stone[1], stone[2], stone[3]])
          guard db.changesCount > 0 else { continue }
          try db.cachedStatement(sql: "INSERT INTO tombstone VALUES (?, ?, ?, ?, ?, ?)").execute(
            arguments: StatementArguments(stone.databaseValues))
        }
        for entry in try ["A", "B"].flatMap({ try StoredVersion.fetch(source, scope: $0) }) {
          guard entry.usn > known[entry.author] else { continue }
          try entry.store(in: db)
          try db.cachedStatement(
            sql: "DELETE FROM tombstone WHERE scope = ? AND key = ? AND authorId = ? AND usn < ?"
          ).execute(
            arguments: [entry.key.scope, entry.key.key, entry.author, entry.usn])
        }
      }
    }
  }
}

import Foundation
import GRDB

/// A device with the app, by the app's rules, which keeps the notebook in memory. A write
/// supersedes every current version of its note, and rewrites the text, the metadata and the book
/// index. A merge loses tombstones of versions that it lacks. Saving replaces the file.
final class AppDevice: SyncedDevice {
  private var memory: DatabaseQueue?
  private var author = Data()
  private var usn: Int64 = 0

  override func edit(
    _ text: String?, of note: String, at time: Date, isWhole: Bool, _ tally: Tally
  ) throws -> Edit? {
    try refresh(tally)
    guard let memory else { return nil }
    return try memory.write { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT key, authorId, usn, json, text FROM entry WHERE scope = ?
          ORDER BY timestamp DESC, authorId
          """, arguments: [note])
      let texts = rows.filter { $0[0] == ".noteText" }.compactMap { $0[4] as String? }
      guard let text = text ?? texts.first else { return nil }
      usn += 1
      try db.execute(
        sql: """
          INSERT INTO author VALUES (?, 'phone', ?, NULL)
          ON CONFLICT (id) DO UPDATE SET usn = excluded.usn
          """, arguments: [author, usn])
      for row in rows where row[1] != author {
        let key: String = row[0]
        let superseded: Data = row[1]
        try db.execute(
          sql: "INSERT INTO tombstone VALUES (?, ?, ?, ?, ?, ?)",
          arguments: [note, key, superseded, row[2] as Int64, author, usn])
        try db.execute(
          sql: "DELETE FROM entry WHERE scope = ? AND key = ? AND authorId = ?",
          arguments: [note, key, superseded])
      }
      let values = [
        (".noteText", 1, text, nil), (".metadata", 2, nil, Self.metadata),
        (".bookIndex", 0, nil, nil),
      ]
      for (key, type, text, json) in values as [(String, Int, String?, String?)] {
        try db.execute(
          sql: """
            INSERT INTO entry (scope, key, authorId, usn, timestamp, type, text, json)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, key, authorId) DO UPDATE SET usn = excluded.usn,
              timestamp = excluded.timestamp, type = excluded.type, text = excluded.text,
              json = excluded.json
            """,
          arguments: [note, key, author, usn, Self.spelled(time), type, text, json])
      }
      tally.count("writes of the app")
      return Edit(note: note, text: text, replaced: Set(texts).subtracting([text]))
    }
  }

  /// Merges the file and the conflict copies next to it into memory, unless it has their content.
  override func refresh(_ tally: Tally) throws {
    for name in try scene.names().sorted() where !name.hasPrefix(".") { try take(name) }
  }

  /// Replaces the file with the content of memory, unless the file contains all of it. Deletes
  /// conflict copies.
  override func publish(_ tally: Tally) throws {
    try refresh(tally)
    guard let memory else { return }
    let copies = try scene.names().filter { $0 != "book.libnotes" && !$0.hasPrefix(".") }
    let saving = scene.folder + "/.saving"
    let isSaved = try read("book.libnotes") { file in
      try memory.read { try Self.dominates(file, $0) }
    }
    if isSaved != true {
      try memory.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO '\(saving)'") }
      guard rename(saving, scene.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
    for copy in copies { try remove(copy) }
  }

  /// Saves, and clears the memory. The next opening is another author.
  override func close(_ tally: Tally) throws {
    try publish(tally)
    memory = nil
  }

  private static let metadata = """
    {"title":"","creationTimestamp":"2024-01-01T12:00:00Z",\
    "modifiedTimestamp":"2024-01-01T12:00:00Z","tags":[]}
    """

  private static func spelled(_ time: Date) -> String {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return time.formatted(style).replacing("T", with: " ").replacing("Z", with: "")
  }
}

// MARK: Merging

extension AppDevice {
  private func take(_ name: String) throws {
    try read(name) { file in
      guard let memory else {
        let memory = try DatabaseQueue()
        try memory.writeWithoutTransaction { try file.backup(to: $0) }
        self.memory = memory
        author = withUnsafeBytes(of: UUID().uuid) { Data($0) }
        usn = 0
        return
      }
      try memory.write { memory in
        if try !Self.dominates(memory, file) { try Self.merge(file, into: memory) }
      }
    }
  }

  /// Opens the file `name` read-only, and runs `body`. Returns nil if there is no such file.
  @discardableResult
  private func read<Value>(_ name: String, _ body: (Database) throws -> Value) throws -> Value? {
    let path = scene.folder + "/" + name
    guard access(path, F_OK) == 0 else { return nil }
    var configuration = Configuration()
    configuration.readonly = true
    let file = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? file.close() }
    return try file.read(body)
  }

  private static func vector(_ db: Database) throws -> [Data: Int64] {
    let rows = try Row.fetchAll(db, sql: "SELECT id, usn FROM author")
    return Dictionary(rows.map { ($0[0] as Data, $0[1] as Int64) }) { first, _ in first }
  }

  private static func dominates(_ left: Database, _ right: Database) throws -> Bool {
    let known = try vector(left)
    return try vector(right).allSatisfy { known[$0.key] ?? -1 >= $0.value }
  }

  private static func merge(_ source: Database, into db: Database) throws {
    let known = try vector(db)
    for author in try Row.fetchAll(source, sql: "SELECT id, name, usn FROM author") {
      try db.execute(
        sql: """
          INSERT INTO author (id, name, usn) VALUES (?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET usn = max(usn, excluded.usn)
          """, arguments: StatementArguments(author.databaseValues))
    }
    try db.execute(sql: "UPDATE author SET timestamp = NULL")
    for stone in try Row.fetchAll(source, sql: "SELECT * FROM tombstone") {
      guard stone[5] as Int64 > known[stone[4] as Data] ?? 0 else { continue }
      try db.execute(
        sql: "DELETE FROM entry WHERE scope = ? AND key = ? AND authorId = ? AND usn <= ?",
        arguments: StatementArguments(stone.databaseValues.prefix(4)))
      guard db.changesCount > 0 else { continue }
      try db.execute(
        sql: "INSERT INTO tombstone VALUES (?, ?, ?, ?, ?, ?)",
        arguments: StatementArguments(stone.databaseValues))
    }
    for entry in try Row.fetchAll(source, sql: "SELECT * FROM entry") {
      guard entry[3] as Int64 > known[entry[2] as Data] ?? 0 else { continue }
      try db.execute(
        sql: """
          INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (scope, key, authorId) DO UPDATE SET usn = excluded.usn,
            timestamp = excluded.timestamp, type = excluded.type, text = excluded.text,
            json = excluded.json
          """, arguments: StatementArguments(entry.databaseValues))
      try db.execute(
        sql: "DELETE FROM tombstone WHERE scope = ? AND key = ? AND authorId = ? AND usn < ?",
        arguments: StatementArguments(entry.databaseValues.prefix(4)))
    }
  }
}

import Base
import Foundation
package import GRDB
import JSON
package import KeyValueStore
import NotebookFile

/// The app's upgrade from its older files to 2.0, which it skips in a file marked as 2.0: every
/// `.metadata` gets `bookSection` and, for a book with authors, `authorLastFirst`, by which the app
/// lists books.
package enum MetadataUpgrade {
  /// The name of all authors of upgrades.
  static let author = "commonplace upgrade"

  /// Adds missing fields to the metadata of all notes in `db`, or only to those at `keys`. Returns
  /// the number of changed notes. `db` must be in a transaction of the caller.
  ///
  /// The author is derived from the superseded versions, and the time from that of the winning one:
  /// two devices that upgrade the same notes write the same versions, so that a merge changes
  /// nothing. A later edit on another device wins. Unreadable metadata stay unchanged.
  ///
  /// Cost: linear in the metadata. Writes nothing if nothing is missing.
  @discardableResult
  package static func run(in db: Database, among keys: Set<EntryKey>? = nil) throws -> Int {
    var upgraded: [(new: StoredVersion, old: [StoredVersion])] = []
    let keys = try keys ?? Self.keys(db)
    for (done, key) in keys.enumerated()
    where key.key == ".metadata" && NoteValues.isNote(key.scope) {
      Work.step("Checking books", done, of: keys.count)
      let versions = try StoredVersion.fetch(db, key)
      guard let winner = versions.first, winner.isReadable,
        case .json(.object(let metadata))? = winner.value.value,
        let value = upgrading(metadata)
      else {
        continue
      }
      let kept = Set(SupersedePolicy.winners.kept(of: versions).map(\.rowID))
      let old = versions.filter { !kept.contains($0.rowID) }
      guard old.allSatisfy(\.isWellFormed), let time = Timestamps.date(row: winner.timestamp) else {
        continue
      }
      var new = winner
      new.value = value
      new.timestamp = Timestamps.row(time.addingTimeInterval(0.0015))
      upgraded.append((new, old))
    }
    guard !upgraded.isEmpty else { return 0 }
    upgraded.sort { $0.new.key < $1.new.key }
    let author = author(superseding: upgraded.flatMap(\.old))
    try db.execute(
      sql: """
        INSERT INTO author (id, name, usn) VALUES (?, '\(Self.author)', ?)
        ON CONFLICT (id) DO NOTHING
        """, arguments: [author, upgraded.count])
    // Each value gets its own number, because tombstones are looked up by it.
    for (number, (new, old)) in zip(Int64(1)..., upgraded) {
      Work.step("Updating books", Int(clamping: number), of: upgraded.count)
      for version in old {
        let tombstone = Tombstone(
          key: version.key, author: version.author, usn: version.usn, deletingAuthor: author,
          deletingUSN: number)
        if try !tombstone.isStored(in: db) { try tombstone.store(in: db) }
        try version.delete(from: db)
      }
      var new = new
      (new.author, new.usn) = (author, number)
      try new.store(in: db)
    }
    return upgraded.count
  }

  /// Upgrades the notes that a merge added from an older notebook, `source`.
  package static func run(in db: Database, after merge: MergeReport, from source: Database) throws {
    guard try !merge.changedKeys.isEmpty && isNeeded(by: source) else { return }
    try run(in: db, among: merge.changedKeys)
  }

  /// Whether a notebook is older than the app's 2.0, so that its metadata may lack fields.
  package static func isNeeded(by db: Database) throws -> Bool {
    guard try db.tableExists("applicationIdentifier") else { return true }
    let row = try Row.fetchOne(db, sql: "SELECT majorVersion FROM applicationIdentifier")
    guard let version = row?.integer(at: 0) else { return true }
    return version < NotebookSchema.application.majorVersion
  }

  /// Returns the notes about a book that lack fields. Cost: linear in the metadata.
  package static func lacking(_ db: Database) throws -> [String] {
    var outline = JSONOutline()
    var notes: [String] = []
    let sql = """
      SELECT CAST(scope AS BLOB), CAST(json AS BLOB) FROM entry
      WHERE key = '.metadata' AND CAST(type AS INTEGER) = 2 AND json IS NOT NULL
        AND text IS NULL AND blobMimeType IS NULL AND blob IS NULL
        AND \(LastWriterWins.scanCondition(".metadata"))
      """
    let rows = try Row.fetchCursor(db, sql: sql)
    while let row = try rows.next() {
      guard let scope = row.data(at: 0), let json = row.data(at: 1),
        mayLackSomething(String(decoding: json, as: UTF8.self), &outline)
      else { continue }
      let note = String(decoding: scope, as: UTF8.self)
      guard NoteValues.isNote(note),
        case .json(.object(let metadata))? = StoredValue(type: 2, json: json).value,
        metadata["book"].map({ $0 != .null }) ?? false, upgrading(metadata) != nil
      else { continue }
      notes.append(note)
    }
    return notes.sorted()
  }

  /// Whether metadata about a book may lack fields. Most metadata are checked without creating
  /// values.
  private static func mayLackSomething(_ json: String, _ outline: inout JSONOutline) -> Bool {
    let isWhole = try? outline.read(json) { metadata in
      metadata.member("book")?.isNull ?? true
        || metadata.member("bookSection")?.string != nil
          && metadata.member("authorLastFirst")?.string != nil
    }
    return isWhole != true
  }

  private static func keys(_ db: Database) throws -> Set<EntryKey> {
    let sql =
      "SELECT DISTINCT CAST(scope AS BLOB), CAST(key AS BLOB) FROM entry WHERE key = '.metadata'"
    return Set(try Row.fetchAll(db, sql: sql).compactMap { EntryKey($0, 0) })
  }

  /// Returns the value with the missing fields; nil if none is missing, or they cannot be added.
  private static func upgrading(_ stored: JSONObject) -> StoredValue? {
    guard lacksSomething(stored) else { return nil }
    var metadata = stored
    metadata.describeBook()
    let value = StoredValue(.json(.object(metadata)))
    guard let json = value.json, NoteMetadata(json: String(decoding: json, as: UTF8.self)) != nil,
      !lacksSomething(metadata)
    else { return nil }
    return value
  }

  private static func lacksSomething(_ metadata: JSONObject) -> Bool {
    if metadata["bookSection"]?.string == nil { return true }
    guard let authors = metadata["book"]?["authors"]?.strings, !authors.isEmpty else {
      return false
    }
    return metadata["authorLastFirst"]?.string == nil
  }

  /// Returns an author ID derived from the versions: the first 16 bytes of their SHA-1 digest as a
  /// UUID of version 8 (RFC 9562), the version for custom IDs.
  private static func author(superseding versions: [StoredVersion]) -> Data {
    var text = "commonplace upgrade 2.0, numbered"
    for version in versions {
      text += "\n\(version.key.scope)\t\(version.key.key)\t\(version.name)"
    }
    var id = Array(SHA1.digest(Array(text.utf8)).prefix(16))
    id.makeUUID(version: 8)
    return Data(id)
  }
}

extension NotebookSchema {
  /// Adds the current tables to a file that lacks the last migration, and the fields of the app's
  /// upgrade to its notes.
  static func bringUpToDate(_ db: Database) throws {
    let last = migrations[migrations.count - 1]
    let sql = "SELECT 1 FROM grdb_migrations WHERE identifier = ?"
    guard try Row.fetchOne(db, sql: sql, arguments: [last]) == nil else { return }
    try db.inTransaction(.immediate) {
      try upgradeTables(db)
      try db.execute(
        sql: "INSERT OR REPLACE INTO applicationIdentifier VALUES (?, ?, ?, ?)",
        arguments: [
          application.id, application.majorVersion, application.minorVersion,
          application.description,
        ])
      for migration in migrations {
        try db.execute(
          sql: "INSERT OR IGNORE INTO grdb_migrations VALUES (?)", arguments: [migration])
      }
      try MetadataUpgrade.run(in: db)
      return .commit
    }
  }
}

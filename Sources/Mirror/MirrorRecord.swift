import Base
import Foundation
import GRDB
import NotebookFile

/// The record of a mirror, in this machine's state folder: the note and version of each file. If
/// the record is lost, files are matched to notes again by their texts.
final class MirrorRecord: Sendable {
  private let database: DatabaseQueue

  struct Location: Sendable, Equatable {
    /// The folder, with all symbolic links resolved. `inode` is its inode number.
    var folder: String
    var inode: Int64
    var notebook: String
  }

  /// Opens the record at `path`, creating it if it is missing; if `path` is nil, in memory.
  /// Replaces a damaged record with an empty one.
  init(path: String?) throws {
    guard let path else {
      database = try DatabaseQueue(configuration: .closable)
      try Self.prepare(database)
      return
    }
    do {
      database = try Self.open(path)
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      for ending in ["", "-wal", "-shm"] { try SystemCall.unlink(path + ending) }
      database = try Self.open(path)
    }
  }

  private static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration.closable
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { db in
      try db.useWriteAheadLog()
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
    }
    try SystemCall.unlinkLinks(path)
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try prepare(database)
    return database
  }

  private static func prepare(_ database: DatabaseQueue) throws {
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS place (folder TEXT, inode INTEGER, notebook TEXT);
          CREATE TABLE IF NOT EXISTS looked (state TEXT);
          CREATE TABLE IF NOT EXISTS file (
            name TEXT PRIMARY KEY, note TEXT, version TEXT, digest INTEGER, inode INTEGER,
            size INTEGER, modified INTEGER, changed INTEGER, form INTEGER, stem TEXT,
            titleStem TEXT, isSide INTEGER) WITHOUT ROWID;
          CREATE TABLE IF NOT EXISTS former (
            name TEXT PRIMARY KEY, note TEXT, version TEXT, digest INTEGER, until REAL);
          """)
    }
  }

  func close() { try? database.close() }

  /// Returns a number that changes when another process writes the record.
  func state() throws -> Int64? {
    try database.inDatabase { db in
      try db.checkIsOpen()
      return try Int64.fetchOne(db, sql: "PRAGMA data_version")
    }
  }

  func location() throws -> Location? {
    try database.readUnlessClosed { db in
      try Row.fetchOne(db, sql: "SELECT folder, inode, notebook FROM place").map { row in
        Location(
          folder: row.text(at: 0) ?? "", inode: row.integer(at: 1) ?? 0,
          notebook: row.text(at: 2) ?? "")
      }
    }
  }

  func setLocation(_ location: Location) throws {
    try database.write { db in
      try db.execute(sql: "DELETE FROM place")
      try db.execute(
        sql: "INSERT INTO place VALUES (?, ?, ?)",
        arguments: [location.folder, location.inode, location.notebook])
    }
  }

  func files() throws -> [String: MirroredFile] {
    try database.readUnlessClosed { db in
      var files: [String: MirroredFile] = [:]
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT name, note, version, digest, inode, size, modified, changed, form, stem, titleStem,
            isSide FROM file
          """)
      while let row = try rows.next() {
        guard let file = MirroredFile(row) else { continue }
        files[file.name] = file
      }
      return files
    }
  }

  func seen() throws -> NotebookState? {
    try database.readUnlessClosed { db in
      try Row.fetchOne(db, sql: "SELECT state FROM looked")?.text(at: 0).map(NotebookState.init)
    }
  }

  /// Returns the records of files that were renamed or removed within the last 24 hours, by their
  /// old names.
  func previousNames(at now: Date) throws -> [String: MirroredFile] {
    try database.readUnlessClosed { db in
      let sql = "SELECT name, note, version, digest FROM former WHERE until > ?"
      let rows = try Row.fetchAll(db, sql: sql, arguments: [now.timeIntervalSince1970])
      return Dictionary(
        rows.compactMap { row -> (String, MirroredFile)? in
          guard let name = row.text(at: 0), let note = row.text(at: 1),
            let version = row.text(at: 2), let digest = row.integer(at: 3)
          else { return nil }
          return (
            name,
            MirroredFile(
              name: name, note: note, version: version,
              digest: TextDigest(value: UInt64(bitPattern: digest)), stem: "", titleStem: "")
          )
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  func rename(_ name: String, to other: String) throws {
    try database.write { db in
      try db.execute(sql: "UPDATE file SET name = ? WHERE name = ?", arguments: [other, name])
    }
  }

  /// Saves the records of files, deleting those that are nil, and the records of old names. `seen`
  /// is the state of the notebook if all of it was compared, or else nil.
  func note(
    _ files: [String: MirroredFile?], previousNames: [MirroredFile], seen: NotebookState?,
    at now: Date
  ) throws {
    try database.write { db in
      let delete = try db.cachedStatement(sql: "DELETE FROM file WHERE name = ?")
      let insert = try db.cachedStatement(
        sql: "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      for (name, file) in files {
        if let file {
          try insert.execute(arguments: file.columns)
        } else {
          try delete.execute(arguments: [name])
        }
      }
      let time = now.timeIntervalSince1970
      if !previousNames.isEmpty {
        try db.execute(sql: "DELETE FROM former WHERE until <= ?", arguments: [time])
      }
      for file in previousNames {
        try db.execute(
          sql: "INSERT OR REPLACE INTO former VALUES (?, ?, ?, ?, ?)",
          arguments: [
            file.name, file.note, file.version, Int64(bitPattern: file.digest.value),
            time + 86_400,
          ])
      }
      guard let seen else { return }
      try db.execute(sql: "DELETE FROM looked")
      try db.execute(sql: "INSERT INTO looked VALUES (?)", arguments: [seen.text])
    }
  }
}

extension MirroredFile {
  fileprivate init?(_ row: Row) {
    guard let name = row.text(at: 0), let note = row.text(at: 1), let version = row.text(at: 2),
      let digest = row.integer(at: 3), let stem = row.text(at: 9),
      let titleStem = row.text(at: 10)
    else { return nil }
    self.init(
      name: name, note: note, version: version,
      digest: TextDigest(value: UInt64(bitPattern: digest)), stem: stem, titleStem: titleStem)
    if let inode = row.integer(at: 4), let size = row.integer(at: 5),
      let modified = row.integer(at: 6), let changed = row.integer(at: 7)
    {
      stamp = FileStamp(inode: inode, size: size, modified: modified, changed: changed)
    }
    form.hasReturns = (row.integer(at: 8) ?? 0) & 1 != 0
    form.hasMark = (row.integer(at: 8) ?? 0) & 2 != 0
    isSide = row.integer(at: 11) == 1
  }

  fileprivate var columns: StatementArguments {
    [
      name, note, version, Int64(bitPattern: digest.value), stamp?.inode, stamp?.size,
      stamp?.modified, stamp?.changed, (form.hasReturns ? 1 : 0) + (form.hasMark ? 2 : 0), stem,
      titleStem, isSide,
    ]
  }
}

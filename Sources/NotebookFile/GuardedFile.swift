import CSystem
import Foundation
package import GRDB

/// A notebook file that may come from a stranger, opened for reading, in place.
///
/// Nothing is written: no byte of the file, no file beside it. No SQL runs that is not this
/// program's own: all that the file declares (tables, indexes, triggers) is known, word for word.
/// Reads have a budget of processor time. Its values are not checked: they may be anything.
package struct GuardedFile: Sendable {
  /// The most bytes that a value may have, and a row: cover images are the largest values. The app
  /// knows no limit, but stores photographs at full size, of at most some 20 MB.
  package static let largestValue = 64 << 20

  /// The file.
  let path: String
  /// The identity of the file when it was opened.
  package let identity: FileIdentity
  /// The connection. Use `read`, which has a budget; a read without one may take as long as the
  /// file likes.
  package let queue: DatabaseQueue
  /// Whether a newer version wrote the file, in a form that this program can read but must not
  /// write.
  package let isNewer: Bool

  /// Opens the notebook at `path`.
  ///
  /// Throws the problem of the file, as far as it can be found without reading all of it. Takes up
  /// to 0.3 seconds when another program is writing. Cost: that of reading the header and the
  /// schema, at any size of the file.
  package static func open(_ path: String) throws(NotebookError) -> GuardedFile {
    var file = try openOnce(path)
    // Replaced between the look at its header and the opening: look again. If the file is replaced
    // faster than that, its identity is out of date, so that it will be opened again.
    for _ in 0..<2 where FileIdentity(path: path) != file.identity {
      file = try openOnce(path)
    }
    return file
  }

  /// Runs `body` in one read transaction. It may use 2 seconds of processor time, and one more for
  /// each 16 MB of the file; then it is ended and `takesTooLong` thrown.
  package func read<Value>(_ body: (Database) throws -> Value) throws(NotebookError) -> Value {
    try read(milliseconds: Database.readingBudget(size: identity.size), body)
  }

  /// Runs `body` in one read transaction, with so much processor time.
  package func read<Value>(
    milliseconds: UInt32, _ body: (Database) throws -> Value
  ) throws(NotebookError) -> Value {
    do {
      return try queue.readUnlessClosed { db in try db.limited(milliseconds: milliseconds, body) }
    } catch {
      throw Cancellable.meaning(of: error, path) ?? NotebookError(reading: path, error)
    }
  }

  /// The same file with another connection. Returns nil if another file is there now. Its header is
  /// not read again: that would drop the locks of this connection (see `FileCheck`).
  package func secondOpening() throws(NotebookError) -> GuardedFile? {
    FileIdentity(path: path) == identity ? try Self.openOnce(path, identity: identity) : nil
  }

  /// Reads every page, but does not compare the full-text index with the texts
  /// (https://www.sqlite.org/pragma.html#pragma_quick_check). Throws `damaged`. Pages that are not
  /// read in 30 seconds of processor time are taken to be whole.
  package func quickCheck() throws(NotebookError) {
    do throws(NotebookError) {
      let answers = try read(milliseconds: 30_000) { db in
        try String.fetchAll(db, sql: "PRAGMA quick_check(1)")
      }
      guard answers == ["ok"] else { throw NotebookError.damaged(path: path) }
    } catch .takesTooLong {
      return
    }
  }
}

extension GuardedFile {
  private static func openOnce(_ path: String) throws(NotebookError) -> GuardedFile {
    try openOnce(path, identity: try FileCheck.identity(ofNotebookAt: path))
  }

  private static func openOnce(
    _ path: String, identity: FileIdentity
  ) throws(NotebookError) -> GuardedFile {
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let isNewer = try queue.read { db in
        defer { db.setBudget(milliseconds: 0) }
        return try SchemaCheck(path: path, db: db).run()
      }
      return GuardedFile(path: path, identity: identity, queue: queue, isNewer: isNewer)
    } catch {
      throw NotebookError(opening: path, error)
    }
  }

  /// The guards come before SQLite reads the schema.
  package static var configuration: Configuration {
    var configuration = Configuration.closable
    // Distinguishes connections.
    configuration.label = UUID.random().uuidString
    configuration.readonly = true
    configuration.busyMode = .timeout(0.3)
    configuration.prepareDatabase { db in
      guard let connection = db.sqliteConnection,
        sqlite_guard_restrict(connection, Int32(clamping: largestValue)) == 0,
        sqlite_guard_speed_highlight(connection) == 0
      else { throw DatabaseError(resultCode: .SQLITE_ERROR) }
      db.setBudget(milliseconds: 1_000)
      try db.execute(
        sql: """
          PRAGMA query_only = ON;
          PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON
          """)
    }
    return configuration
  }
}

extension Database {
  /// Gives the next statements in this access so much processor time; 0 is no limit.
  package func setBudget(milliseconds: UInt32) {
    if let sqliteConnection { sqlite_guard_set_budget(sqliteConnection, milliseconds) }
  }
}

import CSystem
import Foundation
package import GRDB

/// An untrusted notebook file, opened in place and read-only.
///
/// Does not write the file or any file next to it. Runs only SQL of this program: all tables,
/// indexes and triggers that it uses are known, word for word. Reads have a budget of processor
/// time. Values are not checked and may be anything.
package struct GuardedFile: Sendable {
  /// Maximum size of a value, and of a row, in bytes. Cover images are the largest values.
  package static let largestValue = 64 << 20
  /// Maximum number of columns of a notebook's table. The tables of notebooks have far fewer.
  package static let mostColumns: Int32 = 100

  let path: String
  /// The identity of the file when it was opened.
  package let identity: FileIdentity
  /// The connection. Use `read`, which has a budget; a hostile file can make other reads take
  /// forever.
  package let queue: DatabaseQueue
  /// Whether a newer version wrote the file, in a form that this program can read but must not
  /// write.
  package let isNewer: Bool

  /// Throws the problem of the file, if the header and the schema show one. Waits up to 0.3 seconds
  /// for another program that is writing. Cost: reads the header and the schema, regardless of the
  /// file's size.
  package static func open(_ path: String) throws(NotebookError) -> GuardedFile {
    var file = try openOnce(path)
    // If the file was replaced after its header was read, opens it again, at most twice. Then the
    // identity may be out of date, so that callers open the file again.
    for _ in 0..<2 where FileIdentity(path: path) != file.identity {
      file = try openOnce(path)
    }
    return file
  }

  /// Runs `body` in one read transaction. Throws `takesTooLong` after 2 seconds of processor time,
  /// plus one for each 16 MB of the file. Converts other errors to `NotebookError`.
  package func read<Value>(_ body: (Database) throws -> Value) throws(NotebookError) -> Value {
    try read(milliseconds: Database.readingBudget(size: identity.size), body)
  }

  /// Runs `body` in one read transaction. Throws `takesTooLong` after `milliseconds` of processor
  /// time. Converts other errors to `NotebookError`.
  package func read<Value>(
    milliseconds: UInt32, _ body: (Database) throws -> Value
  ) throws(NotebookError) -> Value {
    do {
      return try queue.readUnlessClosed { db in try db.limited(milliseconds: milliseconds, body) }
    } catch {
      throw Cancellable.meaning(of: error, path) ?? NotebookError(reading: path, error)
    }
  }

  /// Opens another connection to the same file. Returns nil if the file was changed or replaced.
  /// Does not read the header again, which would release the locks of this connection (see
  /// `FileCheck`).
  package func secondOpening() throws(NotebookError) -> GuardedFile? {
    FileIdentity(path: path) == identity ? try Self.openOnce(path, identity: identity) : nil
  }

  /// Reads every page, but does not compare the full-text index with the texts
  /// (https://www.sqlite.org/pragma.html#pragma_quick_check). Throws `damaged`. After 30 seconds of
  /// processor time, assumes that the remaining pages are intact.
  package func quickCheck() throws(NotebookError) {
    do {
      try queue.readUnlessClosed { try $0.checkPages(or: .damaged(path: path)) }
    } catch {
      throw Cancellable.meaning(of: error, path) ?? NotebookError(reading: path, error)
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

  /// The configuration for reading, with all guards in place before SQLite reads the schema.
  package static var configuration: Configuration { configuration(mostColumns: mostColumns) }

  package static func configuration(mostColumns: Int32) -> Configuration {
    var configuration = Configuration.closable
    // A unique label distinguishes connections.
    configuration.label = UUID.random().uuidString
    configuration.readonly = true
    configuration.busyMode = .timeout(0.3)
    configuration.prepareDatabase { db in
      guard let connection = db.sqliteConnection,
        sqlite_guard_restrict(connection, Int32(clamping: largestValue), mostColumns) == 0,
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
  /// Limits the processor time of the next statements; 0 removes the limit.
  package func setBudget(milliseconds: UInt32) {
    if let sqliteConnection { sqlite_guard_set_budget(sqliteConnection, milliseconds) }
  }
}

import CSystem
package import GRDB
import NotebookFile

extension FileCheck {
  /// Whether the notebook at `path` shows no damage: it can be opened, its pages and indexes are
  /// consistent, and its full-text index matches the texts. Cannot detect a changed value in a
  /// consistent file. False if the check itself fails.
  ///
  /// Checks a private copy. Cost: linear. A check that takes longer than its limit counts as
  /// damage.
  static func isWhole(_ path: String) -> Bool {
    do {
      let file = try GuardedFile.open(path)
      defer { try? file.queue.close() }
      let copy = try PrivateCopy.make { db in try file.read { try $0.backup(to: db) } }
      defer { try? copy.close() }
      return try copy.writeWithoutTransaction { db in
        let pages = try UInt32.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        db.setCheckBudget(seconds: 2 + pages >> 8)
        return try db.areIndexesWhole() && db.isSearchIndexWhole()
      }
    } catch {
      return false
    }
  }
}

/// A private database with the content of another one, so that checks may write. It is deleted when
/// it is closed.
package enum PrivateCopy {
  /// `fill` copies the content. The caller must know that the copied schema is harmless.
  package static func make(_ fill: (Database) throws -> Void) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      guard let connection = db.sqliteConnection,
        sqlite_guard_restrict(
          connection, Int32(clamping: GuardedFile.largestValue), GuardedFile.mostColumns) == 0
      else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
      // With SQLite's default cache of 2 MB, checks would read index pages many times.
      try db.execute(
        sql: """
          PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA cache_size = -65536
          """)
    }
    // SQLite keeps a database without a name in memory, or, if it is too large, in a file that no
    // one else can open (https://www.sqlite.org/inmemorydb.html#temp_db).
    let database = try DatabaseQueue(path: "", configuration: configuration)
    try database.writeWithoutTransaction(fill)
    return database
  }
}

extension Database {
  /// Limits the processor time of the next statements.
  package func setCheckBudget(seconds: UInt32) {
    if let sqliteConnection {
      sqlite_guard_set_budget(sqliteConnection, UInt32(clamping: UInt64(clamping: seconds) * 1000))
    }
  }
}

import CSystem
package import GRDB
import NotebookFile

extension FileCheck {
  /// Whether the notebook at `path` shows no damage: it is not refused, its pages and indexes fit
  /// each other, and its full-text index is that of the texts. Whether its values are those that
  /// were written cannot be determined.
  ///
  /// A private copy is checked. Cost: linear, some 20 seconds a gigabyte; a check that takes much
  /// longer counts as damage.
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

/// A private database with the content of another, so that checks may write. It is gone when it is
/// closed.
package enum PrivateCopy {
  /// Makes a private copy, which `fill` copies content to. All that its schema declares must be
  /// known to be harmless.
  package static func make(_ fill: (Database) throws -> Void) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      guard let connection = db.sqliteConnection,
        sqlite_guard_restrict(connection, Int32(clamping: GuardedFile.largestValue)) == 0
      else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
      // With 2 MB, as SQLite has it, checks would read the pages of indexes again and again.
      try db.execute(
        sql: """
          PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA cache_size = -65536
          """)
    }
    // Without a name SQLite keeps it in memory, and if it is too big for that in a file that no one
    // can open (https://www.sqlite.org/inmemorydb.html#temp_db).
    let database = try DatabaseQueue(path: "", configuration: configuration)
    try database.writeWithoutTransaction(fill)
    return database
  }
}

extension Database {
  /// Gives the next statements so much processor time.
  package func setCheckBudget(seconds: UInt32) {
    if let sqliteConnection {
      sqlite_guard_set_budget(sqliteConnection, UInt32(clamping: UInt64(clamping: seconds) * 1000))
    }
  }
}

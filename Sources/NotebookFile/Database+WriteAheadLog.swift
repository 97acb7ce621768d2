import Foundation
package import GRDB

extension Database {
  /// Gives the database a write-ahead log, while other connections may do the same.
  ///
  /// Of two that begin it at one moment SQLite refuses one at once, however long it may wait for locks:
  /// both hold the lock that the other needs. So it is tried again, for `patience` at most. Throws
  /// `DatabaseError`, with `SQLITE_BUSY` after that time.
  package func useWriteAheadLog(patience: Duration = .seconds(5)) throws {
    let deadline = ContinuousClock.now + patience
    while true {
      do {
        return try execute(sql: "PRAGMA journal_mode = WAL")
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
      {
        usleep(1000)
      }
    }
  }
}

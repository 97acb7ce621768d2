import Foundation
package import GRDB

extension Database {
  /// Switches the database to a write-ahead log. Other connections may do this at the same time.
  ///
  /// If two connections start at the same moment, SQLite refuses one immediately, regardless of its
  /// timeout: each holds the lock that the other needs. So this function retries for at most
  /// `patience`. Throws `DatabaseError`, with `SQLITE_BUSY` after that time.
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

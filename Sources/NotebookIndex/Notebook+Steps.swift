import Base
import Foundation
package import GRDB
import GRDBSQLite
package import Notebook

extension Notebook {
  /// The number of steps of SQLite's machine for `body`, in the working copy and in the indexes beside it:
  /// its cost, independent of other work of the computer. For tests and the benchmark; nothing else
  /// must use the notebook meanwhile. There must be a working copy.
  package func countingSteps(_ body: () throws -> Void) throws -> Int {
    guard case .copy(let copy, let reader) = sourceState.withLock({ $0.source }) else { return 0 }
    let indexes = followers.all.compactMap { ($0 as? any CountedDatabase)?.queue }
    let queues = [copy.database, reader] + indexes
    let counter = StepCounter()
    try withExtendedLifetime(counter) {
      let context = Unmanaged.passUnretained(counter).toOpaque()
      for queue in queues {
        queue.inDatabase { db in
          sqlite3_progress_handler(
            db.sqliteConnection, 1,
            { context in
              if let context {
                Unmanaged<StepCounter>.fromOpaque(context).takeUnretainedValue().count()
              }
              return 0
            }, context)
        }
      }
      defer {
        for queue in queues {
          queue.inDatabase { db in sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
        }
      }
      try body()
    }
    return counter.steps
  }
}

/// A follower with a database whose steps are counted.
package protocol CountedDatabase {
  /// The connection; nil if it is not open.
  var queue: DatabaseQueue? { get }
}

/// Counts from any thread.
private final class StepCounter: Sendable {
  private let number = Mutex(0)

  func count() { number.withLock { $0 += 1 } }

  var steps: Int { number.withLock { $0 } }
}

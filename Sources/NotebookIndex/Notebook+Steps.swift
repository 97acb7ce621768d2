import Base
import Foundation
package import GRDB
import GRDBSQLite
package import Notebook

extension Notebook {
  /// Returns the number of steps that SQLite's virtual machine takes for `body` in the working copy
  /// and its indexes: a measure of cost that does not depend on other load. For tests and the
  /// benchmark; nothing else may use the notebook during the call. Returns 0 without a working
  /// copy.
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

package protocol CountedDatabase {
  var queue: DatabaseQueue? { get }
}

private final class StepCounter: Sendable {
  private let number = Mutex(0)

  func count() { number.withLock { $0 += 1 } }

  var steps: Int { number.withLock { $0 } }
}

internal import Notebook
internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Base

extension Notebook {
  /// The number of steps of SQLite's machine for `body`, in the working copy and in the due index:
  /// its cost, independent of other work of the computer. For tests and the benchmark; nothing else
  /// must use the notebook meanwhile. There must be a working copy.
  package func countingSteps(_ body: () throws -> Void) throws -> Int {
    guard case .copy(let copy, let reader) = sourceState.withLock({ $0.source }) else { return 0 }
    let queues = [copy.database, reader] + (reviews.queue.map { [$0] } ?? [])
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

/// Counts from any thread.
private final class StepCounter: Sendable {
  private let number = Mutex(0)

  func count() { number.withLock { $0 += 1 } }

  var steps: Int { number.withLock { $0 } }
}

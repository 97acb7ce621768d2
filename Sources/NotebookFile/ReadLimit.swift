import CSystem
import Foundation
package import GRDB
import GRDBSQLite

/// Cancels reads whose result is not needed.
///
/// Reads of a notebook within `with` check for cancellation from time to time, also within a
/// statement, and then throw `NotebookError.cancelled`. Writes are not canceled.
package enum Cancellable {
  @TaskLocal static var isCancelled: (@Sendable () -> Bool)?

  /// Runs `body`, whose reads end soon after `isCancelled` returns true. `isCancelled` is called
  /// often, on the thread of `body`.
  package static func with<Value>(
    _ isCancelled: @escaping @Sendable () -> Bool, _ body: () throws -> Value
  ) rethrows -> Value {
    try $isCancelled.withValue(isCancelled, operation: body)
  }

  package static func check() throws {
    if isCancelled?() == true { throw CancellationError() }
  }

  /// Returns `cancelled` for any error from reading the notebook at `path` if the read is canceled;
  /// otherwise nil.
  package static func meaning(of error: any Error, _ path: String) -> NotebookError? {
    isCancelled?() == true ? .cancelled(path: path) : nil
  }
}

extension Database {
  /// Runs `body`. Throws `SQLITE_INTERRUPT` after `milliseconds` of processor time, or if it is
  /// canceled. The connection must not have another limit.
  package func limited<Value>(
    milliseconds: UInt32, _ body: (Database) throws -> Value
  ) throws -> Value {
    guard let isCancelled = Cancellable.isCancelled else {
      setBudget(milliseconds: milliseconds)
      defer { setBudget(milliseconds: 0) }
      return try body(self)
    }
    let limit = ReadLimit(milliseconds: milliseconds, isCancelled: isCancelled)
    return try withExtendedLifetime(limit) {
      sqlite3_progress_handler(
        sqliteConnection, 1000,
        { context in
          guard let context else { return 0 }
          return Unmanaged<ReadLimit>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
        }, Unmanaged.passUnretained(limit).toOpaque())
      defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
      return try body(self)
    }
  }

  /// Returns the processor time for reading a notebook of `size` bytes, in milliseconds: 2 seconds,
  /// and one more for each 16 MB.
  package static func readingBudget(size: Int64) -> UInt32 {
    UInt32(clamping: 2_000 + max(0, size) >> 14)
  }
}

private final class ReadLimit {
  private let deadline: UInt64
  private let isCancelled: @Sendable () -> Bool

  init(milliseconds: UInt32, isCancelled: @escaping @Sendable () -> Bool) {
    deadline = sqlite_guard_processor_milliseconds() &+ UInt64(clamping: milliseconds)
    self.isCancelled = isCancelled
  }

  var isOver: Bool { isCancelled() || sqlite_guard_processor_milliseconds() >= deadline }
}

import CSystem
import Foundation
package import GRDB
import GRDBSQLite

/// Ends reads whose answer is not wanted any more.
///
/// Reads of a notebook within `with` check now and then whether they are still wanted, in the
/// middle of a statement too; if not, `NotebookError.cancelled` is thrown. Writing is not ended.
package enum Cancellable {
  @TaskLocal static var isCancelled: (@Sendable () -> Bool)?

  /// Runs `body`, whose reads end soon after `isCancelled` has become true. That is called often, and
  /// on the thread of `body`.
  package static func with<Value>(
    _ isCancelled: @escaping @Sendable () -> Bool, _ body: () throws -> Value
  ) rethrows -> Value {
    try $isCancelled.withValue(isCancelled, operation: body)
  }

  /// Throws once the answer is not wanted any more.
  package static func check() throws {
    if isCancelled?() == true { throw CancellationError() }
  }

  /// The meaning of `error`, met while reading the notebook at `path`, if the answer is not wanted
  /// any more. Otherwise returns nil.
  package static func meaning(of error: any Error, _ path: String) -> NotebookError? {
    isCancelled?() == true ? .cancelled(path: path) : nil
  }
}

extension Database {
  /// Runs `body`, which may use so much processor time and ends when it is cancelled; then it throws
  /// `SQLITE_INTERRUPT`. To be called where nothing else limits the connection.
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

  /// The processor time that reading a notebook of `size` bytes may use, in milliseconds: 2 seconds,
  /// and one more for each 16 MB.
  package static func readingBudget(size: Int64) -> UInt32 {
    UInt32(clamping: 2_000 + max(0, size) >> 14)
  }
}

/// The time until which a connection may read.
private final class ReadLimit {
  private let deadline: UInt64
  private let isCancelled: @Sendable () -> Bool

  init(milliseconds: UInt32, isCancelled: @escaping @Sendable () -> Bool) {
    deadline = sqlite_guard_processor_milliseconds() &+ UInt64(clamping: milliseconds)
    self.isCancelled = isCancelled
  }

  var isOver: Bool { isCancelled() || sqlite_guard_processor_milliseconds() >= deadline }
}

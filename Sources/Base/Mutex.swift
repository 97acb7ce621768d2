// Every file that has a mutex imports this module instead of `Synchronization`.
#if THREAD_SANITIZER
  internal import Foundation

  /// Replaces the standard library's mutex in `script/test --thread-sanitizer`. ThreadSanitizer
  /// does not recognize that mutex, and reports races on everything it guards.
  package final class Mutex<Value>: @unchecked Sendable {
    /// A value of at least one byte. A value without bytes would share its address with another
    /// value, and ThreadSanitizer would report a race.
    private struct Guarded {
      var value: Value
      private let filling: UInt8 = 0
    }

    private let lock = NSLock()
    private var guarded: Guarded

    package init(_ value: sending Value) { guarded = Guarded(value: value) }

    package func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&guarded.value)
    }

    package func withLockIfAvailable<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
      guard lock.try() else { return nil }
      defer { lock.unlock() }
      return try body(&guarded.value)
    }
  }
#else
  @_exported public import Synchronization
#endif

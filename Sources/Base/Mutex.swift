// Every file that has a mutex imports this module instead of `Synchronization`.
#if THREAD_SANITIZER
  internal import Foundation

  /// Stands for the standard library's mutex in `script/test --thread-sanitizer`: ThreadSanitizer does
  /// not see that one, and takes all that it guards for a race.
  package final class Mutex<Value>: @unchecked Sendable {
    // In this order: an empty value would be at the place of what comes after it, whose reading looks like
    // a race.
    private let lock = NSLock()
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    package func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    }

    package func withLockIfAvailable<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
      guard lock.try() else { return nil }
      defer { lock.unlock() }
      return try body(&value)
    }
  }
#else
  @_exported public import Synchronization
#endif

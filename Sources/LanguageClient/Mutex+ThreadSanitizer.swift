#if THREAD_SANITIZER
  import Foundation

  /// Stands for the standard library's mutex where races are looked for: ThreadSanitizer does not see
  /// that one, and takes all that it guards for a race. `script/test --thread-sanitizer` builds it
  /// into each module that has a mutex, where it goes before the other.
  final class Mutex<Value>: @unchecked Sendable {
    private var value: Value
    private let lock = NSLock()

    init(_ value: sending Value) { self.value = value }

    func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    }

    func withLockIfAvailable<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
      guard lock.try() else { return nil }
      defer { lock.unlock() }
      return try body(&value)
    }
  }
#endif

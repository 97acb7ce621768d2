import Dispatch

package enum Parallel {
  /// The number of values in one task: fewer are not worth a thread switch.
  private static let chunk = 16

  /// Returns the results of `body` for `values`, in their order, once all are computed. For more
  /// than 16 values, `body` runs on several threads. On other threads, it does not have the
  /// caller's task-local values.
  package static func map<Value: Sendable, Result: Sendable>(
    _ values: [Value], _ body: @Sendable (Value) -> Result
  ) -> [Result] {
    let count = (values.count + chunk - 1) / chunk
    guard count > 1 else { return values.map(body) }
    let parts = Mutex([[Result]](repeating: [], count: count))
    DispatchQueue.concurrentPerform(iterations: count) { number in
      let start = number * chunk
      let part = values[start..<min(start + chunk, values.count)].map(body)
      parts.withLock { $0[number] = part }
    }
    return parts.withLock { $0 }.flatMap { $0 }
  }
}

package import Dispatch

/// Work that no user waits for: counts, surveys and checks that a timer or the program itself started.
///
/// It must not delay work that a person requested: code that would share a resource, such as a connection,
/// checks `isCurrent` and uses a separate one.
package enum BackgroundWork {
  @TaskLocal private static var isInside = false

  /// Whether the caller is within `run`. Cost: one task-local read.
  package static var isCurrent: Bool { isInside }

  /// Runs `body` as background work.
  package static func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try $isInside.withValue(true, operation: body)
  }
}

/// Background work that runs once at a time on another queue: a request while it runs is ignored.
package final class BackgroundOnce: Sendable {
  private let isRunning = Mutex(false)
  private let running = DispatchGroup()

  package init() {}

  /// Starts `work` unless the previous one still runs. `start` puts it on a queue.
  package func begin(
    by start: (@escaping @Sendable () -> Void) -> Void = { work in
      DispatchQueue.global(qos: .utility).async { work() }
    },
    _ work: @escaping @Sendable () -> Void
  ) {
    let isFirst = isRunning.withLock { isRunning in
      defer { isRunning = true }
      return !isRunning
    }
    guard isFirst else { return }
    running.enter()
    start { [self] in
      BackgroundWork.run(work)
      isRunning.withLock { $0 = false }
      running.leave()
    }
  }

  /// Waits up to `patience` for the work to end. Returns whether nothing is running.
  package func hasEnded(within patience: DispatchTimeInterval) -> Bool {
    running.wait(timeout: .now() + patience) == .success
  }
}

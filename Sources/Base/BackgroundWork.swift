package import Dispatch

/// Work that no user waits for: counts, surveys and checks that a timer or the program itself
/// started.
///
/// Background work must not delay work that a user requested. Code that would share a resource,
/// such as a connection, checks `isCurrent` and uses a separate one.
package enum BackgroundWork {
  @TaskLocal private static var isInside = false

  /// Whether the caller is within `run`. Cost: one task-local read.
  package static var isCurrent: Bool { isInside }

  package static func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try $isInside.withValue(true, operation: body)
  }
}

/// Background work with at most one run at a time: a start during a run is ignored.
package final class BackgroundOnce: Sendable {
  private let isRunning = Mutex(false)
  private let running = DispatchGroup()

  package init() {}

  /// Starts `work`, unless a run has not ended yet. `start` submits the run to a queue.
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

  /// Waits for the current run, at most `patience`. Returns false if the run has not ended by then.
  package func hasEnded(within patience: DispatchTimeInterval) -> Bool {
    running.wait(timeout: .now() + patience) == .success
  }
}

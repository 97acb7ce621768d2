package import Dispatch

/// Work for which no user waits: counts, surveys and checks that a timer or the program itself began.
///
/// It goes beside the work that a person asked for, never before it: code that shares something with
/// others, such as a connection, looks here and uses a separate one.
package enum BackgroundWork {
  @TaskLocal private static var isInside = false

  /// Whether the caller is within `work`. Cost: a look at a task-local value.
  package static var isCurrent: Bool { isInside }

  /// Runs `body` as such work.
  package static func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try $isInside.withValue(true, operation: body)
  }
}

/// One such work, done on another queue and once at a time: to ask for it while it runs changes nothing.
package final class BackgroundOnce: Sendable {
  private let isRunning = Mutex(false)
  private let running = DispatchGroup()

  package init() {}

  /// Begins `work`, unless it is running. `start` puts it on a queue.
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

  /// Whether nothing is running, once `patience` has passed at the latest.
  package func hasEnded(within patience: DispatchTimeInterval) -> Bool {
    running.wait(timeout: .now() + patience) == .success
  }
}

import Base

/// The time since a page was last asked for. It counts only requests of browsers that were let in.
package final class Visits: Sendable {
  private struct State {
    var running = 0
    var last: SuspendingClock.Instant
  }

  private let state: Mutex<State>
  /// The time; that in which the machine sleeps does not count.
  private let now: @Sendable () -> SuspendingClock.Instant

  package init(now: @escaping @Sendable () -> SuspendingClock.Instant = { .now }) {
    self.now = now
    state = Mutex(State(last: now()))
  }

  package func begin() { change(1) }
  package func end() { change(-1) }

  /// Zero while a page is made.
  package var idle: Duration {
    state.withLock { $0.running > 0 ? .zero : now() - $0.last }
  }

  private func change(_ count: Int) {
    state.withLock { state in
      state.running += count
      state.last = now()
    }
  }
}

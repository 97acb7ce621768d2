import Base

/// Measures how long the browsers that were let in have been idle.
package final class Visits: Sendable {
  private struct State {
    var running = 0
    var last: SuspendingClock.Instant
  }

  private let state: Mutex<State>
  /// The clock, which stops while the machine sleeps.
  private let now: @Sendable () -> SuspendingClock.Instant

  package init(now: @escaping @Sendable () -> SuspendingClock.Instant = { .now }) {
    self.now = now
    state = Mutex(State(last: now()))
  }

  package func begin() { change(1) }
  package func end() { change(-1) }

  /// Time since the last answer, or since the start; zero while a request is being answered.
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

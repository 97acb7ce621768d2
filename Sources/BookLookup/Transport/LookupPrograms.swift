import Base
import Foundation

/// The processes that lookups have started. The owner can kill all of them at once; afterwards no
/// new one starts.
package final class LookupPrograms: Sendable {
  private struct State {
    var running: Set<pid_t> = []
    var isEnded = false
  }

  private let state = Mutex(State())

  package init() {}

  package func end() {
    state.withLock { state in
      state.isEnded = true
      for program in state.running { kill(program, SIGKILL) }
    }
  }

  var isAnyRunning: Bool { state.withLock { !$0.running.isEmpty } }

  /// Registers and returns the process that `start` starts; nil if it does not start, or after
  /// `end()`.
  func begin(_ start: () -> pid_t?) -> pid_t? {
    state.withLock { state in
      guard !state.isEnded, let program = start() else { return nil }
      state.running.insert(program)
      return program
    }
  }

  /// Checks with `wait`, which must not block, whether a process ended. If so, unregisters it,
  /// because its ID may then be reused. Returns the result of `wait`.
  func reap(_ program: pid_t, _ wait: () -> pid_t) -> pid_t {
    state.withLock { state in
      let ended = wait()
      // If the parent process ignores SIGCHLD, the system keeps no exit status.
      if ended == program || ended < 0 && errno == ECHILD { state.running.remove(program) }
      return ended
    }
  }
}

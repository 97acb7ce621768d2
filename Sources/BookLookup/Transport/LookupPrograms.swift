import Base
import Foundation

/// The programs that look-ups have started. The caller that began the look-ups can end all of them at once; after
/// that no other begins.
package final class LookupPrograms: Sendable {
  private struct State {
    var running: Set<pid_t> = []
    var isEnded = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Kills those that run.
  package func end() {
    state.withLock { state in
      state.isEnded = true
      for program in state.running { kill(program, SIGKILL) }
    }
  }

  /// Whether any runs, for tests.
  var isAnyRunning: Bool { state.withLock { !$0.running.isEmpty } }

  /// The process that `start` starts; nil if it does not start, or all are ended.
  func begin(_ start: () -> pid_t?) -> pid_t? {
    state.withLock { state in
      guard !state.isEnded, let program = start() else { return nil }
      state.running.insert(program)
      return program
    }
  }

  /// Asks with `wait` whether a process ended, and forgets it if it did: from then on its number may be that of
  /// another process. Returns what `wait` returns. `wait` must not block.
  func reap(_ program: pid_t, _ wait: () -> pid_t) -> pid_t {
    state.withLock { state in
      let ended = wait()
      // Where its parent had SIGCHLD ignored, the system keeps no end of it.
      if ended == program || ended < 0 && errno == ECHILD { state.running.remove(program) }
      return ended
    }
  }
}

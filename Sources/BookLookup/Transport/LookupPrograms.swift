internal import Base
internal import Foundation

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

  /// To be called before a process is waited for: its number is not given to another process until then.
  func forget(_ program: pid_t) { state.withLock { _ = $0.running.remove(program) } }
}

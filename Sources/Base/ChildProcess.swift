package import Foundation

/// A child process, in the process group of this program.
package struct ChildProcess: Sendable {
  package let id: pid_t

  package enum Stream: Sendable {
    case ours
    case nothing
    case descriptor(Int32)
  }

  /// Starts the program at `path`. The child starts without blocked signals. SIGINT, SIGQUIT,
  /// SIGTSTP, SIGPIPE and SIGXFSZ get their default action. Returns nil if the program cannot be
  /// started.
  package init?(
    _ path: String, _ arguments: [String], environment: [String: String], input: Stream = .ours,
    output: Stream = .ours, error: Stream = .ours
  ) {
    var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + variables { free(text) } }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      var actions: posix_spawn_file_actions_t?
    #else
      var attributes = posix_spawnattr_t()
      var actions = posix_spawn_file_actions_t()
    #endif
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGQUIT, SIGTSTP, SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(truncatingIfNeeded: POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in [(0, input), (1, output), (2, error)] as [(Int32, Stream)] {
      switch stream {
      case .ours: break
      case .nothing:
        posix_spawn_file_actions_addopen(
          &actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      }
    }
    var child: pid_t = 0
    guard posix_spawn(&child, path, &actions, &attributes, &argv, &variables) == 0 else {
      return nil
    }
    id = child
  }

  /// Waits until the program ends. Returns its exit status, 0 for success, or 128 plus the number
  /// of the signal that ended it. Returns nil if waitpid(2) fails.
  @discardableResult package func wait() -> Int32? {
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1 {
      if errno != EINTR { return nil }
    }
    return Self.exitStatus(status)
  }

  /// Decodes a status of wait(2): the exit status, or 128 plus the number of the signal.
  package static func exitStatus(_ encoded: Int32) -> Int32 {
    let signal = encoded & 0x7F
    return signal == 0 ? (encoded >> 8) & 0xFF : 128 + signal
  }
}

import Foundation

/// Another program that takes the terminal while it runs, as an editor does.
package enum ChildProgram {
  /// Runs the shell command `command` with more `arguments` after it, and waits. Returns its exit
  /// status, 0 for success, more than 128 for a signal; nil if it did not start.
  ///
  /// It is in our process group, so that it may read the terminal, and is stopped as we are; but an
  /// interrupt for it does not end us.
  package static func run(_ command: String, _ arguments: [String]) -> Int32? {
    let words = ["sh", "-c", command + " \"$@\"", command] + arguments
    var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + environment { free(text) } }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals that are ignored or blocked here must not be so there.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGQUIT, SIGTSTP, SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(truncatingIfNeeded: POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let handlers = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in handlers { signal(number, handler) } }
    var child: pid_t = 0
    guard posix_spawn(&child, "/bin/sh", nil, &attributes, &argv, &environment) == 0 else {
      return nil
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 {
      if errno != EINTR { return nil }
    }
    // As wait(2) encodes it.
    let fatal = status & 0x7F
    return fatal == 0 ? (status >> 8) & 0xFF : 128 + fatal
  }
}

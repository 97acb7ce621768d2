import Foundation

/// Another program that takes the terminal while it runs, as an editor does.
package enum ChildProgram {
  /// Runs the shell command `command` with more `arguments` after it, and waits. Returns its exit
  /// status, 0 for success, more than 128 for a signal; nil if it did not start.
  ///
  /// It is in our process group, so that it may read the terminal, and is stopped as we are; but an
  /// interrupt for it does not end us. With `input`, it reads that text, as far as it wants to; then
  /// SIGPIPE must be ignored here.
  package static func run(
    _ command: String, _ arguments: [String], input: String? = nil
  ) -> Int32? {
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
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    var ends: PipeEnds?
    if input != nil {
      guard let pipe = PipeEnds() else { return nil }
      posix_spawn_file_actions_adddup2(&actions, pipe.reading, 0)
      ends = pipe
    }
    var child: pid_t = 0
    let error = posix_spawn(&child, "/bin/sh", &actions, &attributes, &argv, &environment)
    if let input, let ends {
      close(ends.reading)
      if error == 0 { feed(input, to: ends.writing) }
      close(ends.writing)
    }
    guard error == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 {
      if errno != EINTR { return nil }
    }
    // As wait(2) encodes it.
    let fatal = status & 0x7F
    return fatal == 0 ? (status >> 8) & 0xFF : 128 + fatal
  }

  /// Writes the text, until its reader has enough.
  private static func feed(_ text: String, to descriptor: Int32) {
    var rest = ArraySlice(text.utf8)
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }
}

/// The ends of a pipe. No child inherits them: one that kept the end for writing would keep a reader
/// from seeing the end.
struct PipeEnds {
  let reading: Int32
  let writing: Int32

  /// Returns nil if the system has no pipe left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0, let reading = ends.first, let writing = ends.last else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (self.reading, self.writing) = (reading, writing)
  }
}

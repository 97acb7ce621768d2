import Base
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
    let handlers = ignoringInterrupts()
    defer { handlers.restore() }
    return start(command, arguments, input: input).flatMap(status)
  }

  /// The end of a program that signals may end.
  package enum End: Sendable, Equatable {
    /// It ended with this status, as `run` returns it; nil if it did not start.
    case ended(Int32?)
    /// We are to end, and it goes on.
    case goesOn
  }

  /// The same; but after a signal to end us, it is waited for no longer than `patience`, then it gets that
  /// signal, and `patience` once more. A terminal that is closed has sent one already, and an editor may
  /// take a second signal for an order to save nothing.
  package static func run(
    _ command: String, _ arguments: [String], endedBy signals: HeldSignals,
    patience: Duration = .seconds(1)
  ) -> End {
    let handlers = ignoringInterrupts()
    defer { handlers.restore() }
    guard let child = start(command, arguments, input: nil) else { return .ended(nil) }
    guard let done = PipeEnds() else { return .ended(status(of: child)) }
    defer { close(done.reading) }
    final class Ended: Sendable { let status = Mutex<Int32?>(nil) }
    let result = Ended()
    let waiter = Thread {
      let status = status(of: child)
      result.status.withLock { $0 = status }
      close(done.writing)
    }
    waiter.stackSize = 256 << 10
    waiter.start()
    let milliseconds =
      Int32(clamping: patience.components.seconds &* 1000)
      + Int32(clamping: patience.components.attoseconds / 1_000_000_000_000_000)
    /// The times that its end was waited for in vain since the signal.
    var rounds: Int?
    while true {
      let readable = Int16(truncatingIfNeeded: POLLIN)
      var places = [
        pollfd(fd: done.reading, events: readable, revents: 0),
        pollfd(fd: rounds == nil ? signals.descriptor : -1, events: readable, revents: 0),
      ]
      let ready = poll(&places, 2, rounds == nil ? -1 : milliseconds)
      if ready < 0, errno == EINTR { continue }
      guard ready >= 0 else { return .ended(status(of: child)) }
      if places.first?.revents != 0 { return .ended(result.status.withLock { $0 }) }
      if let passed = rounds {
        if passed > 0 { return .goesOn }
        kill(child, signals.number ?? SIGHUP)
        rounds = 1
      } else {
        rounds = 0
      }
    }
  }

  private static func ignoringInterrupts() -> SignalHandlers {
    SignalHandlers(setting: [SIGINT, SIGQUIT], to: SIG_IGN)
  }

  /// Starts the shell command.
  private static func start(
    _ command: String, _ arguments: [String], input: String?
  ) -> pid_t? {
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
    for number in [SIGINT, SIGQUIT, SIGTSTP, SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(truncatingIfNeeded: POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
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
    return error == 0 ? child : nil
  }

  /// Waits for the end of a process; its exit status, or 128 and the signal.
  private static func status(of child: pid_t) -> Int32? {
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

import Base
import Foundation

/// Runs another program that uses the terminal, such as an editor.
package enum ChildProgram {
  /// Runs the shell command `command` with `arguments` appended, and waits. Returns its exit
  /// status: 0 for success, more than 128 for a signal. Returns nil if it did not start, or if
  /// waitpid(2) fails.
  ///
  /// The program shares this process group, so it can read the terminal and is suspended together
  /// with this process. Interrupts while it runs do not end this process. The program can read
  /// `input` from its standard input; then this process must ignore SIGPIPE.
  package static func run(
    _ command: String, _ arguments: [String], input: String? = nil
  ) -> Int32? {
    let handlers = ignoringInterrupts()
    defer { handlers.restore() }
    return start(command, arguments, input: input)?.wait()
  }

  package enum End: Sendable, Equatable {
    /// The program ended with this status, as `run` returns it.
    case ended(Int32?)
    /// A signal to end arrived, and the program was still running after both waits.
    case goesOn
  }

  /// Runs a program like `run`, until it ends or a signal to end arrives. After that signal, waits
  /// for `patience`, sends the signal to the program, and waits for `patience` again. The first
  /// wait is for programs that already got the signal from a closed terminal: an editor may save
  /// nothing after a second one.
  package static func run(
    _ command: String, _ arguments: [String], endedBy signals: HeldSignals,
    patience: Duration = .seconds(1)
  ) -> End {
    let handlers = ignoringInterrupts()
    defer { handlers.restore() }
    guard let child = start(command, arguments, input: nil) else { return .ended(nil) }
    guard let done = PipeEnds() else { return .ended(child.wait()) }
    defer { close(done.reading) }
    final class Ended: Sendable { let status = Mutex<Int32?>(nil) }
    let result = Ended()
    let waiter = Thread {
      let status = child.wait()
      result.status.withLock { $0 = status }
      close(done.writing)
    }
    waiter.stackSize = 256 << 10
    waiter.start()
    let milliseconds =
      Int32(clamping: patience.components.seconds &* 1000)
      + Int32(clamping: patience.components.attoseconds / 1_000_000_000_000_000)
    /// Number of waits that timed out since the signal; nil before the signal.
    var rounds: Int?
    while true {
      let readable = Int16(truncatingIfNeeded: POLLIN)
      var polled = [
        pollfd(fd: done.reading, events: readable, revents: 0),
        pollfd(fd: rounds == nil ? signals.descriptor : -1, events: readable, revents: 0),
      ]
      let ready = poll(&polled, 2, rounds == nil ? -1 : milliseconds)
      if ready < 0, errno == EINTR { continue }
      guard ready >= 0 else { return .ended(child.wait()) }
      if polled.first?.revents != 0 { return .ended(result.status.withLock { $0 }) }
      if let passed = rounds {
        if passed > 0 { return .goesOn }
        kill(child.id, signals.number ?? SIGHUP)
        rounds = 1
      } else {
        rounds = 0
      }
    }
  }

  private static func ignoringInterrupts() -> SignalHandlers {
    SignalHandlers(setting: [SIGINT, SIGQUIT], to: SIG_IGN)
  }

  private static func start(
    _ command: String, _ arguments: [String], input: String?
  ) -> ChildProcess? {
    let words = ["-c", command + " \"$@\"", command] + arguments
    let environment = ProcessInfo.processInfo.environment
    guard let input else { return ChildProcess("/bin/sh", words, environment: environment) }
    guard let ends = PipeEnds() else { return nil }
    let child = ChildProcess(
      "/bin/sh", words, environment: environment, input: .descriptor(ends.reading))
    close(ends.reading)
    if child != nil { feed(input, to: ends.writing) }
    close(ends.writing)
    return child
  }

  /// Ignores errors, such as a reader that has closed its end.
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

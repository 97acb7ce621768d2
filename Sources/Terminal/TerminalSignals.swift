import Base
import Foundation

import struct Synchronization.Atomic

/// Delivers signals as bytes in a pipe, so that they can be polled together with keys. Use only one
/// at a time in a process.
struct TerminalSignals {
  /// The handled signals: a new size, suspension and continuation, and signals that end the
  /// program.
  static let handled = [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let fatal = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  /// The pipe's end for writing; -1 without a pipe.
  fileprivate static let pipeEnd = Atomic<Int32>(-1)

  let descriptor: Int32

  /// Installs the handlers; nil if the system has no pipe left.
  init?() {
    guard let ends = PipeEnds() else { return nil }
    for end in [ends.reading, ends.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    descriptor = ends.reading
    Self.pipeEnd.store(ends.writing, ordering: .relaxed)
    take()
  }

  func take() {
    for number in Self.handled { signal(number, forward) }
    for number in Self.fatal { signal(number, restoreAndDie) }
  }

  /// Restores the default action of the handled and fatal signals, also if one was ignored before.
  func release() {
    for number in Self.handled + Self.fatal { signal(number, SIG_DFL) }
    let end = Self.pipeEnd.exchange(-1, ordering: .relaxed)
    close(end)
    close(descriptor)
  }

  /// Returns the signals that arrived since the last call, at most 64.
  func arrived() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).map(Int32.init)
  }
}

private func forward(_ number: Int32) {
  let saved = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(TerminalSignals.pipeEnd.load(ordering: .relaxed), &byte, 1)
  errno = saved
}

/// Restores a terminal in a signal handler, which may do almost nothing else.
enum EmergencyExit {
  /// The terminal's descriptor for reading; -1 if there is nothing to restore.
  fileprivate static let terminal = Atomic<Int32>(-1)
  fileprivate static let screen = Atomic<Int32>(-1)
  nonisolated(unsafe) fileprivate static let settings = {
    let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    settings.initialize(to: termios())
    return settings
  }()

  static func arm(_ input: Int32, _ output: Int32, _ saved: termios) {
    settings.pointee = saved
    screen.store(output, ordering: .sequentiallyConsistent)
    terminal.store(input, ordering: .sequentiallyConsistent)
  }

  static func disarm() { terminal.store(-1, ordering: .sequentiallyConsistent) }
}

private func restoreAndDie(_ number: Int32) {
  let descriptor = EmergencyExit.terminal.load(ordering: .relaxed)
  if descriptor >= 0 {
    let sequence = Screen.leaving
    _ = write(
      EmergencyExit.screen.load(ordering: .relaxed), sequence.utf8Start, sequence.utf8CodeUnitCount)
    _ = tcsetattr(descriptor, TCSANOW, EmergencyExit.settings)
  }
  signal(number, SIG_DFL)
  raise(number)
}

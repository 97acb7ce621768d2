import Base
import Foundation
import NotebookFile

import struct Synchronization.Atomic

/// Ends a command on Ctrl-C, or on a signal to end (SIGTERM, SIGHUP).
///
/// A command that only reads prints a message and ends at once. A command that writes finishes its
/// step, publishes the saved changes, and prints what was kept; a second interrupt ends it at once.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// The signal that arrived; 0 if none did.
  private static let number = Atomic<Int32>(0)
  /// Whether an interrupt lets the current step finish.
  private static let finishes = Atomic(false)
  /// The signals that `begin` handles. Signals that the parent process ignored, as nohup does, stay
  /// ignored.
  private static let handled = Mutex<[Int32]>([])
  private static let kept = Mutex<String?>(nil)
  private static let stopped = Mutex<Work.Step?>(nil)

  static var came: Bool { number.load(ordering: .relaxed) != 0 }

  /// Handles the signals from now on, except ignored ones.
  static func begin() {
    // The parent process may have blocked the signals, and blocked signals are inherited.
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals {
      if isIgnored(install(signal)) {
        Foundation.signal(signal, SIG_IGN)
      } else {
        handled.withLock { $0.append(signal) }
      }
      sigaddset(&set, signal)
    }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Runs `body`. An interrupt does not abort it, but makes its reads fail, so that it throws.
  /// `kept` describes the completed work in the message after an interrupt.
  static func finishing<Value>(_ kept: String, _ body: () throws -> Value) rethrows -> Value {
    self.kept.withLock { $0 = kept }
    finishes.store(true, ordering: .relaxed)
    defer { if came { stopped.withLock { $0 = $0 ?? ProgressLine.shared.step } } }
    return try Cancellable.with({ came }, body)
  }

  /// Replaces the message about what was kept, which is printed if the command is interrupted.
  static func correct(_ kept: String) { self.kept.withLock { $0 = kept } }

  /// Runs `body` with the default action of the handled signals, which is to end the program.
  static func whileOrdinary<Value>(_ body: () throws -> Value) rethrows -> Value {
    let handled = handled.withLock { $0 }
    for number in handled { signal(number, SIG_DFL) }
    defer { for number in handled { install(number) } }
    return try body()
  }

  /// Throws if a signal arrived, so that the program ends.
  static func check() throws {
    struct Interrupted: Error {}
    if came { throw Interrupted() }
  }

  /// Prints a message about the work, and ends the program with the signal that arrived. Returns if
  /// no signal arrived.
  static func end() {
    let step = stopped.withLock { $0 } ?? ProgressLine.shared.step
    ProgressLine.shared.end()
    guard came else { return }
    let count =
      step.total.map { " (\(step.done) of \($0))" } ?? (step.done > 0 ? " (\(step.done))" : "")
    let kept = kept.withLock { $0 } ?? "nothing was changed"
    StandardError.write(
      "commonplace: stopped at: \(step.name.asPhrase)\(count): \(kept)")
    let number = number.load(ordering: .relaxed)
    signal(number, SIG_DFL)
    kill(getpid(), number)
    Foundation.exit(128 + number)
  }

  @discardableResult
  private static func install(_ number: Int32) -> sighandler_t? {
    signal(number) { number in Interruption.take(number) }
  }

  private static func isIgnored(_ handler: sighandler_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Runs in the signal handler, so it must not allocate memory.
  private static func take(_ signal: Int32) {
    let isFirst = number.exchange(signal, ordering: .relaxed) == 0
    if isFirst, finishes.load(ordering: .relaxed) { return }
    let text: StaticString =
      isFirst
      ? "commonplace: stopped; nothing was changed\n"
      : "commonplace: stopped at once; everything saved so far is kept\n"
    if isatty(2) == 1 { _ = write(2, "\r\u{1B}[K", 4) }
    _ = write(2, text.utf8Start, text.utf8CodeUnitCount)
    Foundation.signal(signal, SIG_DFL)
    kill(getpid(), signal)
  }
}

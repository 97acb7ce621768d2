import Base
import Foundation
import NotebookFile

import struct Synchronization.Atomic

/// The end of a command that is interrupted: by Ctrl-C, or by a signal to end.
///
/// One that only reads says so and ends at once. One that writes finishes its step, publishes the
/// saved changes, and says that they are kept; a second interrupt ends it at once.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// The signal that came; 0 for none.
  private static let number = Atomic<Int32>(0)
  /// Whether the step is to be finished.
  private static let finishes = Atomic(false)
  private static let isInstalled = Atomic(false)
  /// The work that is kept, for the last message.
  private static let kept = Mutex<String?>(nil)
  /// The step at which it ended.
  private static let stopped = Mutex<Work.Step?>(nil)

  /// Whether the command is to end.
  static var came: Bool { number.load(ordering: .relaxed) != 0 }

  /// Takes the signals from now on, except those that are ignored.
  static func begin() {
    isInstalled.store(true, ordering: .relaxed)
    // The process that started this one may have blocked them, which is inherited.
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals {
      install(signal)
      sigaddset(&set, signal)
    }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Runs `body`, which is not broken off: an interrupt lets its reads end, and then it throws.
  /// `kept` is said at the end, about the work that was done.
  static func finishing<Value>(_ kept: String, _ body: () throws -> Value) rethrows -> Value {
    self.kept.withLock { $0 = kept }
    finishes.store(true, ordering: .relaxed)
    defer { if came { stopped.withLock { $0 = $0 ?? ProgressLine.shared.step } } }
    return try Cancellable.with({ came }, body)
  }

  /// Replaces the message about what was kept, which is printed if the command is interrupted.
  static func correct(_ kept: String) { self.kept.withLock { $0 = kept } }

  /// Runs `body`, in which the signals end the program as they always do.
  static func whileOrdinary<Value>(_ body: () throws -> Value) rethrows -> Value {
    guard isInstalled.load(ordering: .relaxed) else { return try body() }
    for number in signals { signal(number, SIG_DFL) }
    defer { for number in signals { install(number) } }
    return try body()
  }

  /// Throws if a signal came, so that the program ends.
  static func check() throws {
    struct Interrupted: Error {}
    if came { throw Interrupted() }
  }

  /// Ends the program as the signal does, after a word on the work; returns if none came.
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

  private static func install(_ number: Int32) {
    let old = signal(number) { number in Interruption.take(number) }
    // Of a program that was started with nohup.
    if isIgnored(old) { signal(number, SIG_IGN) }
  }

  private static func isIgnored(_ handler: sighandler_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// In the handler of a signal: nothing here allocates memory.
  private static func take(_ signal: Int32) {
    let isFirst = number.exchange(signal, ordering: .relaxed) == 0
    if isFirst, finishes.load(ordering: .relaxed) { return }
    let text: StaticString =
      isFirst
      ? "commonplace: stopped; nothing was changed\n"
      : "commonplace: stopped at once; all that was saved is kept\n"
    if isatty(2) == 1 { _ = write(2, "\r\u{1B}[K", 4) }
    _ = write(2, text.utf8Start, text.utf8CodeUnitCount)
    Foundation.signal(signal, SIG_DFL)
    kill(getpid(), signal)
  }
}

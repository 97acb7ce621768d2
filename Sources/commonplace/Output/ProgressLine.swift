import Base
import Foundation
import Terminal

/// The line on the terminal that shows what a command is doing, and that it is still running.
///
/// The line appears when a command has printed nothing for a while, and is redrawn ten times a
/// second, even if the work reports no steps. Other output replaces it, and it is hidden while a
/// user types. It is written to standard error, and only on a terminal.
final class ProgressLine: Sendable {
  static let shared = ProgressLine()

  private struct State {
    var step: Work.Step
    /// The time of the last other output; nil while the line must not appear.
    var silentSince: ContinuousClock.Instant?
    var isShown = false
    var frame = 0
    var columns = 80
  }

  private let state = Mutex(State(step: Work.Step(name: "Working")))
  private let begun = ContinuousClock.now
  /// Time without output before the line appears. `COMMONPLACE_PROGRESS_AFTER`, in milliseconds, is
  /// for tests.
  private let patience: Duration
  private let isOnTerminal: Bool
  /// Additional time of each step, in microseconds. `COMMONPLACE_SLOW_STEPS`, in milliseconds, is
  /// for tests.
  private let slowness: UInt32

  private init() {
    let environment = ProcessInfo.processInfo.environment
    let given = environment["COMMONPLACE_PROGRESS_AFTER"].flatMap { Int($0) }
    patience = .milliseconds(min(max(0, given ?? 300), 10_000))
    let slow = environment["COMMONPLACE_SLOW_STEPS"].flatMap { Int($0) } ?? 0
    slowness = UInt32(clamping: min(max(0, slow), 1000) * 1000)
    isOnTerminal = isatty(2) == 1 && !["dumb", ""].contains(environment["TERM"] ?? "")
  }

  func begin(_ name: String) {
    guard isOnTerminal else { return }
    state.withLock { state in
      state.step.name = name
      state.silentSince = .now
      if patience == .zero { draw(&state) }
    }
    let ticker = Thread { [self] in
      while true {
        usleep(100_000)
        state.withLock { tick(&$0) }
      }
    }
    ticker.stackSize = 256 << 10
    ticker.start()
  }

  func take(_ step: Work.Step) {
    state.withLock { state in
      let isOther = state.step.name != step.name
      state.step = step
      if patience == .zero, isOther, state.silentSince != nil { draw(&state) }
    }
    if slowness > 0 { usleep(slowness) }
  }

  /// Runs `body`, which writes to the terminal, with the line hidden.
  func away<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isOnTerminal else { return try body() }
    return try state.withLock { state throws(Failure) in
      hide(&state)
      if state.silentSince != nil { state.silentSince = .now }
      return try body()
    }
  }

  /// Runs `body` with the line hidden, while the user or another program uses the terminal. An
  /// interrupt ends the program.
  func paused<Value>(_ body: () throws -> Value) rethrows -> Value {
    try hidden { try Interruption.whileOrdinary(body) }
  }

  /// Runs `body` with the line hidden, while the user or another program uses the terminal.
  func hidden<Value>(_ body: () throws -> Value) rethrows -> Value {
    let wasRunning = state.withLock { state in
      hide(&state)
      defer { state.silentSince = nil }
      return state.silentSince != nil
    }
    defer { if wasRunning { state.withLock { $0.silentSince = .now } } }
    return try body()
  }

  var step: Work.Step { state.withLock { $0.step } }

  /// Removes the line permanently.
  func end() {
    state.withLock { state in
      hide(&state)
      state.silentSince = nil
    }
  }

  // MARK: Drawing

  private func tick(_ state: inout State) {
    guard let since = state.silentSince, ContinuousClock.now - since >= patience else { return }
    draw(&state)
  }

  private func draw(_ state: inout State) {
    if state.frame.isMultiple(of: 10) { state.columns = ScreenSize(of: 2).columns }
    let seconds = Int(exactly: ((ContinuousClock.now - begun) / .seconds(1)).rounded(.down)) ?? 0
    let text = Self.text(
      state.step, frame: state.frame, seconds: seconds, isStopping: Interruption.came)
    state.frame &+= 1
    state.isShown = true
    // The last column stays empty, because some terminals start a new line after it.
    let line = Line(text).clipped(to: max(1, state.columns - 1)).text
    try? Descriptor.standardError.write("\r\u{1B}[K" + line)
  }

  private func hide(_ state: inout State) {
    guard state.isShown else { return }
    state.isShown = false
    try? Descriptor.standardError.write("\r\u{1B}[K")
  }

  /// Returns the text of the line, such as `/ Importing files ██████░░░░ 30 of 50, 4 s`.
  static func text(
    _ step: Work.Step, frame: Int, seconds: Int, isStopping: Bool = false
  ) -> String {
    let marks = ["|", "/", "-", "\\"]
    var text = marks[frame & 3] + " " + (isStopping ? "Stopping: " : "") + step.name
    if let total = step.total, total > 0 {
      let done = min(max(0, step.done), total)
      let filled = Int(exactly: (Double(done) / Double(total) * 20).rounded(.down)) ?? 0
      text += " " + String(repeating: "█", count: filled)
      text += String(repeating: "░", count: 20 - filled) + " \(done) of \(total)"
    } else if step.done > 0 {
      text += " \(step.done)"
    }
    return text + (seconds > 0 ? ", \(seconds) s" : "")
  }
}

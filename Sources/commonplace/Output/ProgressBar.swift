import Foundation

/// The progress of some work, on a terminal's standard error and only there.
final class ProgressBar {
  private let name: String
  private var shown = -1
  private let begun = ContinuousClock.now

  init(_ name: String) { self.name = name }

  /// Runs `body` with a function that takes its progress; the line is gone afterwards.
  func showing<Value>(_ body: (_ progress: (Int, Int) -> Void) throws -> Value) rethrows -> Value {
    defer { if shown >= 0 { StandardError.show("\r\u{1B}[K") } }
    return try body(show)
  }

  private func show(_ done: Int, of total: Int) {
    // Work that is done in a moment needs no bar.
    guard total > 0, isatty(2) == 1, ContinuousClock.now - begun > .milliseconds(200) else {
      return
    }
    let percent = done * 100 / total
    guard percent != shown else { return }
    shown = percent
    let filled = percent * 24 / 100
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
    StandardError.show("\r\u{1B}[K\(name) \(bar) \(done) of \(total)")
  }
}

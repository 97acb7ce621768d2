import Base
import Foundation

import struct Synchronization.Atomic

/// Holds signals to end during work that must not be aborted. Only one at a time in a process.
package struct HeldSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  /// The first signal that arrived; 0 for none.
  fileprivate static let first = Atomic<Int32>(0)
  /// The pipe that gets a byte for each signal; -1 for none.
  fileprivate static let pipeEnd = Atomic<Int32>(-1)

  /// Readable once a signal has arrived; -1 if the system has no pipe left.
  let descriptor: Int32

  /// The first signal that arrived; nil for none.
  package var number: Int32? {
    let number = Self.first.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Runs `body`, during which signals to end are only recorded; ignored signals stay ignored. Afterward,
  /// raises the first recorded signal for its previous handler.
  package static func hold<Value>(_ body: (HeldSignals) throws -> Value) rethrows -> Value {
    let ends = PipeEnds()
    if let ends { _ = fcntl(ends.writing, F_SETFL, O_NONBLOCK) }
    first.store(0, ordering: .relaxed)
    pipeEnd.store(ends?.writing ?? -1, ordering: .relaxed)
    let handlers = SignalHandlers(setting: numbers, to: note)
    let held = HeldSignals(descriptor: ends?.reading ?? -1)
    defer {
      handlers.restore()
      pipeEnd.store(-1, ordering: .relaxed)
      if let ends {
        close(ends.reading)
        close(ends.writing)
      }
      if let number = held.number { raise(number) }
    }
    return try body(held)
  }
}

/// Runs in a signal handler: must not allocate memory.
private func note(_ number: Int32) {
  let saved = errno
  _ = HeldSignals.first.compareExchange(expected: 0, desired: number, ordering: .relaxed)
  var byte: UInt8 = 0
  _ = write(HeldSignals.pipeEnd.load(ordering: .relaxed), &byte, 1)
  errno = saved
}

/// The previous handlers of signals, to be restored.
///
/// They are stored as numbers: Swift treats `SIG_IGN`, whose address is 1, in a list of optional
/// functions as the list's end.
struct SignalHandlers {
  private let saved: [(signal: Int32, handler: Int)]

  /// Sets the handler of `numbers`, except for ignored signals.
  init(setting numbers: [Int32], to handler: sighandler_t) {
    let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
    saved = numbers.map { number in
      let old = unsafeBitCast(signal(number, handler), to: Int.self)
      if old == ignored { signal(number, SIG_IGN) }
      return (number, old)
    }
  }

  func restore() {
    for (number, handler) in saved {
      signal(number, unsafeBitCast(handler, to: sighandler_t?.self))
    }
  }
}

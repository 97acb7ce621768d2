import Base
import Foundation

import struct Synchronization.Atomic

/// Holds signals to end during work that must not be aborted. Use only one at a time in a process.
package struct HeldSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  fileprivate static let first = Atomic<Int32>(0)
  /// The end of the pipe that gets a byte for each signal; -1 without a pipe.
  fileprivate static let pipeEnd = Atomic<Int32>(-1)

  /// Readable once a signal has arrived; -1 if the system has no pipe left.
  let descriptor: Int32

  /// The first signal that arrived; nil if none did.
  package var number: Int32? {
    let number = Self.first.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Runs `body`, and only records signals to end that arrive while it runs. Ignored signals stay
  /// ignored. Afterward, raises the first recorded signal for its previous handler.
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

/// Records a signal. Runs in a signal handler, so it must not allocate memory.
private func note(_ number: Int32) {
  let saved = errno
  _ = HeldSignals.first.compareExchange(expected: 0, desired: number, ordering: .relaxed)
  var byte: UInt8 = 0
  _ = write(HeldSignals.pipeEnd.load(ordering: .relaxed), &byte, 1)
  errno = saved
}

/// The previous handlers of signals, to be restored.
///
/// Stored as numbers, because `SIG_IGN` has the address 1: in an array of optional functions, Swift
/// treats it as the array's end.
struct SignalHandlers {
  private let saved: [(signal: Int32, handler: Int)]

  /// Sets the handler of the signals `numbers`; ignored signals stay ignored.
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

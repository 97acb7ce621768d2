import Base
import Foundation

import struct Synchronization.Atomic

/// Signals to end that are kept for later, while something goes on that must not be broken off. One
/// at a time in a process.
package struct HeldSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  /// The first that came; 0 for none.
  fileprivate static let first = Atomic<Int32>(0)
  /// The pipe that is written to when one comes; -1 for none.
  fileprivate static let pipeEnd = Atomic<Int32>(-1)

  /// Can be read once a signal has come; -1 if the system has no pipe left.
  let descriptor: Int32

  /// The first signal that has come.
  package var number: Int32? {
    let number = Self.first.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Runs `body`, during which signals to end are only noted. Those that are ignored stay so. Then the
  /// first that came is sent again, to its usual handler.
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

/// In the handler of a signal: nothing here allocates memory.
private func note(_ number: Int32) {
  let saved = errno
  _ = HeldSignals.first.compareExchange(expected: 0, desired: number, ordering: .relaxed)
  var byte: UInt8 = 0
  _ = write(HeldSignals.pipeEnd.load(ordering: .relaxed), &byte, 1)
  errno = saved
}

/// The handlers that signals had, to be given back.
///
/// They are kept as numbers: to Swift a list of optional functions ends at `SIG_IGN`, whose address is 1.
struct SignalHandlers {
  private let saved: [(signal: Int32, handler: Int)]

  /// Sets the handler of `numbers`; those that are ignored stay so.
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

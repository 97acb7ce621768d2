import Foundation

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

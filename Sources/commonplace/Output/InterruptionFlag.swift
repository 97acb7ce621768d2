import struct Synchronization.Atomic

/// A flag that a signal handler may raise.
final class InterruptionFlag: Sendable {
  private let value = Atomic(false)

  var isRaised: Bool { value.load(ordering: .relaxed) }

  func raise() { value.store(true, ordering: .relaxed) }
}

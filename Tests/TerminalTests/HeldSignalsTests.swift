import Foundation
import Testing

import struct Synchronization.Atomic

@testable import Terminal

/// Signals that come while they are held are sent again afterwards. They are of the whole process, so that
/// the tests run one after the other.
@Suite(.serialized) struct HeldSignalsTests {
  /// The threads of tests block signals.
  private static func unblock() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  @Test func anIgnoredSignalStaysIgnored() {
    let old = signal(SIGHUP, SIG_IGN)
    Self.unblock()
    defer { signal(SIGHUP, old) }
    HeldSignals.hold { held in
      raise(SIGHUP)
      #expect(held.number == nil)
    }
  }

  @Test func theFirstIsSentAgain() {
    let old = signal(SIGTERM, SIG_IGN)
    Self.unblock()
    defer { signal(SIGTERM, old) }
    signal(SIGTERM) { _ in received.add(1, ordering: .relaxed) }
    HeldSignals.hold { held in
      #expect(held.number == nil)
      raise(SIGTERM)
      #expect(held.number == SIGTERM)
      #expect(received.load(ordering: .relaxed) == 0)
    }
    #expect(received.load(ordering: .relaxed) == 1)
  }

  @Test func aProgramEndsByTheSignal() {
    let old = signal(SIGTERM) { _ in }
    Self.unblock()
    defer { signal(SIGTERM, old) }
    let end = HeldSignals.hold { held in
      raise(SIGTERM)
      return ChildProgram.run("exec sleep 1000", [], endedBy: held, patience: .seconds(2))
    }
    #expect(end == .ended(128 + SIGTERM))
  }

  @Test func oneThatGoesOnIsNotWaitedFor() {
    let old = signal(SIGTERM) { _ in }
    Self.unblock()
    defer { signal(SIGTERM, old) }
    let end = HeldSignals.hold { held in
      raise(SIGTERM)
      return ChildProgram.run(
        "trap '' TERM; exec sleep 30", [], endedBy: held, patience: .seconds(2))
    }
    #expect(end == .goesOn)
  }

  /// Handlers after an ignored one are given back, too.
  @Test func handlersComeBack() {
    let old = SignalHandlers(setting: [SIGHUP], to: SIG_IGN)
    defer { old.restore() }
    let other = signal(SIGTERM) { _ in received.add(1, ordering: .relaxed) }
    defer { signal(SIGTERM, other) }
    Self.unblock()
    let count = received.load(ordering: .relaxed)
    SignalHandlers(setting: [SIGHUP, SIGTERM], to: SIG_IGN).restore()
    raise(SIGTERM)
    #expect(received.load(ordering: .relaxed) == count + 1)
  }

  @Test func withoutASignalItIsWaitedFor() {
    let end = HeldSignals.hold { ChildProgram.run("exit 3; :", [], endedBy: $0) }
    #expect(end == .ended(3))
  }
}

/// The signals that came.
private let received = Atomic(0)

import Base
import Testing

@testable import WebServer

@Suite struct VisitsTests {
  private final class Clock: Sendable {
    let time = Mutex(SuspendingClock.now)
    func pass(_ duration: Duration) { time.withLock { $0 += duration } }
  }

  @Test func countsTheTimeWithoutRequests() {
    let clock = Clock()
    let visits = Visits { clock.time.withLock { $0 } }
    clock.pass(.seconds(5))
    #expect(visits.idle == .seconds(5))
    visits.begin()
    visits.begin()
    clock.pass(.seconds(3600))
    #expect(visits.idle == .zero)
    visits.end()
    clock.pass(.seconds(1))
    #expect(visits.idle == .zero)
    visits.end()
    #expect(visits.idle == .zero)
    clock.pass(.seconds(7))
    #expect(visits.idle == .seconds(7))
  }
}

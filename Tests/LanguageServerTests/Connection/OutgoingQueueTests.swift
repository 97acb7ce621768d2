import Foundation
import Testing

@testable import LanguageServer

/// The frames that wait for a client that does not read.
@Suite struct OutgoingQueueTests {
  private func frame(_ text: String, topic: String? = nil) -> OutgoingQueue.Frame {
    OutgoingQueue.Frame(bytes: Array(text.utf8), topic: topic)
  }

  private func text(_ frame: OutgoingQueue.Frame?) -> String? {
    frame.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// The frames that are taken, at most `count`.
  private func take(_ count: Int, from queue: OutgoingQueue) -> [String?] {
    (0..<count).map { _ in
      let frame = queue.next()
      if let frame { queue.finish(frame) }
      return text(frame)
    }
  }

  /// Adds a frame on another thread, and returns once that waits for room. The signal says that it
  /// has been added.
  private func addBlocked(_ text: String, to queue: OutgoingQueue) -> DispatchSemaphore {
    let (isAdded, count) = (DispatchSemaphore(value: 0), queue.waitingCount)
    Thread {
      queue.add(OutgoingQueue.Frame(bytes: Array(text.utf8)))
      isAdded.signal()
    }.start()
    let deadline = ContinuousClock.now + .seconds(60)
    while queue.waitingCount == count, ContinuousClock.now < deadline { usleep(1_000) }
    #expect(queue.waitingCount == count + 1)
    return isAdded
  }

  /// At the end no sender waits for a client that does not read.
  @Test func noSenderWaitsAtTheEnd() {
    let queue = OutgoingQueue(limit: 10)
    queue.add(frame("0123456789"))
    let isAdded = addBlocked("dropped", to: queue)
    queue.stopWaiting()
    isAdded.wait()
    queue.add(frame("dropped, too"))
    #expect(take(1, from: queue) == ["0123456789"])
    queue.add(frame("room"))
    #expect(take(1, from: queue) == ["room"])
    #expect(queue.isDone)
  }

  @Test func keepsTheOrder() {
    let queue = OutgoingQueue()
    let names = (0..<3000).map(String.init)
    for name in names { queue.add(frame(name)) }
    #expect(take(names.count, from: queue) == names)
    #expect(queue.isDone)
  }

  /// Only when room is short, and the newest of a topic stays.
  @Test func supersededFramesGoFirst() {
    let queue = OutgoingQueue(limit: 40)
    queue.add(frame("first a 10", topic: "a"))
    queue.add(frame("answer 010"))
    queue.add(frame("secnd a 10", topic: "a"))
    queue.add(frame("first b 10", topic: "b"))
    queue.add(frame("third a 10", topic: "a"))
    queue.add(frame("answer 020"))
    #expect(
      take(4, from: queue) == ["answer 010", "first b 10", "third a 10", "answer 020"])
  }

  @Test func aSenderWaitsForRoom() {
    let queue = OutgoingQueue(limit: 10)
    queue.add(frame("12345678"))
    let isAdded = addBlocked("longer than the limit", to: queue)
    #expect(take(2, from: queue) == ["12345678", "longer than the limit"])
    #expect(isAdded.wait(timeout: .now() + 60) == .success)
  }

  /// One goes on waiting until half of the room is free, and no other overtakes it.
  @Test func thereIsRoomAgainWhenHalfIsFree() {
    let queue = OutgoingQueue(limit: 40)
    for name in ["0", "1", "2", "3"] { queue.add(frame(name + "123456789")) }
    let isAdded = addBlocked("late", to: queue)
    _ = take(1, from: queue)
    #expect(queue.waitingCount == 1)
    _ = take(1, from: queue)
    #expect(isAdded.wait(timeout: .now() + 60) == .success)
    #expect(take(3, from: queue) == ["2123456789", "3123456789", "late"])
  }

  @Test func aReaderWaitsForAFrame() {
    let queue = OutgoingQueue()
    for name in ["a", "b"] {
      Thread {
        usleep(10_000)
        queue.add(OutgoingQueue.Frame(bytes: Array(name.utf8)))
      }.start()
    }
    #expect(Set(take(2, from: queue)) == ["a", "b"])
  }

  @Test func aClosedQueueHoldsNobody() {
    let queue = OutgoingQueue(limit: 1)
    queue.add(frame("1"))
    let isAdded = addBlocked("2", to: queue)
    #expect(!queue.isDone)
    queue.close()
    #expect(isAdded.wait(timeout: .now() + 60) == .success)
    #expect(queue.next() == nil)
    queue.add(frame("3"))
    #expect(queue.next() == nil)
    #expect(queue.isDone)
  }
}

import Base
import Dispatch
import LanguageServerProtocol
import Testing

@testable import LanguageServer

@Suite struct IncomingQueueTests {
  /// A message that weighs as much as the overhead.
  private func message(_ name: String) -> MessageReader.Incoming {
    .message(.notification(method: name, params: nil), size: 0)
  }

  private func name(_ incoming: MessageReader.Incoming?) -> String? {
    guard case .message(.notification(let name, _), _)? = incoming else { return nil }
    return name
  }

  private static let overhead = IncomingQueue.overhead

  @Test func messagesAreHandledAtOnceWhileThereIsLittleWork() {
    let queue = IncomingQueue(limit: 4 * Self.overhead)
    for index in 0..<10 {
      #expect(queue.admit(message("\(index)")))
      queue.begin(0)
      #expect(!queue.end(0))
    }
    #expect(queue.next() == nil)
  }

  @Test func messagesWaitForWorkInTheirOrder() {
    let queue = IncomingQueue(limit: 4 * Self.overhead)
    for _ in 0..<4 { queue.begin(0) }
    for name in ["a", "b", "c"] { #expect(!queue.admit(message(name))) }
    #expect(queue.next() == nil)
    #expect(!queue.end(0))
    #expect(queue.end(0), "half of the work is done")
    #expect(!queue.admit(message("d")), "not before those that wait")
    #expect(!queue.end(0), "they are being handed on already")
    #expect(["a", "b", "c", "d"].map { $0 == name(queue.next()) } == [true, true, true, true])
    #expect(queue.next() == nil)
    #expect(queue.admit(message("e")))
  }

  @Test func messagesHandedOnMayBeTooManyAgain() {
    let queue = IncomingQueue(limit: 2 * Self.overhead)
    queue.begin(Self.overhead)
    for name in ["a", "b"] { #expect(!queue.admit(message(name))) }
    #expect(queue.end(Self.overhead))
    #expect(name(queue.next()) == "a")
    queue.begin(Self.overhead)
    #expect(queue.next() == nil)
    #expect(name(queue.next(evenNow: true)) == "b", "at the end all are handed on")
    #expect(queue.next() == nil)
    #expect(!queue.end(Self.overhead))
  }

  @Test func aMessageOfAnyLengthMayWaitAlone() {
    let queue = IncomingQueue(limit: 2 * Self.overhead)
    queue.begin(2 * Self.overhead)
    let long = MessageReader.Incoming.message(
      .notification(method: "long", params: nil), size: 10 * Self.overhead)
    #expect(!queue.admit(long))
    #expect(queue.end(2 * Self.overhead))
    #expect(name(queue.next()) == "long")
  }

  /// Without room the reader waits, until half of what waits is taken.
  @Test func theReaderWaitsForRoom() {
    let queue = IncomingQueue(limit: 4 * Self.overhead)
    for _ in 0..<4 { queue.begin(0) }
    let read = Mutex(0)
    let isRead = DispatchSemaphore(value: 0)
    let messages = (0..<100).map { message("\($0)") }
    DispatchQueue.global().async {
      for message in messages {
        #expect(!queue.admit(message))
        read.withLock { $0 += 1 }
      }
      isRead.signal()
    }
    // Work is never done here: only the end of all hands them on.
    var names: [String] = []
    while names.count < 100 {
      guard let name = name(queue.next(evenNow: true)) else { continue }
      names.append(name)
      // Four wait, one is taken and not yet counted, and one may be on its way.
      #expect(read.withLock { $0 } <= names.count + 6)
    }
    isRead.wait()
    #expect(names == (0..<100).map { "\($0)" })
  }
}

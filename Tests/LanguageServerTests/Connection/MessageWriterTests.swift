import Foundation
import JSON
import LanguageServerProtocol
import Testing

@testable import LanguageServer

/// The way out, on pipes of several manners.
@Suite struct MessageWriterTests {
  private let pipe = Pipe()

  private func message(_ number: Int, filler: Int) -> Message {
    .notification(
      method: "m",
      params: ["number": number.json, "filler": .string(String(repeating: "x", count: filler))])
  }

  /// The numbers of the messages that arrive until the pipe is closed.
  private func numbers(stopAt last: Int) throws -> [Int?] {
    var framer = MessageFramer()
    var numbers: [Int?] = []
    while numbers.last != last {
      let data = pipe.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      framer.append(Array(data))
      while case .body(let body)? = framer.next() {
        guard case .notification(_, let params) = try Message(decoding: body) else { continue }
        numbers.append(params?["number"]?.int)
      }
    }
    return numbers
  }

  /// A descriptor that does not wait, as some clients make it, is waited for.
  @Test(arguments: [false, true])
  func muchIsWrittenInOrder(isNonblocking: Bool) throws {
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    if isNonblocking { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    let writer = MessageWriter(descriptor: descriptor)
    for number in 0..<100 { writer.send(message(number, filler: 10_000)) }
    #expect(try numbers(stopAt: 99) == Array(0..<100))
    writer.flush(within: 60)
  }

  /// Less may wait than is sent: who sends waits meanwhile.
  @Test func aSmallQueueLosesNothing() throws {
    let writer = MessageWriter(
      descriptor: pipe.fileHandleForWriting.fileDescriptor, limit: 20_000)
    Thread { [self] in
      for number in 0..<100 { writer.send(message(number, filler: 10_000)) }
    }.start()
    #expect(try numbers(stopAt: 99) == Array(0..<100))
  }

  /// No thread waits for a client that is gone.
  @Test func aClientThatIsGoneGetsNothing() throws {
    signal(SIGPIPE, SIG_IGN)
    let writer = MessageWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor, limit: 1000)
    try pipe.fileHandleForReading.close()
    for number in 0..<100 { writer.send(message(number, filler: 500)) }
    writer.flush(within: 60)
  }
}

import Base
import Foundation
import Testing

@testable import WebServer

/// Requests with random mistakes: none ends the server. `COMMONPLACE_WEB_REQUESTS` sends as many.
@Suite struct MutatedRequestTests {
  private static let count =
    ProcessInfo.processInfo.environment["COMMONPLACE_WEB_REQUESTS"].flatMap(Int.init) ?? 500
  private static let batch = 50

  @Test(arguments: [UInt64(20_261_123)]) func aGoodRequestIsAnsweredAfterEach(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let room = try Room()
    let good = [
      room.request("GET /book/42?at=%C3%BC HTTP/1.1"), room.form("a=b&c=%20d"),
      room.request("HEAD / HTTP/1.1"),
      "GET /room/enter?t=other HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    ].map { Array($0.utf8) }
    for number in 0..<Self.count {
      let mutated = Self.mutated(good[number % good.count], &generator)
      let client = try Client(room.port)
      client.send(mutated)
      client.endSending()
      #expect(client.rest() != nil, "seed \(seed), request \(number)")
      if number % Self.batch == 0 {
        #expect(try room.answers(), "seed \(seed), request \(number)")
      }
    }
    #expect(try room.answers())
  }

  /// One to four mistakes.
  private static func mutated(
    _ bytes: [UInt8], _ generator: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let offset = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, offset + Int.random(in: 0...20, using: &generator))
      switch Int.random(in: 0..<7, using: &generator) {
      case 0 where offset < bytes.count: bytes[offset] = .random(in: 0 ... .max, using: &generator)
      case 1: bytes.removeSubrange(offset..<end)
      case 2: bytes.insert(contentsOf: bytes[offset..<end], at: offset)
      case 3: bytes.removeSubrange(offset...)
      case 4: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: offset)
      case 5:
        let size = Int.random(in: 0...20_000, using: &generator)
        bytes.insert(contentsOf: [UInt8](repeating: UInt8(ascii: "a"), count: size), at: offset)
      default: bytes += bytes
      }
    }
    return bytes
  }

  private static let pieces = [
    "\r\n", "\n", "\r\n\r\n", ":", " ", "%", "%00", "\u{0}", "/", "?", "&", "=", ";", "..", "\\",
    "Content-Length: 99\r\n", "Content-Length: -1\r\n", "Transfer-Encoding: chunked\r\n",
    "Host: example.org\r\n", "Connection: close\r\n", "Expect: 100-continue\r\n", "\u{fffd}",
  ].map { Array($0.utf8) }
}

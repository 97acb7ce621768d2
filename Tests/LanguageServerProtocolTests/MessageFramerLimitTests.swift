import Testing

@testable import LanguageServerProtocol

@Suite struct MessageFramerLimitTests {
  static let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 64 << 10)
  static let good = Array("Content-Length: 2\r\n\r\n{}".utf8)

  /// Instead of 64 MB, which take long to read in a debug build.
  static let limit = 1 << 20

  /// Feeds `length` bytes of a body in chunks, and a good message after them.
  func frames(after header: String, bodyLength length: Int) -> (
    frames: [MessageFramer.Frame], mostBuffered: Int
  ) {
    var framer = MessageFramer(limit: Self.limit)
    var frames: [MessageFramer.Frame] = []
    var mostBuffered = 0
    func take(_ bytes: [UInt8]) {
      framer.append(bytes)
      mostBuffered = max(mostBuffered, framer.buffer.count)
      while let frame = framer.next() { frames.append(frame) }
    }
    take(Array(header.utf8))
    for _ in 0..<(length / Self.chunk.count) { take(Self.chunk) }
    take(Array(Self.chunk.prefix(length % Self.chunk.count)))
    take(Self.good)
    return (frames, mostBuffered)
  }

  @Test func skipsABodyOverTheLimitWithoutKeepingIt() {
    let length = Self.limit + 1
    let (frames, mostBuffered) = frames(
      after: "Content-Length: \(length)\r\n\r\n", bodyLength: length)
    #expect(frames.map(\.isMalformed) == [true, false])
    #expect(frames.last == .body("{}"))
    #expect(mostBuffered < 4 * Self.chunk.count)
  }

  /// Such a body may never come; what comes instead is served.
  @Test func aBodyOverTheLimitThatDoesNotComeHoldsNothing() {
    var framer = MessageFramer()
    framer.append("Content-Length: 1000000000\r\n\r\n{\"jsonrpc\":".utf8 + Self.good)
    #expect(framer.next()?.isMalformed == true)
    #expect(framer.missingBytes == nil)
    #expect(framer.next() == .body("{}"))
    #expect(framer.next() == nil)
  }

  /// However often it speaks of headers, it is one malformed frame.
  @Test func aBodyOverTheLimitIsOneMalformedFrame() {
    var framer = MessageFramer()
    framer.append("Content-Length: 1000000000\r\n\r\n".utf8)
    for _ in 0..<100 { framer.append("Content-Length: 5\\n and more\n".utf8) }
    framer.append(Self.good)
    #expect(framer.next()?.isMalformed == true)
    #expect(framer.next() == .body("{}"))
    #expect(!framer.isUnrecoverable)
  }

  @Test func tellsHowMuchIsMissing() {
    var framer = MessageFramer()
    #expect(framer.missingBytes == nil)
    framer.append("Content-Length: 10\r\n\r\n{".utf8)
    #expect(framer.next() == nil)
    #expect(framer.missingBytes == 9)
    framer.append("}        ".utf8)
    #expect(framer.next() != nil)
    #expect(framer.missingBytes == nil)
  }

  @Test func skipsALostBodyWithoutKeepingIt() {
    let (frames, mostBuffered) = frames(after: "Content-Length: -1\r\n\r\n", bodyLength: 1 << 20)
    #expect(frames.map(\.isMalformed) == [true, false])
    #expect(frames.last == .body("{}"))
    #expect(mostBuffered < 4 * Self.chunk.count)
  }

  @Test func readsABodyAtTheLimitAndGivesTheBufferBack() {
    let length = Self.limit
    let (frames, _) = frames(after: "Content-Length: \(length)\r\n\r\n", bodyLength: length)
    #expect(frames.map(\.isMalformed) == [false, false])
    if case .body(let body) = frames.first { #expect(body.count == length) }
    #expect(frames.last == .body("{}"))
  }

  @Test func allocatesNothingFromALength() {
    var framer = MessageFramer()
    framer.append("Content-Length: \(MessageFramer.maximumBodyLength)\r\n\r\n{".utf8)
    #expect(framer.next() == nil)
    #expect(framer.buffer.capacity < 1 << 10)
  }

  @Test func keepsLittleAfterALongMessage() {
    var framer = MessageFramer()
    framer.append(MessageFramer.frame([UInt8](repeating: 0x20, count: 8 << 20)))
    #expect(framer.next() != nil)
    framer.append(Self.good)
    #expect(framer.next() == .body("{}"))
    #expect(framer.buffer.capacity < 1 << 20)
  }

  @Test func sixteenMalformedFramesInARowAreHopeless() {
    var framer = MessageFramer()
    func take(_ text: String) {
      framer.append(text.utf8)
      while framer.next() != nil {}
    }
    for _ in 0..<15 { take("Content-Length: x\r\n\r\n") }
    #expect(!framer.isUnrecoverable)
    take("Content-Length: 2\r\n\r\n{}")
    for _ in 0..<15 { take("Content-Length: x\r\n\r\n") }
    #expect(!framer.isUnrecoverable)
    take("Content-Length: x\r\n\r\n")
    #expect(framer.isUnrecoverable)
  }

  @Test func endlessNoiseIsOneMalformedFrame() {
    let noise = [UInt8](repeating: UInt8(ascii: "\n"), count: 1 << 20)
    #expect(
      MessageFramer.frames(in: [noise, noise, Self.good]).map(\.isMalformed) == [true, false])
  }
}

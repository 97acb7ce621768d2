import LanguageServerProtocol
import Testing

@Suite struct MessageFramerTests {
  typealias Frame = MessageFramer.Frame

  /// Everything a well-behaved client may do to a header, and a charset this server has not.
  static let stream: [UInt8] = Array(
    """
    Content-Length: 2\r\n\r\n{}\
    Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 6\r\n\r\n"😀"\
    content-LENGTH:\t 3 \t\r\nX-Unknown: a: b\r\nX-Empty:\r\n\r\n\r\n\n\
    Content-Length: 5\r\ncontent-type: text/x;charset="UTF8"\r\nContent-Length: 5\r\n\r\n12345\
    Content-Length: 4\r\nContent-Type: text/plain; a=b; Charset=UTF-16LE\r\n\r\n1234\
    Content-Length:0000000001\r\nContent-Type: text/plain\r\n\r\n1
    """.utf8)
  static let frames: [Frame] = [
    .body("{}"), .body("\"😀\""), .body("\r\n\n"), .body("12345"), .unsupportedCharset("utf-16le"),
    .body("1"),
  ]

  @Test func cutsAStream() {
    #expect(MessageFramer.frames(in: [Self.stream]) == Self.frames)
  }

  @Test func cutsTheSameInTwoPieces() {
    for index in Self.stream.indices {
      let pieces = [Array(Self.stream[..<index]), Array(Self.stream[index...])]
      #expect(MessageFramer.frames(in: pieces) == Self.frames, "cut at \(index)")
    }
  }

  @Test func cutsTheSameByteByByte() {
    #expect(MessageFramer.framesByteByByte(in: Self.stream) == Self.frames)
  }

  @Test func takesBuffersAndCollections() {
    var framer = MessageFramer()
    Self.stream.withUnsafeBufferPointer { framer.append($0) }
    framer.append(Self.stream[...])
    var frames: [Frame] = []
    while let frame = framer.next() { frames.append(frame) }
    #expect(frames == Self.frames + Self.frames)
  }

  @Test func framesWhatItCuts() {
    let body = Array(#"{"text":"😀"}"#.utf8)
    #expect(MessageFramer.frame(body) == Array("Content-Length: 15\r\n\r\n".utf8) + body)
    #expect(MessageFramer.frames(in: [MessageFramer.frame(body)]) == [.body(body)])
  }

  @Test func aStreamThatEndsHasNoFrameMore() {
    #expect(MessageFramer.frames(in: [Array("Content-Length: 9\r\n".utf8)]).isEmpty)
    #expect(MessageFramer.frames(in: [Array("Content-Length: 9\r\n\r\n12345678".utf8)]).isEmpty)
    #expect(MessageFramer.frames(in: [[]]).isEmpty)
  }

  @Test func readsTheLongestHeader() {
    let tail = "Content-Length: 1\r\n\r\n"
    func header(_ length: Int) -> String {
      "X: " + String(repeating: "x", count: length - tail.utf8.count - 5) + "\r\n" + tail
    }
    #expect(MessageFramer.frames(in: [Array((header(4096) + "1").utf8)]) == [.body("1")])
    let tooLong = MessageFramer.frames(in: [Array((header(4097) + "1").utf8)])
    #expect(tooLong.first?.isMalformed == true)
  }

  @Test func readsSixteenFields() {
    func header(_ count: Int) -> String {
      String(repeating: "X: x\r\n", count: count - 1) + "Content-Length: 1\r\n\r\n"
    }
    #expect(MessageFramer.frames(in: [Array((header(16) + "1").utf8)]) == [.body("1")])
    let tooMany = MessageFramer.frames(in: [Array((header(17) + "1").utf8)])
    #expect(tooMany.first?.isMalformed == true)
  }

  @Test(arguments: [MessageFramer.maximumBodyLength + 1, 9_999_999_999])
  func announcesAHugeBodyAtOnce(length: Int) {
    let frames = MessageFramer.frames(in: [Array("Content-Length: \(length)\r\n\r\n".utf8)])
    #expect(frames.map(\.isMalformed) == [true])
  }
}

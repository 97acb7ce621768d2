import JSON
import LanguageServerProtocol
import Testing

/// Bytes that have killed language servers, and what becomes of them.
@Suite struct HostileFrameTests {
  enum Outcome: Sendable, Equatable {
    case malformedFrame
    case unsupportedCharset
    case error(ResponseError.Code, id: RequestID?)
    case message
  }

  struct HostileFrame: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let outcomes: [Outcome]
    var testDescription: String { name }

    /// A message after a bad header.
    init(_ name: String, header: String, _ outcomes: Outcome...) {
      self.name = name
      bytes = Array((header + HostileFrameTests.lostBody).utf8)
      self.outcomes = outcomes
    }

    /// A bad body after a right header.
    init(_ name: String, body: [UInt8], _ outcome: Outcome) {
      self.name = name
      bytes = MessageFramer.frame(body)
      outcomes = [outcome]
    }

    init(_ name: String, body: String, _ outcome: Outcome) {
      self.init(name, body: Array(body.utf8), outcome)
    }
  }

  /// A body of unknown length. Text in it that looks like a header is not one.
  static let lostBody = #"{"jsonrpc":"2.0","method":"x","params":["Content-Length: 7\r\n\r\n"]}"#
  static let length = "Content-Length: \(lostBody.utf8.count)\r\n"

  static let headers = [
    HostileFrame(
      "20 digits", header: "Content-Length: 12345678901234567890\r\n\r\n", .malformedFrame,
      .malformedFrame),
    HostileFrame(
      "9e18", header: "Content-Length: 9000000000000000000\r\n\r\n", .malformedFrame,
      .malformedFrame),
    HostileFrame(
      "11 digits", header: "Content-Length: 00000000066\r\n\r\n", .malformedFrame, .malformedFrame),
    HostileFrame(
      "negative", header: "Content-Length: -66\r\n\r\n", .malformedFrame, .malformedFrame),
    HostileFrame("plus", header: "Content-Length: +66\r\n\r\n", .malformedFrame, .malformedFrame),
    HostileFrame("zero", header: "Content-Length: 0\r\n\r\n", .malformedFrame, .malformedFrame),
    HostileFrame("empty", header: "Content-Length:\r\n\r\n", .malformedFrame, .malformedFrame),
    HostileFrame(
      "no number", header: "Content-Length: 6x\r\n\r\n", .malformedFrame, .malformedFrame),
    HostileFrame("missing", header: "X-Y: 66\r\n\r\n", .malformedFrame, .malformedFrame),
    HostileFrame("no header", header: "\r\n", .malformedFrame, .malformedFrame),
    HostileFrame("lower case", header: length.lowercased() + "\r\n", .message),
    HostileFrame("two equal", header: length + length + "\r\n", .message),
    HostileFrame(
      "two that differ", header: length + "Content-Length: 7\r\n\r\n", .malformedFrame,
      .malformedFrame),
    HostileFrame(
      "LF only", header: "Content-Length: 66\n\n", .malformedFrame, .malformedFrame),
    HostileFrame(
      "LF only at the end", header: length + "\n", .malformedFrame, .malformedFrame),
    HostileFrame("no colon", header: "Content-Length 66\r\n\r\n", .malformedFrame, .malformedFrame),
    HostileFrame(
      "no colon, then a length", header: "Content\r\n" + length + "\r\n", .malformedFrame, .message),
    HostileFrame(
      "space before the colon", header: "Content-Length : 66\r\n\r\n", .malformedFrame,
      .malformedFrame),
    HostileFrame(
      "another charset", header: "Content-Type: x; charset=latin1\r\n" + length + "\r\n",
      .unsupportedCharset),
    HostileFrame("rest of a body", header: #""}}"# + length + "\r\n", .malformedFrame, .message),
  ]

  static let bodies = [
    HostileFrame(
      "invalid UTF-8",
      body: Array(#"{"jsonrpc":"2.0","id":1,"method":""#.utf8) + [0xFF, 0x22, 0x7D],
      .error(.parseError, id: nil)),
    HostileFrame("not JSON", body: "hello", .error(.parseError, id: nil)),
    HostileFrame("cut off", body: #"{"jsonrpc":"2.0","id":1"#, .error(.parseError, id: nil)),
    HostileFrame(
      "deep nesting", body: String(repeating: "[", count: 100_000), .error(.parseError, id: nil)),
    HostileFrame(
      "1,000 levels in a message",
      body: #"{"jsonrpc":"2.0","method":"x","params":"# + String(repeating: "[", count: 1_000)
        + String(repeating: "]", count: 1_000) + "}", .error(.parseError, id: nil)),
    HostileFrame(
      "batch", body: #"[{"jsonrpc":"2.0","id":1,"method":"x"}]"#, .error(.invalidRequest, id: nil)),
    HostileFrame("no method, no id", body: #"{"jsonrpc":"2.0"}"#, .error(.invalidRequest, id: nil)),
    HostileFrame(
      "id object", body: #"{"jsonrpc":"2.0","id":{},"method":"x"}"#,
      .error(.invalidRequest, id: nil)),
    HostileFrame(
      "response nobody asked for", body: #"{"jsonrpc":"2.0","id":99,"result":1}"#, .message),
    HostileFrame(
      "lone surrogate", body: #"{"jsonrpc":"2.0","method":"x","params":["\ud800"]}"#, .message),
  ]

  /// The outcomes of `pieces`, one after the other.
  func outcomes(of pieces: [[UInt8]]) -> [Outcome] {
    MessageFramer.frames(in: pieces).map { frame in
      switch frame {
      case .malformed: return .malformedFrame
      case .unsupportedCharset: return .unsupportedCharset
      case .body(let body):
        do throws(MessageDecodingError) {
          _ = try Message(decoding: body)
          return .message
        } catch {
          guard let code = ResponseError.Code(rawValue: error.error.code) else { return .message }
          return .error(code, id: error.id)
        }
      }
    }
  }

  static let good = MessageFramer.frame(Array(#"{"jsonrpc":"2.0","id":"good","method":"x"}"#.utf8))

  @Test(arguments: headers + bodies)
  func theNextMessageIsServed(frame: HostileFrame) {
    let expected = frame.outcomes + [.message]
    #expect(outcomes(of: [frame.bytes + Self.good]) == expected)
    #expect(outcomes(of: [frame.bytes, Self.good]) == expected)
  }

  @Test(arguments: headers)
  func bytesOneByOneMakeNoDifference(frame: HostileFrame) {
    let bytes = frame.bytes + Self.good
    #expect(MessageFramer.framesByteByByte(in: bytes) == MessageFramer.frames(in: [bytes]))
  }

  @Test(arguments: headers + bodies)
  func everyEndIsSurvived(frame: HostileFrame) {
    for end in frame.bytes.indices.prefix(200) {
      _ = outcomes(of: [Array(frame.bytes[..<end])])
    }
  }
}

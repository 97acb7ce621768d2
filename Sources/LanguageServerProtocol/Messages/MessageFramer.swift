/// Cuts the bytes of a stream into message bodies.
///
/// Bytes go in by `append` in pieces of any size; `next` returns each body that is whole. Nothing
/// is allocated from a length the client claims: memory follows the bytes that have arrived.
///
/// After a header that breaks the protocol the body's end is unknown, and a body over the limit may
/// never come. The framer then looks for the next `Content-Length:`, in any case and anywhere,
/// since a body does not end in a line break. One within the lost body cannot mislead it: only a
/// number and CRLF make a header, and JSON strings hold no bare CR.
///
/// Cost: linear in the bytes, however they are cut.
///
/// Source: LSP 3.17, "Base Protocol".
package struct MessageFramer: Sendable {
  /// The result of `next`.
  package enum Frame: Sendable, Equatable {
    /// A message's body: at least one byte, of any kind.
    case body([UInt8])
    /// A message whose header declares this charset instead of UTF-8; its body is skipped.
    case unsupportedCharset(String)
    /// A header that breaks the protocol or a body over the limit, and the reason; bytes are
    /// skipped up to the next header.
    case malformed(String)
  }

  /// The longest body that is read, in bytes.
  package static let maximumBodyLength = 64 << 20
  /// The longest header block that is read, in bytes, its empty line included.
  package static let maximumHeaderLength = 4 << 10
  /// The number of malformed frames in a row that makes a stream hopeless.
  package static let maximumMalformedFrames = 16

  private enum State {
    case header
    case body(length: Int)
    case skipping(length: Int)
    case searching
  }

  /// A larger buffer is given back once its bytes are read.
  private static let maximumIdleCapacity = 1 << 20

  private var state = State.header
  private var header = FrameHeader()
  private(set) var buffer: [UInt8] = []
  /// The first byte in `buffer` that has not been read.
  private var start = 0
  /// In a header: no line ends from `start` up to here.
  private var examined = 0
  /// The number of bytes from `start` on that may belong to a body over the limit, which is one
  /// malformed frame whatever is in it.
  private var lostBytes = 0
  private var malformedFrames = 0

  private let limit: Int

  /// A framer at the start of a stream. `limit` is the longest body that is read, in bytes.
  package init(limit: Int = maximumBodyLength) { self.limit = limit }

  /// The number of bytes that are missing of a body whose header is read; nil between messages.
  package var missingBytes: Int? {
    switch state {
    case .body(let length): start + length - buffer.count
    case .skipping(let length): length
    case .header, .searching: nil
    }
  }

  /// Whether the last 16 frames were all malformed: the client speaks something else.
  package var isUnrecoverable: Bool { malformedFrames >= Self.maximumMalformedFrames }

  /// `body` after its header.
  package static func frame(_ body: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(body.count + 40)
    frame += "Content-Length: ".utf8
    frame += String(body.count).utf8
    frame += "\r\n\r\n".utf8
    frame += body
    return frame
  }

  /// Takes the next bytes of the stream.
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    dropReadBytes()
    buffer.append(contentsOf: bytes)
  }

  /// Takes the next bytes of the stream.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    dropReadBytes()
    buffer.append(contentsOf: bytes)
  }

  /// The next frame, nil if the bytes so far hold no more.
  package mutating func next() -> Frame? {
    while true {
      switch state {
      case .header:
        guard let end = findLineEnd() else { return nil }
        if let frame = readHeaderLine(to: end) { return frame }
      case .body(let length):
        let end = start + length
        guard end <= buffer.count else { return nil }
        let body = Array(buffer[start..<end])
        move(to: end)
        state = .header
        return .body(body)
      case .skipping(let length):
        let end = min(start + length, buffer.count)
        let missing = start + length - end
        move(to: end)
        guard missing == 0 else {
          state = .skipping(length: missing)
          return nil
        }
        state = .header
      case .searching:
        guard findContentLength() else { return nil }
        state = .header
      }
    }
  }

  /// The end of the line at `start`: after its LF, or where the header block gets too long. Returns
  /// nil while neither has arrived.
  private mutating func findLineEnd() -> Int? {
    let limit = start + Self.maximumHeaderLength - header.length
    let end = min(limit, buffer.count)
    if examined < end, let lineFeed = buffer[examined..<end].firstIndex(of: UInt8(ascii: "\n")) {
      examined = lineFeed + 1
      return examined
    }
    examined = max(examined, end)
    return examined == limit ? limit : nil
  }

  /// Reads the line from `start` to `end`. Gives a frame where there will be no body.
  private mutating func readHeaderLine(to end: Int) -> Frame? {
    do throws(FrameHeader.Problem) {
      let contentLength = try header.read(line: buffer[start..<end])
      move(to: end)
      return contentLength.flatMap { finishHeader(contentLength: $0) }
    } catch {
      // Not past the line: a whole header may follow in it, after the end of a lost body.
      move(to: min(start + 1, buffer.count))
      state = .searching
      header = FrameHeader()
      return lostBytes > 0 ? nil : malformed(error)
    }
  }

  private mutating func finishHeader(contentLength: Int) -> Frame? {
    let charset = header.unsupportedCharset
    header = FrameHeader()
    guard contentLength <= limit else {
      state = .searching
      lostBytes = contentLength
      return malformed(.bodyTooLong)
    }
    lostBytes = 0
    state = .skipping(length: contentLength)
    malformedFrames = 0
    if let charset { return .unsupportedCharset(charset) }
    state = .body(length: contentLength)
    return nil
  }

  private mutating func malformed(_ problem: FrameHeader.Problem) -> Frame {
    if !isUnrecoverable { malformedFrames += 1 }
    return .malformed(problem.rawValue)
  }

  /// Moves to the next `Content-Length:`; false if none has arrived.
  private mutating func findContentLength() -> Bool {
    let field = FrameHeader.contentLengthField
    while buffer.count - start >= field.count {
      if field.indices.allSatisfy({ buffer[start + $0].lowercasedASCII == field[$0] }) {
        return true
      }
      move(to: start + 1)
    }
    return false
  }

  private mutating func move(to position: Int) {
    lostBytes = max(0, lostBytes - (position - start))
    start = position
    examined = position
  }

  /// Moves the unread bytes to the front as soon as that costs no more than was read before.
  private mutating func dropReadBytes() {
    guard start > 0, start >= buffer.count - start else { return }
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= Self.maximumIdleCapacity)
    } else {
      buffer.removeFirst(start)
    }
    examined -= start
    start = 0
  }
}

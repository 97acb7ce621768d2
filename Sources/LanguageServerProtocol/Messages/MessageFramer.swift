/// Splits a stream of bytes into message bodies.
///
/// Append bytes in parts of any size with `append`; `next` returns each complete body. Memory
/// depends on the bytes that have arrived, not on the length that a client declares.
///
/// After a header that breaks the protocol, the body's end is unknown; a body over the limit may
/// never arrive. The framer then searches for the next `Content-Length:`, in any case and at any
/// offset, since a body does not end in a line break. A match within a lost JSON text does not
/// start a message: a header needs a number and CRLF, and JSON strings do not contain a bare CR.
///
/// Cost: linear in the bytes, regardless of how they are split.
///
/// Source: LSP 3.17, "Base Protocol".
package struct MessageFramer: Sendable {
  package enum Frame: Sendable, Equatable {
    /// A message's body: at least one byte; not decoded.
    case body([UInt8])
    /// A message whose header declares this charset instead of UTF-8; its body is skipped.
    case unsupportedCharset(String)
    /// A header that breaks the protocol, or a body over the limit, and the reason; bytes are
    /// skipped up to the next header.
    case malformed(String)
  }

  /// The maximum length of a body, in bytes.
  package static let maximumBodyLength = 64 << 20
  /// The maximum length of a header block, including its empty line, in bytes.
  package static let maximumHeaderLength = 4 << 10
  /// The number of consecutive malformed frames after which the stream is unrecoverable.
  package static let maximumMalformedFrames = 16

  private enum State {
    case header
    case body(length: Int)
    case skipping(length: Int)
    case searching
  }

  /// The largest buffer capacity kept once all bytes are read, in bytes.
  private static let maximumIdleCapacity = 1 << 20

  private var state = State.header
  private var header = FrameHeader()
  private(set) var buffer: [UInt8] = []
  /// The index in `buffer` of the first unread byte.
  private var start = 0
  /// In a header: the index up to which the bytes from `start` on do not contain a line end.
  private var examined = 0
  /// The number of bytes from `start` on that may belong to a body over the limit. Malformed
  /// headers in them are not reported again.
  private var lostBytes = 0
  private var malformedFrames = 0

  private let limit: Int

  /// Creates a framer at the start of a stream. `limit` is the maximum length of a body, in bytes.
  package init(limit: Int = maximumBodyLength) { self.limit = limit }

  /// The number of bytes that a body whose header was read still lacks; nil without such a body.
  package var missingBytes: Int? {
    switch state {
    case .body(let length): start + length - buffer.count
    case .skipping(let length): length
    case .header, .searching: nil
    }
  }

  /// Whether the last 16 frames were all malformed: the client does not speak LSP.
  package var isUnrecoverable: Bool { malformedFrames >= Self.maximumMalformedFrames }

  /// Returns `body` with its header.
  package static func frame(_ body: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(body.count + 40)
    frame += "Content-Length: ".utf8
    frame += String(body.count).utf8
    frame += "\r\n\r\n".utf8
    frame += body
    return frame
  }

  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    dropReadBytes()
    buffer.append(contentsOf: bytes)
  }

  package mutating func append(_ bytes: some Collection<UInt8>) {
    dropReadBytes()
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next frame; nil if the bytes so far contain no more.
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

  /// Returns the end of the line at `start`: after its LF, or where the header block becomes too
  /// long. Returns nil until either has arrived.
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

  private mutating func readHeaderLine(to end: Int) -> Frame? {
    do throws(FrameHeader.Problem) {
      let contentLength = try header.read(line: buffer[start..<end])
      move(to: end)
      return contentLength.flatMap { finishHeader(contentLength: $0) }
    } catch {
      // Skip only one byte: the line may contain the next header, after the end of a lost body.
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

  /// Moves to the next `Content-Length:`; returns false if none has arrived.
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

  /// Moves the unread bytes to the front once that costs no more than the bytes read before.
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

import Foundation
import JSON
import LanguageServerProtocol

/// Reads a file descriptor until its end and decodes its messages, in order.
struct MessageReader {
  enum Incoming {
    /// A message, and the length of its body in bytes.
    case message(Message, size: Int)
    /// A body that is not a message, has too many values or another charset than UTF-8, with the
    /// error to send.
    case refused(MessageDecodingError)
    /// A wrong header or a body over the limit, with the reason; the reader continues with the next
    /// header.
    case malformed(String)
    /// A message's body is incomplete, and no byte arrived within `patience`; `missing` bytes are
    /// missing. Reported at most once for each message; the reader continues to wait.
    case stalled(missing: Int)
    /// The last 16 frames were all malformed: the reader ends.
    case hopeless
  }

  let descriptor: Int32
  /// The time without a byte after which a message is `stalled`, in milliseconds.
  var patience: Int32 = 5_000

  /// Reads until the end of input, an error, or a stream that cannot be framed. Calls `waits` with
  /// true before and with false after each `read`.
  func readAll(_ handle: (Incoming) -> Void, waits: (Bool) -> Void = { _ in }) {
    var framer = MessageFramer()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { buffer.deallocate() }
    var isStalled = false
    while !framer.isUnrecoverable {
      if let missing = framer.missingBytes {
        if !isStalled, !isReady(descriptor, for: POLLIN, within: patience) {
          isStalled = true
          handle(.stalled(missing: missing))
        }
      } else {
        isStalled = false
      }
      waits(true)
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      waits(false)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        waitUntilReady(descriptor, for: POLLIN)
        continue
      }
      guard count > 0 else { return }
      framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]).bindMemory(to: UInt8.self))
      while !framer.isUnrecoverable, let frame = framer.next() {
        switch frame {
        case .body(let body): handle(Self.decode(body))
        case .unsupportedCharset(let charset):
          handle(
            .refused(
              MessageDecodingError(.parseError("charset \(charset) is not supported: use utf-8"))))
        case .malformed(let reason): handle(.malformed(reason))
        }
      }
    }
    handle(.hopeless)
  }

  private static func decode(_ body: [UInt8]) -> Incoming {
    do throws(MessageDecodingError) {
      return .message(
        try Message(decoding: body, maximumValueCount: Message.maximumValueCount),
        size: body.count)
    } catch {
      return .refused(error)
    }
  }
}

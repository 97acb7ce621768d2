import Foundation
import JSON
import LanguageServerProtocol

/// The way out: frames messages onto a file descriptor, one at a time, from any thread.
///
/// A client that does not read makes nobody wait before very much is waiting (`OutgoingQueue`); one
/// that is gone makes it discard.
final class MessageWriter: Sendable {
  private let queue: OutgoingQueue

  init(descriptor: Int32, limit: Int = OutgoingQueue.limit) {
    let queue = OutgoingQueue(limit: limit)
    self.queue = queue
    Thread {
      while let frame = queue.next() {
        guard frame.bytes.withUnsafeBytes({ Self.writeAll($0, to: descriptor) }) else {
          queue.close()
          return
        }
        queue.finish(frame)
      }
    }.start()
  }

  deinit { queue.close() }

  /// Sends a message. Returns the length of its body in bytes.
  @discardableResult
  func send(_ message: Message) -> Int {
    let body = message.serialized()
    queue.add(OutgoingQueue.Frame(bytes: MessageFramer.frame(body), topic: message.topic))
    return body.count
  }

  /// Waits until everything is written, for at most `seconds`.
  func flush(within seconds: Double) {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while !queue.isDone, Date() < deadline { usleep(1_000) }
  }

  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        waitUntilReady(descriptor, for: POLLOUT)
      } else if count < 0, errno != EINTR {
        return false
      }
    }
    return true
  }
}

/// Waits until a descriptor can be used, which some clients set not to wait.
func waitUntilReady(_ descriptor: Int32, for event: some BinaryInteger) {
  var request = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: event), revents: 0)
  _ = poll(&request, 1, -1)
}

extension Message {
  /// What a later message takes the place of, as long as neither is sent.
  fileprivate var topic: String? {
    guard case .notification("textDocument/publishDiagnostics", let params) = self else {
      return nil
    }
    return params?["uri"]?.string
  }
}

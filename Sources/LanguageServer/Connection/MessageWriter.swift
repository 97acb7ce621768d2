import CSystem
import Foundation
import JSON
import LanguageServerProtocol

import struct Synchronization.Atomic

/// Frames messages and writes them to a file descriptor, one at a time, from any thread.
///
/// Senders wait for a slow client while the `OutgoingQueue` has no room. Bytes for a client that is
/// gone are discarded.
final class MessageWriter: Sendable {
  let descriptor: Int32
  private let queue: OutgoingQueue
  /// Maximum size, in bytes, of a frame that its sender writes itself, without waking the writing
  /// thread. The sender does so if no frame waits and the descriptor is ready.
  private static let atomicWriteSize = Int(PIPE_BUF)

  init(descriptor: Int32, limit: Int = OutgoingQueue.limit) {
    let queue = OutgoingQueue(limit: limit)
    self.descriptor = descriptor
    self.queue = queue
    Thread {
      while let frame = queue.next() {
        guard frame.bytes.withUnsafeBytes({ Self.writeAll($0, to: descriptor, of: queue) }) else {
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
    let frame = OutgoingQueue.Frame(bytes: MessageFramer.frame(body), topic: message.topic)
    if frame.bytes.count <= Self.atomicWriteSize, queue.takeImmediately(frame) {
      writeAtOnce(frame)
    } else {
      queue.add(frame)
    }
    return body.count
  }

  private func writeAtOnce(_ frame: OutgoingQueue.Frame) {
    let isWritten = frame.bytes.withUnsafeBytes { bytes -> Bool? in
      guard let count = writeWithoutWaiting(bytes, to: descriptor) else { return nil }
      queue.written.add(count, ordering: .relaxed)
      let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count))
      return Self.writeAll(rest, to: descriptor, of: queue)
    }
    guard let isWritten else { return queue.handBack(frame) }
    guard isWritten else { return queue.close() }
    queue.finish(frame)
    queue.handBack()
  }

  var isBehind: Bool { !queue.isDone }

  var written: Int { queue.written.load(ordering: .relaxed) }

  func stopWaiting() { queue.stopWaiting() }

  func close() { queue.close() }

  /// Waits until everything is written, but stops once the client reads nothing for `seconds`.
  func flush(within seconds: Double) {
    while isBehind {
      let deadline = ContinuousClock.now + .seconds(seconds)
      let last = written
      while isBehind, written == last, ContinuousClock.now < deadline { usleep(1_000) }
      if written == last { return }
    }
  }

  private static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, of queue: OutgoingQueue
  ) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 {
        queue.written.add(count, ordering: .relaxed)
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

/// Writes as many bytes as the system accepts without waiting. Returns their number; nil if the
/// descriptor is not ready. Returns 0 if it is ready but the system has no such call; the caller
/// then writes.
private func writeWithoutWaiting(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int? {
  // A single system call, where the system supports it.
  let count = write_nonblocking(descriptor, bytes.baseAddress, bytes.count)
  if count >= 0 { return count }
  if errno == EAGAIN { return nil }
  // A pipe that is ready has room for a short frame. (POSIX, "write".)
  return isReady(descriptor, for: POLLOUT) ? 0 : nil
}

/// Waits until a descriptor is ready for `event`. Some clients make the descriptor non-blocking.
func waitUntilReady(_ descriptor: Int32, for event: some BinaryInteger) {
  _ = isReady(descriptor, for: event, within: -1)
}

/// Returns whether a descriptor is ready for `event` now, or becomes so within `milliseconds`; -1
/// waits without limit.
func isReady(
  _ descriptor: Int32, for event: some BinaryInteger, within milliseconds: Int32 = 0
) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: event), revents: 0)
  return poll(&request, 1, milliseconds) > 0
}

extension Message {
  fileprivate var topic: String? {
    guard case .notification("textDocument/publishDiagnostics", let params) = self else {
      return nil
    }
    return params?["uri"]?.string
  }
}

import Foundation

struct Socket: Sendable {
  let descriptor: Int32

  enum End: Error {
    /// The connection was closed: by the client, by the server, or after an error.
    case closed
    case late
  }

  /// Receives at least one byte and at most 64 KiB.
  func receive(by deadline: ContinuousClock.Instant) throws(End) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      try wait(for: Int16(truncatingIfNeeded: POLLIN), by: deadline)
      let count = recv(descriptor, &buffer, buffer.count, Self.flags)
      if count > 0 { return Array(buffer.prefix(count)) }
      guard count < 0, errno == EAGAIN || errno == EINTR else { throw .closed }
    }
  }

  func send(_ bytes: [UInt8], by deadline: ContinuousClock.Instant) throws(End) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
        return Foundation.send(descriptor, rest.baseAddress, rest.count, Self.flags)
      }
      if count > 0 {
        sent += count
      } else if count < 0, errno == EAGAIN {
        try wait(for: Int16(truncatingIfNeeded: POLLOUT), by: deadline)
      } else if count == 0 || errno != EINTR {
        throw .closed
      }
    }
  }

  /// Ends sending. The other side may still send.
  func endSending() { _ = shutdown(descriptor, Int32(truncatingIfNeeded: SHUT_WR)) }

  /// Shuts down the socket; any thread may call it. The socket must still be closed.
  func end() { _ = shutdown(descriptor, Int32(truncatingIfNeeded: SHUT_RDWR)) }

  private func wait(for events: Int16, by deadline: ContinuousClock.Instant) throws(End) {
    while true {
      let rest = (deadline - .now).components
      guard rest.seconds >= 0, rest.attoseconds >= 0 else { throw .late }
      let milliseconds =
        min(rest.seconds, 86_400) &* 1000 &+ rest.attoseconds / 1_000_000_000_000_000
      var state = pollfd(fd: descriptor, events: events, revents: 0)
      let count = poll(&state, 1, Int32(clamping: milliseconds &+ 1))
      if count > 0 { return }
      guard count == 0 || errno == EINTR else { throw .closed }
    }
  }

  /// Flags with which calls never block; `wait` applies the deadline.
  private static var flags: Int32 {
    #if canImport(Darwin)
      MSG_DONTWAIT
    #else
      Int32(truncatingIfNeeded: MSG_DONTWAIT) | Int32(truncatingIfNeeded: MSG_NOSIGNAL)
    #endif
  }
}

import Foundation
import LanguageServerProtocol
import Synchronization

/// The way out: frames messages onto a file descriptor, one at a time, from any thread.
///
/// A client that does not read makes the writer wait; one that is gone makes it discard.
final class MessageWriter: Sendable {
  private let descriptor: Int32
  private let isOpen = Mutex(true)

  init(descriptor: Int32) { self.descriptor = descriptor }

  func send(_ message: Message) {
    let bytes = MessageFramer.frame(message.serialized())
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      isOpen = bytes.withUnsafeBytes { Self.writeAll($0, to: descriptor) }
    }
  }

  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno != EINTR {
        return false
      }
    }
    return true
  }
}

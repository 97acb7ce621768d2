import Foundation
import JSON
import LanguageServerProtocol
import Synchronization

/// The way out: frames messages onto a file descriptor, one at a time, from any thread.
///
/// A client that does not read makes the writer wait; one that is gone makes it discard.
final class MessageWriter: Sendable {
  private let descriptor: Int32
  private let isOpen = Mutex(true)
  private let lastRequest = Atomic(0)

  init(descriptor: Int32) { self.descriptor = descriptor }

  func send(_ message: Message) {
    let bytes = MessageFramer.frame(message.serialized())
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      isOpen = bytes.withUnsafeBytes { Self.writeAll($0, to: descriptor) }
    }
  }

  func notify(_ method: String, _ params: some JSONEncodable) {
    send(.notification(method: method, params: params.json))
  }

  /// Asks the client for something whose answer says nothing. It is not waited for.
  func request(_ method: String, _ params: JSONValue? = nil) {
    let number = lastRequest.add(1, ordering: .relaxed).newValue
    send(.request(id: .string("commonplace-\(number)"), method: method, params: params))
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

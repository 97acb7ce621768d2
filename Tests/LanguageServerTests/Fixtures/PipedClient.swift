import Foundation
import LanguageServerProtocol

@testable import LanguageServer

/// A client that is a pipe: the messages to it are read at the end.
struct PipedClient {
  let connection: ClientConnection
  private let pipe = Pipe()
  private let writer: MessageWriter

  init() {
    writer = MessageWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    connection = ClientConnection(writer: writer)
  }

  /// All messages, in order. To be called once; nothing can be sent afterwards.
  func received() throws -> [Message] {
    writer.flush(within: 60)
    try pipe.fileHandleForWriting.close()
    var framer = MessageFramer()
    framer.append(Array(try pipe.fileHandleForReading.readToEnd() ?? Data()))
    var messages: [Message] = []
    while case .body(let body)? = framer.next() { messages.append(try Message(decoding: body)) }
    return messages
  }
}

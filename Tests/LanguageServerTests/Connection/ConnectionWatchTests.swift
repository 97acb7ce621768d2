import Foundation
import Testing

@testable import LanguageServer

/// The ends of the connection that the client lets go of are noticed without reading and writing.
@Suite struct ConnectionWatchTests {
  /// Two pipes, and what the watch reported.
  private final class Connection: Sendable {
    let input = Pipe()
    let output = Pipe()
    let reports = AsyncStream<ConnectionWatch.End>.makeStream()

    func watch() -> ConnectionWatch {
      ConnectionWatch(
        input: input.fileHandleForReading.fileDescriptor,
        output: output.fileHandleForWriting.fileDescriptor
      ) { [reports] in reports.continuation.yield($0) }
    }

    func next() async -> ConnectionWatch.End? {
      var iterator = reports.stream.makeAsyncIterator()
      return await iterator.next()
    }
  }

  @Test func theEndOfInput() async throws {
    let connection = Connection()
    let watch = connection.watch()
    defer { watch.stop() }
    // Something to read does not hide it.
    try connection.input.fileHandleForWriting.write(contentsOf: Data("unread".utf8))
    try connection.input.fileHandleForWriting.close()
    #expect(await connection.next() == .input)
    try connection.output.fileHandleForReading.close()
    #expect(await connection.next() == .output)
  }

  @Test func theEndOfOutput() async throws {
    let connection = Connection()
    let watch = connection.watch()
    defer { watch.stop() }
    try connection.output.fileHandleForReading.close()
    #expect(await connection.next() == .output)
  }
}

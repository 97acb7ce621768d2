import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// What there is too much of makes nothing fail.
@Suite struct LimitsTests {
  private let uri = "file:///long.md"

  private func item(_ text: String, version: Int = 1) -> TextDocumentItem {
    TextDocumentItem(uri: uri, languageId: "markdown", version: version, text: text)
  }

  private func change(_ text: String, version: Int) -> DidChangeTextDocumentParams {
    DidChangeTextDocumentParams(
      textDocument: VersionedTextDocumentIdentifier(uri: uri, version: version),
      contentChanges: [TextDocumentContentChangeEvent(text: text)])
  }

  /// A text that is too long is kept, but features do not see it; that is told when it becomes so.
  @Test func documentsHaveALimit() {
    var store = DocumentStore(encoding: .utf8, limit: 4)
    let name = DocumentURI(uri)
    #expect(store.open(item("# ab")) == nil)
    #expect(store.snapshots[name] != nil)
    #expect(store.change(change("# abc", version: 2)) == .tooLong)
    #expect(store.snapshots[name] == nil)
    #expect(store.change(change("# abcd", version: 3)) == nil)
    #expect(store[name]?.snapshot.text == "# abcd")
    #expect(store[name]?.isTooLong == true)
    #expect(store.change(change("#", version: 4)) == nil)
    #expect(store.snapshots[name]?.snapshot.text == "#")
    #expect(store.change(change("# abc", version: 5)) == .tooLong)
    #expect(store.open(item("# abc")) == .tooLong)
    #expect(store.close(TextDocumentIdentifier(uri: uri)) == nil)
    #expect(store[name] == nil)
  }

  /// A client that sends all it has to say before it reads a word gets every answer.
  @Test func aClientThatDoesNotReadHoldsNobody() throws {
    let folder = try TemporaryFolder()
    let count = 4000
    var input = MessageFramer.frame(
      Message.request(id: .integer(0), method: "initialize", params: ["capabilities": [:]])
        .serialized())
    for number in 1...count {
      // Answered at once, by the one that takes all messages.
      let message = Message.request(
        id: .integer(Int64(number)), method: "$/none", params: ["padding": "0123456789"])
      input += MessageFramer.frame(message.serialized())
    }
    let process = Process()
    let (toServer, fromServer) = (Pipe(), Pipe())
    process.executableURL = BuiltProducts.executable("commonplace")
    process.arguments = ["lsp"]
    process.environment = ["HOME": folder.url.path(percentEncoded: false)]
    process.currentDirectoryURL = folder.url
    process.standardInput = toServer
    process.standardOutput = fromServer
    process.standardError = FileHandle.nullDevice
    try process.run()
    let isSent = DispatchSemaphore(value: 0)
    let data = Data(input)
    Thread {
      try? toServer.fileHandleForWriting.write(contentsOf: data)
      isSent.signal()
    }.start()
    guard isSent.wait(timeout: .now() + 60) == .success else {
      process.terminate()
      Issue.record("the server does not read on")
      return
    }
    var framer = MessageFramer()
    var answers = Set<Int64>()
    while answers.count <= count {
      let read = fromServer.fileHandleForReading.availableData
      guard !read.isEmpty else { break }
      framer.append(Array(read))
      while case .body(let body)? = framer.next() {
        guard case .response(.integer(let id)?, _) = try Message(decoding: body) else { continue }
        #expect(answers.insert(id).inserted)
      }
    }
    #expect(answers.count == count + 1)
    try toServer.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
  }
}

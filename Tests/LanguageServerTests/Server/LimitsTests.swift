import Foundation
import JSON
import LanguageClient
import Notebook
import NotebookFile
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer
@testable import LanguageServerProtocol

/// Too many or too large things make nothing fail.
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

  /// A text that is too long is kept, but features do not see it; that is reported when it becomes so.
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

  @Test func selectionsAreLimited() throws {
    let server = try ServerFixture()
    server.client.open(uri, "# a\n")
    func ask(_ count: Int) throws -> Int? {
      let positions = [JSONValue](repeating: ["line": 0, "character": 0], count: count)
      return try server.client.request(
        "textDocument/selectionRange",
        ["textDocument": ["uri": .string(uri)], "positions": .array(positions)]
      ).array?.count
    }
    #expect(try ask(100) == 100)
    let error = #expect(throws: ResponseError.self) { try ask(10_001) }
    #expect(error?.code == -32602 && error?.message.contains("10000") == true)
  }

  /// A message of very many values is refused under its id, and the next one is served.
  @Test func valuesAreLimited() throws {
    let server = try ServerFixture()
    let values = String(repeating: "[],", count: Message.maximumValueCount)
    server.client.send(
      body: #"{"jsonrpc":"2.0","id":"many","method":"textDocument/hover","params":[\#(values)1]}"#)
    #expect(try server.client.errorCode(of: .string("many")) == -32600)
    #expect(try server.outline(of: uri) == [])
  }

  /// A length that never comes: the client is notified, and the next message is served.
  @Test func aBodyThatDoesNotComeHoldsNobody() throws {
    let server = try ServerFixture()
    server.client.send(bytes: Array("Content-Length: 1000000000\r\n\r\n{\"jsonrpc\":".utf8))
    #expect(try server.outline(of: uri) == [])
    #expect(try server.client.errorCode(of: nil) == -32700)
  }

  /// Input waits when work does; what must overtake does: a cancellation, and the answer that the work
  /// waits for.
  @Test func inputWaitsForWork() throws {
    let server = try ServerFixture(
      notes: ["# One\n\n#a\n"], capabilities: ["workspace": ["configuration": true]])
    let file = try Notebook.open(
      at: server.notebookPath, state: StateFolder(path: server.folder.path("nobody's state")))
    let id = try #require(try file.notes.all().first?.id)
    let note = NoteURI(id: id, title: "One", notebookPath: server.notebookPath).text
    // As much as is begun and as waits, nearly: of more the client would wait, too.
    let padding = JSONValue.string(String(repeating: "a", count: 9_000))
    let count = (IncomingQueue.limit * 7 / 4) / 10_240
    let reads = (0..<count).map { _ in
      server.client.send(
        request: "commonplace/readNote", ["uri": .string(note), "padding": padding])
    }
    let last = try #require(reads.last)
    server.client.notify("$/cancelRequest", ["id": last.json])
    // The settings, for which the first requests wait.
    _ = try server.client.serverRequest("workspace/configuration", answer: [.null])
    for id in reads.dropLast() {
      #expect(try server.client.response(to: id)["text"] == "# One\n\n#a\n")
    }
    #expect(try server.client.errorCode(of: last) == -32800)
    #expect(try server.client.shutDown() == 0)
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

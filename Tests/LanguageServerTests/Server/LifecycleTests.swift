import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import NotebookFile
import TestSupport
import Testing

@testable import LanguageServer

/// From the first message to the exit code. (LSP 3.17, "Server lifecycle".)
@Suite struct LifecycleTests {
  private func start() throws -> (LanguageClient, TemporaryFolder) {
    let folder = try TemporaryFolder()
    return (try ServerFixture.start(in: folder), folder)
  }

  private func code(_ body: () throws -> JSONValue) -> Int? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? ResponseError)?.code
    }
  }

  @Test func initializeTellsWhatThereIs() throws {
    let server = try ServerFixture()
    let result = server.initializeResult
    #expect(result["serverInfo"]?["name"] == "commonplace")
    #expect(result["serverInfo"]?["version"]?.string?.isEmpty == false)
    #expect(result["capabilities"]?["positionEncoding"] == "utf-16")
    #expect(result["capabilities"]?["textDocumentSync"]?["change"] == 2)
    #expect(result["capabilities"]?["diagnosticProvider"] == nil)
    #expect(try server.client.shutDown() == 0)
  }

  @Test func bareClientIsServed() throws {
    let (client, _) = try start()
    let result = try client.request("initialize", ["capabilities": [:], "surprise": [1]])
    #expect(result["capabilities"]?["positionEncoding"] == "utf-16")
    #expect(result["capabilities"]?["semanticTokensProvider"] == nil)
  }

  @Test func beforeInitialize() throws {
    let (client, _) = try start()
    #expect(code { try client.request("textDocument/documentSymbol") } == -32002)
    #expect(code { try client.request("shutdown") } == -32002)
    client.open("file:///a.md", "# ignored")
    client.notify("initialized")
    try client.initialize()
    let symbols = try client.request(
      "textDocument/documentSymbol", ["textDocument": ["uri": "file:///a.md"]])
    #expect(symbols == .null)
  }

  @Test func initializeTwiceIsRefused() throws {
    let server = try ServerFixture()
    #expect(code { try server.client.request("initialize", ["capabilities": [:]]) } == -32600)
  }

  @Test func initializeWithoutCapabilitiesCanBeRepeated() throws {
    let (client, _) = try start()
    #expect(code { try client.request("initialize", [1]) } == -32602)
    try client.initialize()
  }

  /// The server asks the client only after the client said that it is ready, and once.
  @Test func nothingIsAskedBeforeInitialized() throws {
    let (client, _) = try start()
    _ = try client.request(
      "initialize",
      [
        "capabilities": [
          "workspace": [
            "configuration": true, "didChangeConfiguration": ["dynamicRegistration": true],
            "didChangeWatchedFiles": ["dynamicRegistration": true],
          ]
        ]
      ])
    #expect(try client.request("workspace/symbol", ["query": "a"]) == [])
    #expect(client.serverRequestsSoFar == [])
    for _ in 0..<2 { client.notify("initialized") }
    let registered = try client.serverRequest("client/registerCapability")["registrations"]?.array
    let ids = registered?.compactMap { $0["id"]?.string } ?? []
    #expect(ids.count == 2 && Set(ids).count == 2)
    _ = try client.serverRequest("workspace/configuration")
    #expect(try client.request("workspace/symbol", ["query": "a"]) == [])
    #expect(client.serverRequestsSoFar == [])
  }

  @Test func afterShutdown() throws {
    let server = try ServerFixture()
    #expect(try server.client.request("shutdown") == .null)
    #expect(code { try server.client.request("workspace/symbol", ["query": "a"]) } == -32600)
    server.client.open("file:///a.md", "# ignored")
    server.client.notify("exit")
    #expect(server.client.waitForExit() == 0)
  }

  @Test func exitWithoutShutdown() throws {
    let server = try ServerFixture()
    server.client.notify("exit")
    #expect(server.client.waitForExit() == 1)
  }

  @Test func exitFirstOfAll() throws {
    let (client, _) = try start()
    client.notify("exit")
    #expect(client.waitForExit() == 1)
  }

  @Test func endOfInput() throws {
    let (client, _) = try start()
    #expect(client.closeInput() == 1)
    let server = try ServerFixture()
    #expect(server.client.closeInput() == 1)
    let after = try ServerFixture()
    _ = try after.client.request("shutdown")
    #expect(after.client.closeInput() == 0)
  }

  /// A server on pipes whose output is not read.
  private func unread() throws -> (process: Process, input: Pipe, output: Pipe, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = BuiltProducts.executable("commonplace")
    process.arguments = ["lsp"]
    process.environment = ["HOME": folder.url.path(percentEncoded: false)]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The parent's copies would keep the pipes open.
    try output.fileHandleForWriting.close()
    try input.fileHandleForReading.close()
    return (process, input, output, folder)
  }

  private func frame(_ method: String, id: Int? = nil, _ params: JSONValue) -> Data {
    let id = id.map { RequestID.integer(Int64($0)) }
    let message: Message =
      id.map { .request(id: $0, method: method, params: params) }
      ?? .notification(method: method, params: params)
    return Data(MessageFramer.frame(message.serialized()))
  }

  /// More answers than a pipe takes are unread, and more requests than the server takes are sent.
  @Test func endOfInputWithUnreadAnswers() throws {
    let (process, input, output, folder) = try unread()
    defer { withExtendedLifetime((output, folder)) {} }
    let text = String(repeating: "# Heading\n\n", count: 20_000)
    var sent = frame("initialize", id: 0, ["capabilities": [:]]) + frame("initialized", [:])
    sent += frame(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": "file:///a.md", "languageId": "markdown", "version": 1, "text": text.json,
        ]
      ])
    for id in 1...300 {
      sent += frame(
        "textDocument/documentSymbol", id: id, ["textDocument": ["uri": "file:///a.md"]])
    }
    try input.fileHandleForWriting.write(contentsOf: sent)
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1 && process.terminationReason == .exit)
  }

  @Test func endOfOutput() throws {
    let (process, input, output, folder) = try unread()
    defer { withExtendedLifetime((input, folder)) {} }
    try input.fileHandleForWriting.write(
      contentsOf: frame("initialize", id: 0, ["capabilities": [:]]))
    _ = output.fileHandleForReading.availableData
    try output.fileHandleForReading.close()
    // Though its input stays open.
    process.waitUntilExit()
    #expect(process.terminationStatus == 1 && process.terminationReason == .exit)
  }

  /// Messages that take longer than the server's patience come before a save.
  @Test func endOfOutputBeforeTheLastSave() throws {
    let (process, input, output, folder) = try unread()
    defer { withExtendedLifetime((input, folder)) {} }
    let path = folder.path(".local/share/commonplace/notebook.libnotes")
    try FileManager.default.createDirectory(
      atPath: folder.path(".local/share/commonplace"), withIntermediateDirectories: true)
    let state = StateFolder(path: folder.path(".local/state/commonplace"))
    try Notebook.create(at: path, notes: ["# Walden\n"])
    let note = try #require(try Notebook.open(at: path, state: state).notes.all().first)
    let uri = NoteURI(id: note.id, title: note.title, notebookPath: path).text
    func open(_ uri: String, _ text: String) -> Data {
      frame(
        "textDocument/didOpen",
        [
          "textDocument": [
            "uri": uri.json, "languageId": "markdown", "version": 1, "text": text.json,
          ]
        ])
    }
    try input.fileHandleForWriting.write(
      contentsOf: frame("initialize", id: 0, ["capabilities": [:]])
        + frame("initialized", [:]) + open(uri, "# Walden\n"))
    _ = output.fileHandleForReading.availableData
    let long = String(repeating: "Some *words* of a [[text]].\n\n", count: 40_000)
    try input.fileHandleForWriting.write(
      contentsOf: open("file:///long.md", long)
        + frame(
          "textDocument/didChange",
          [
            "textDocument": ["uri": uri.json, "version": 2],
            "contentChanges": [["text": "# Walden\n\nThe last.\n"]],
          ])
        + frame("textDocument/didSave", ["textDocument": ["uri": uri.json]]))
    try output.fileHandleForReading.close()
    process.waitUntilExit()
    #expect(try Notebook.open(at: path, state: state).note(id: note.id).text.contains("The last."))
  }

  @Test func endOfTheClientsProcess() throws {
    let parent = Process()
    parent.executableURL = URL(filePath: "/bin/sleep")
    parent.arguments = ["60"]
    try parent.run()
    let (client, _) = try start()
    _ = try client.request(
      "initialize", ["processId": .integer(Int64(parent.processIdentifier)), "capabilities": [:]])
    kill(parent.processIdentifier, SIGKILL)
    parent.waitUntilExit()
    #expect(client.waitForExit() == 1)
  }

  @Test func unknownMethods() throws {
    let server = try ServerFixture()
    #expect(code { try server.client.request("textDocument/unheardOf", [:]) } == -32601)
    #expect(code { try server.client.request("$/unheardOf", [:]) } == -32601)
    server.client.notify("$/unheardOf")
    server.client.notify("unheardOf")
    #expect(code { try server.client.request("textDocument/documentSymbol", [1]) } == -32602)
    #expect(code { try server.client.request("textDocument/documentSymbol") } == -32602)
    #expect(try server.outline(of: "file:///none.md") == [])
  }

  @Test func idsKeepTheirType() throws {
    let server = try ServerFixture()
    let ids: [RequestID] = [.string("7"), .integer(700)]
    for id in ids {
      server.client.send(
        .request(id: id, method: "workspace/symbol", params: ["query": "nothing here"]))
    }
    for id in ids { #expect(try server.client.response(to: id) == []) }
  }

  @Test func everyRequestIsAnsweredOnce() throws {
    let server = try ServerFixture()
    server.client.open("file:///a.md", "# a")
    let ids = (0..<1000).map { index in
      let id = server.client.send(
        request: "textDocument/documentSymbol", ["textDocument": ["uri": "file:///a.md"]])
      if index % 3 == 0 { server.client.notify("$/cancelRequest", ["id": id.json]) }
      return id
    }
    for id in ids {
      let code = code { try server.client.response(to: id) }
      #expect(code == nil || code == -32800)
    }
    server.client.notify("$/cancelRequest", ["id": 1])
    #expect(try server.outline(of: "file:///a.md") == ["a"])
  }

  @Test func hostileFramesAreSurvived() throws {
    let server = try ServerFixture()
    let frames = [
      "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: -5\r\n\r\n",
      "Content-Type: x\r\n\r\n", "no colon\r\n\r\n", "Content-Length: 0\r\n\r\n",
      "content-length: 2\r\n\r\n{}", "Content-Length: 7\r\n\r\nnotjson",
      "Content-Length: 2\r\n\r\n[]", "Content-Length: 4\r\n\r\nnull",
      "Content-Length: 27\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":[1]} ",
      "Content-Length: 17\r\n\r\n{\"jsonrpc\":\"2.0\"}",
    ]
    for frame in frames {
      server.client.send(bytes: Array(frame.utf8))
      #expect(try server.outline(of: "file:///none.md") == [], "\(frame)")
    }
    server.client.send(bytes: MessageFramer.frame(Array(repeating: 0x5B, count: 100_000)))
    server.client.send(bytes: MessageFramer.frame([0xFF, 0xFE, 0x80]))
    #expect(try server.outline(of: "file:///none.md") == [])
  }
}

import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

/// The base protocol: headers, bodies, and what is neither.
@Suite struct TransportConformanceTests {
  private static let question =
    #"{"jsonrpc":"2.0","id":"q","method":"textDocument/documentSymbol","#
    + #""params":{"textDocument":{"uri":"file:///none.md"}}}"#
  private static let length = "Content-Length: \(question.utf8.count)\r\n"
  private static let type = "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n"

  /// The answer to the question sent under `header` is what it is.
  private func expectAnswer(_ header: String, _ comment: Comment? = nil) throws {
    let server = try ServerFixture()
    server.client.send(bytes: Array((header + "\r\n" + Self.question).utf8))
    #expect(try server.client.response(to: .string("q")) == .null, comment)
  }

  @Test(
    "1 Header order is free",
    arguments: [length, length + type, type + length])
  func headerOrder(header: String) throws { try expectAnswer(header) }

  @Test(
    "2 Header names in any case, values trimmed, unknown headers ignored",
    arguments: [
      length.lowercased(), length.uppercased(),
      "content-LENGTH:\t \(question.utf8.count) \t\r\n",
      "X-Unknown: 1\r\n" + length + "Another: two: three\r\n",
    ])
  func headerNames(header: String) throws { try expectAnswer(header) }

  @Test("3 Content-Length counts UTF-8 bytes") func lengthInBytes() throws {
    let server = try ServerFixture()
    let body =
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"#
      + ##""file:///a.md","languageId":"markdown","version":1,"text":"# 😀é中"}}}"##
    server.client.send(body: body)
    #expect(try server.outline(of: "file:///a.md") == ["😀é中"])
  }

  @Test("4 charset=utf8 is utf-8; another charset has an error for an answer")
  func charsets() throws {
    for charset in ["utf8", "UTF-8", "\"utf-8\""] {
      try expectAnswer(
        "Content-Type: application/vscode-jsonrpc; charset=\(charset)\r\n" + Self.length)
    }
    let server = try ServerFixture()
    let header = "Content-Type: application/vscode-jsonrpc; charset=latin1\r\n" + Self.length
    server.client.send(bytes: Array((header + "\r\n" + Self.question).utf8))
    #expect(try server.client.errorCode(of: nil) == -32700)
    #expect(try server.outline(of: "file:///none.md") == [])
  }

  @Test("5 One byte a write, two messages a write, a header cut anywhere") func pieces() throws {
    let server = try ServerFixture()
    let message = Array((Self.length + "\r\n" + Self.question).utf8)
    for byte in message { server.client.send(bytes: [byte]) }
    #expect(try server.client.response(to: .string("q")) == .null)
    server.client.send(bytes: message + message)
    for _ in 0..<2 { #expect(try server.client.response(to: .string("q")) == .null) }
    let end = Self.length.utf8.count
    for cut in [end - 1, end, end + 1, end + 2] {
      server.client.send(bytes: Array(message[..<cut]))
      usleep(3000)
      server.client.send(bytes: Array(message[cut...]))
      #expect(try server.client.response(to: .string("q")) == .null)
    }
  }

  /// Of the two ways that the list allows, this server finds the next frame.
  @Test(
    "6 A Content-Length that is missing or no length is passed over",
    arguments: [
      "Content-Type: x\r\n", "Content-Length: abc\r\n", "Content-Length: -20\r\n",
      "Content-Length: 0\r\n", "Content-Length: 99999999999999999999\r\n",
      "Content-Length: 9000000000000000000\r\n", "Content-Length:\r\n",
    ])
  func wrongLengths(header: String) throws {
    let server = try ServerFixture()
    let log = "window/logMessage"
    server.client.send(bytes: Array((header + "\r\n" + Self.question).utf8))
    _ = try server.client.notification(log) {
      $0["message"]?.string?.contains("message was skipped") == true
    }
    #expect(try server.outline(of: "file:///none.md") == [])
  }

  @Test("6 Nothing but garbage ends the server with 1") func hopeless() throws {
    let server = try ServerFixture()
    for _ in 0..<20 { server.client.send(bytes: Array("Content-Length: x\r\n\r\n".utf8)) }
    #expect(server.client.waitForExit() == 1)
  }

  @Test("7 A body that is no JSON: -32700, id null, and the next message is served")
  func noJSON() throws {
    let server = try ServerFixture()
    for body in ["no json", "{", "{\"a\":1}}", "\u{FEFF}x", "[1,2"] {
      server.client.send(body: body)
      #expect(try server.client.errorCode(of: nil) == -32700, "\(body)")
    }
    server.client.send(bytes: MessageFramer.frame([0x22, 0xFF, 0xFE, 0x22]))
    #expect(try server.client.errorCode(of: nil) == -32700)
    #expect(try server.outline(of: "file:///none.md") == [])
  }

  @Test("8 JSON that is no request, a batch among it: -32600") func noRequest() throws {
    let server = try ServerFixture()
    for body in ["1", "[]", "[\(Self.question)]", "\"a\"", "null", "{}", #"{"jsonrpc":"2.0"}"#] {
      server.client.send(body: body)
      #expect(try server.client.errorCode(of: nil) == -32600, "\(body)")
    }
    #expect(try server.outline(of: "file:///none.md") == [])
  }

  @Test("9 jsonrpc missing or another: -32600, and on it goes") func version() throws {
    let server = try ServerFixture()
    for version in ["", #""jsonrpc":"1.0","#, #""jsonrpc":2.0,"#] {
      server.client.send(body: #"{\#(version)"id":"v","method":"shutdown"}"#)
      #expect(try server.client.errorCode(of: .string("v")) == -32600)
    }
    #expect(try server.outline(of: "file:///none.md") == [])
  }

  @Test("10 Ids are integers or strings, and keep their type") func ids() throws {
    let server = try ServerFixture()
    let ids: [RequestID] = [
      .string("7"), .integer(7000), .string("7000"), .integer(-1), .string(""),
    ]
    server.client.open("file:///a.md", "# a")
    for id in ids {
      server.client.send(
        .request(
          id: id, method: "textDocument/documentSymbol",
          params: ["textDocument": ["uri": "file:///a.md"]]))
    }
    for id in ids.reversed() {
      #expect(try server.client.response(to: id).array?.count == 1)
    }
  }

  @Test("11 An answer to nothing is ignored, and nothing answers a notification")
  func strayAnswers() throws {
    let server = try ServerFixture()
    server.client.send(.response(id: .string("nobody"), result: .success(1)))
    server.client.send(.response(id: nil, result: .failure(.internalError())))
    server.client.notify("textDocument/didOpen", [1])
    server.client.notify("textDocument/didChange")
    server.client.notify("unheard/of")
    // An answer to any of them would be one that is not waited for, which the inspector records.
    #expect(try server.outline(of: "file:///none.md") == [])
  }

  @Test("12 stdout carries only protocol") func output() throws {
    // A notebook that cannot be opened has most to say; the inspector records bytes that are no frame.
    let server = try ServerFixture(notes: nil)
    try Data("no notebook".utf8).write(to: URL(filePath: server.notebookPath))
    server.client.send(bytes: Array("garbage\r\n\r\n".utf8))
    server.client.open("file:///a.md", "# a")
    _ = try? server.client.request("commonplace/listNotes", [:])
    server.client.change("file:///a.md", version: 0, [["text": "old"]])
    #expect(try server.outline(of: "file:///a.md") == [])
    #expect(try server.client.shutDown() == 0)
  }

  @Test("13 The end of input ends the server: 0 after shutdown, else 1") func endOfInput() throws {
    let running = try ServerFixture()
    #expect(running.client.closeInput() == 1)
    let shutDown = try ServerFixture()
    _ = try shutDown.client.request("shutdown")
    #expect(shutDown.client.closeInput() == 0)
    let untouched = try TemporaryFolder()
    #expect(try ServerFixture.start(in: untouched).closeInput() == 1)
  }

  @Test("13 A client that no longer reads does not make the server spin") func brokenOutput() throws
  {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = BuiltProducts.executable("commonplace")
    process.arguments = ["lsp"]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    try output.fileHandleForReading.close()
    for _ in 0..<50 {
      try input.fileHandleForWriting.write(contentsOf: Data("Content-Length: 1\r\n\r\n1".utf8))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
  }

  @Test("14 The end of the client's process ends the server; a null processId does not")
  func processId() throws {
    let parent = Process()
    parent.executableURL = URL(filePath: "/bin/sleep")
    parent.arguments = ["60"]
    try parent.run()
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    let clients = try folders.map { try ServerFixture.start(in: $0) }
    _ = try clients[0].request(
      "initialize", ["processId": .integer(Int64(parent.processIdentifier)), "capabilities": [:]])
    _ = try clients[1].request("initialize", ["processId": .null, "capabilities": [:]])
    kill(parent.processIdentifier, SIGKILL)
    parent.waitUntilExit()
    #expect(clients[0].waitForExit() == 1)
    #expect(try clients[1].outline(of: "file:///none.md") == [])
  }

  @Test("15 JSON 1,000 levels deep and a message of 50 MB") func large() throws {
    let server = try ServerFixture()
    let deep = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    server.client.send(
      body: #"{"jsonrpc":"2.0","id":"d","method":"textDocument/hover","params":\#(deep)}"#)
    // Deeper than what this server reads, it is no JSON to it.
    #expect(try server.client.errorCode(of: nil) == -32700)
    var body = Array(
      #"{"jsonrpc":"2.0","id":"l","method":"textDocument/documentSymbol","params":{"fill":""#.utf8)
    body += [UInt8](repeating: UInt8(ascii: "a"), count: 50_000_000)
    body += Array(#"","textDocument":{"uri":"file:///none.md"}}}"#.utf8)
    server.client.send(bytes: MessageFramer.frame(body))
    #expect(try server.client.response(to: .string("l")) == .null)
  }
}

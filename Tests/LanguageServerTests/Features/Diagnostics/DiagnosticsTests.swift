import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

/// Sent after each change, or asked for: never both.
@Suite struct DiagnosticsTests {
  private let uri = "file:///a.md"

  static let pulling: JSONValue = [
    "general": ["positionEncodings": ["utf-16"]],
    "textDocument": ["diagnostic": [:], "publishDiagnostics": ["versionSupport": true]],
    "workspace": ["diagnostics": ["refreshSupport": true]],
  ]

  private func codes(_ diagnostics: JSONValue?) -> [String] {
    diagnostics?.array?.compactMap { $0["code"]?.string } ?? []
  }

  private func published(
    by server: ServerFixture, version: Int
  ) throws -> JSONValue {
    try server.client.notification("textDocument/publishDiagnostics") {
      $0["version"] == version.json
    }
  }

  @Test func appearAndDisappear() throws {
    let server = try ServerFixture()
    server.client.open(uri, "a ?[b](c")
    let first = try published(by: server, version: 1)
    #expect(first["uri"] == .string(uri))
    #expect(codes(first["diagnostics"]) == ["unterminated-cloze"])
    let diagnostic = first["diagnostics"]?.array?.first
    #expect(diagnostic?["source"] == "commonplace")
    #expect(diagnostic?["severity"] == 2)
    #expect(
      diagnostic?["range"] == [
        "start": ["line": 0, "character": 2], "end": ["line": 0, "character": 8],
      ])

    let end = Position(line: 0, character: 8)
    server.client.change(uri, version: 2, range: LSPRange(start: end, end: end), ")")
    #expect(codes(try published(by: server, version: 2)["diagnostics"]) == [])
  }

  @Test func closedDocumentsHaveNone() throws {
    let server = try ServerFixture()
    server.client.open(uri, "Q: a")
    #expect(codes(try published(by: server, version: 1)["diagnostics"]).count == 1)
    server.client.notify("textDocument/didClose", ["textDocument": ["uri": .string(uri)]])
    let last = try server.client.notification("textDocument/publishDiagnostics")
    #expect(last["diagnostics"] == [] && last["version"] == nil)
  }

  @Test func newestVersionComesLast() throws {
    let server = try ServerFixture()
    server.client.open(uri, "Q: a")
    for version in 2...100 {
      server.client.change(uri, version: version, version == 100 ? "fine" : "Q: \(version)")
    }
    #expect(codes(try published(by: server, version: 100)["diagnostics"]) == [])
    #expect(server.client.notificationsSoFar("textDocument/publishDiagnostics").count <= 99)
  }

  @Test func versionIsLeftOutForClientsWithoutIt() throws {
    let server = try ServerFixture(capabilities: [:])
    server.client.open(uri, "Q: a")
    let params = try server.client.notification("textDocument/publishDiagnostics")
    #expect(params["version"] == nil && codes(params["diagnostics"]).count == 1)
  }

  private func pull(
    _ server: ServerFixture, _ uri: String? = nil, previous: JSONValue? = nil
  ) throws -> JSONValue {
    try server.client.request(
      "textDocument/diagnostic",
      ["textDocument": ["uri": .string(uri ?? self.uri)], "previousResultId": previous])
  }

  @Test func clientsThatAskAreNotSent() throws {
    let server = try ServerFixture(capabilities: Self.pulling)
    let provider = server.initializeResult["capabilities"]?["diagnosticProvider"]
    #expect(provider?["interFileDependencies"] == false)
    #expect(provider?["workspaceDiagnostics"] == true)
    server.client.open(uri, "#a.")
    let report = try pull(server)
    #expect(report["kind"] == "full")
    #expect(codes(report["items"]) == ["hashtag-ends-in-punctuation"])
    #expect(server.client.notificationsSoFar("textDocument/publishDiagnostics") == [])
  }

  /// One that cannot be told to ask again would not hear of what changes in the notebook.
  @Test func clientsThatAskButCannotBeToldToAreSent() throws {
    let server = try ServerFixture(capabilities: ["textDocument": ["diagnostic": [:]]])
    #expect(server.initializeResult["capabilities"]?["diagnosticProvider"] == nil)
    server.client.open(uri, "#a.")
    let params = try server.client.notification("textDocument/publishDiagnostics")
    #expect(codes(params["diagnostics"]) == ["hashtag-ends-in-punctuation"])
    #expect(server.client.requestsSoFar("workspace/diagnostic/refresh") == 0)
  }

  @Test func whatTheClientHasIsNotSentAgain() throws {
    let server = try ServerFixture(notes: nil, capabilities: Self.pulling)
    server.client.open(uri, "#a.")
    let first = try pull(server)["resultId"]
    #expect(first != nil)
    #expect(try pull(server, previous: first) == ["kind": "unchanged", "resultId": first])
    #expect(try pull(server, previous: "another")["kind"] == "full")
    server.client.change(uri, version: 2, "#a.")
    let second = try pull(server, previous: first)
    #expect(second["kind"] == "full" && second["resultId"] != first)
    // Opened again, the client counts from 1, and the text is another one.
    server.client.notify("textDocument/didClose", ["textDocument": ["uri": .string(uri)]])
    server.client.open(uri, "?[a](b")
    let third = try pull(server, previous: first)
    #expect(codes(third["items"]) == ["unterminated-cloze"])
    // A save with another text than was sent changes it without a version.
    server.client.save(uri, "fine")
    #expect(codes(try pull(server, previous: third["resultId"])["items"]) == [])
  }

  @Test func emptyAndUnknownDocuments() throws {
    let server = try ServerFixture(capabilities: Self.pulling)
    server.client.open(uri, "")
    #expect(try pull(server)["items"] == [])
    let unknown = try pull(server, "untitled:nothing", previous: "x")
    #expect(unknown == ["kind": "full", "items": []])
  }

  /// Whatever columns count, they lead to the same text.
  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func everyEncodingMeansTheSameText(encoding: String) throws {
    var capabilities = Self.pulling.object ?? [:]
    capabilities["general"] = ["positionEncodings": [encoding.json]]
    let server = try ServerFixture(capabilities: .object(capabilities))
    let text = "# 😀é\r\n\r\n😀 ?[é](f(a))) and #日本。\n"
    server.client.open(uri, text)
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let found = try [Diagnostic](json: try pull(server)["items"] ?? .null).map { diagnostic in
      let line = lines[Int(diagnostic.range.start.line)]
      let columns = Int(diagnostic.range.start.character)..<Int(diagnostic.range.end.character)
      return switch encoding {
      case "utf-8": String(decoding: Array(line.utf8)[columns], as: UTF8.self)
      case "utf-16": String(decoding: Array(line.utf16)[columns], as: UTF16.self)
      default: String(String.UnicodeScalarView(Array(line.unicodeScalars)[columns]))
      }
    }
    #expect(found == ["?[é](f(a))", "。"])
  }
}

import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

/// Sent after each change, or asked for: never both.
@Suite struct DiagnosticsTests {
  static let uri = "file:///a.md"

  static let pulling: JSONValue = [
    "general": ["positionEncodings": ["utf-16"]],
    "textDocument": ["diagnostic": [:], "publishDiagnostics": ["versionSupport": true]],
    "workspace": ["diagnostics": ["refreshSupport": true]],
  ]

  static func codes(_ diagnostics: JSONValue?) -> [String] {
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
    server.client.open(Self.uri, "a ?[b](c")
    let first = try published(by: server, version: 1)
    #expect(first["uri"] == .string(Self.uri))
    #expect(Self.codes(first["diagnostics"]) == ["unterminated-cloze"])
    let diagnostic = first["diagnostics"]?.array?.first
    #expect(diagnostic?["source"] == "commonplace")
    #expect(diagnostic?["severity"] == 2)
    #expect(
      diagnostic?["range"] == [
        "start": ["line": 0, "character": 2], "end": ["line": 0, "character": 8],
      ])

    let end = Position(line: 0, character: 8)
    server.client.change(Self.uri, version: 2, range: LSPRange(start: end, end: end), ")")
    #expect(Self.codes(try published(by: server, version: 2)["diagnostics"]) == [])
  }

  @Test func closedDocumentsHaveNone() throws {
    let server = try ServerFixture()
    server.client.open(Self.uri, "Q: a")
    #expect(Self.codes(try published(by: server, version: 1)["diagnostics"]).count == 1)
    server.client.notify("textDocument/didClose", ["textDocument": ["uri": .string(Self.uri)]])
    let last = try server.client.notification("textDocument/publishDiagnostics")
    #expect(last["diagnostics"] == [] && last["version"] == nil)
  }

  @Test func newestVersionComesLast() throws {
    let server = try ServerFixture()
    server.client.open(Self.uri, "Q: a")
    for version in 2...100 {
      server.client.change(Self.uri, version: version, version == 100 ? "fine" : "Q: \(version)")
    }
    #expect(Self.codes(try published(by: server, version: 100)["diagnostics"]) == [])
    #expect(server.client.notificationsSoFar("textDocument/publishDiagnostics").count <= 99)
  }

  @Test func versionIsLeftOutForClientsWithoutIt() throws {
    let server = try ServerFixture(capabilities: [:])
    server.client.open(Self.uri, "Q: a")
    let params = try server.client.notification("textDocument/publishDiagnostics")
    #expect(params["version"] == nil && Self.codes(params["diagnostics"]).count == 1)
  }

  static func pull(
    _ server: ServerFixture, _ uri: String? = nil, previous: JSONValue? = nil
  ) throws -> JSONValue {
    try server.client.request(
      "textDocument/diagnostic",
      ["textDocument": ["uri": .string(uri ?? Self.uri)], "previousResultId": previous])
  }

  /// One that cannot be asked to ask again would not hear of what changes in the notebook.
  @Test func clientsThatAskButCannotBeAskedToAreSent() throws {
    let server = try ServerFixture(capabilities: ["textDocument": ["diagnostic": [:]]])
    #expect(server.initializeResult["capabilities"]?["diagnosticProvider"] == nil)
    server.client.open(Self.uri, "{{c1::a}}")
    let params = try server.client.notification("textDocument/publishDiagnostics")
    #expect(Self.codes(params["diagnostics"]) == ["anki-cloze"])
    #expect(server.client.requestsSoFar("workspace/diagnostic/refresh") == 0)
  }
}

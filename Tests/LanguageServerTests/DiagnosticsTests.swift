import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

/// Sent after each change, or asked for: never both.
@Suite struct DiagnosticsTests {
  private let uri = "file:///a.md"

  private static let pulling: JSONValue = [
    "textDocument": ["diagnostic": [:], "publishDiagnostics": ["versionSupport": true]]
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

  @Test func clientsThatAskAreNotSent() throws {
    let server = try ServerFixture(capabilities: Self.pulling)
    let provider = server.initializeResult["capabilities"]?["diagnosticProvider"]
    #expect(provider?["interFileDependencies"] == false)
    server.client.open(uri, "#a.")
    let report = try server.client.request(
      "textDocument/diagnostic", ["textDocument": ["uri": .string(uri)]])
    #expect(report["kind"] == "full")
    #expect(codes(report["items"]) == ["hashtag-ends-in-punctuation"])
    #expect(server.client.notificationsSoFar("textDocument/publishDiagnostics") == [])
  }
}

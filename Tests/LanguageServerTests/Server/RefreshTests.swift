import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// A client that shows outdated results is asked to request them again, if it can be.
@Suite struct RefreshTests {
  /// The workspace capability, a setting that touches it, and what is asked.
  private static let kinds: [(String, JSONValue, String)] = [
    ("codeLens", ["codeLens": ["book": false]], "workspace/codeLens/refresh"),
    ("inlayHint", ["inlayHint": ["dueDates": true]], "workspace/inlayHint/refresh"),
    ("diagnostics", ["diagnostics": ["disabled": ["x"]]], "workspace/diagnostic/refresh"),
  ]

  private func start(_ workspace: JSONObject, notes: [String] = []) throws -> ServerFixture {
    try ServerFixture(
      notes: notes,
      capabilities: [
        "workspace": .object(workspace), "textDocument": ["diagnostic": [:]],
      ])
  }

  private func set(_ server: ServerFixture, _ settings: JSONValue) {
    server.client.notify("workspace/didChangeConfiguration", ["settings": settings])
  }

  @Test(arguments: kinds)
  func settingsAreSeenAtOnce(capability: String, settings: JSONValue, method: String) throws {
    let server = try start([capability: ["refreshSupport": true]])
    set(server, settings)
    _ = try server.client.serverRequest(method)
    // The same again changes nothing, and a change of the others is not this one's.
    set(server, settings)
    #expect(!server.client.serverRequestsSoFar.contains(method))
  }

  @Test func writesOfOthersAreSeen() throws {
    let all = JSONObject(Self.kinds.map { ($0.0, ["refreshSupport": true] as JSONValue) })
    let server = try start(all, notes: ["# Walden\n"])
    let other = try server.anotherClient()
    let uri = try server.uri(titled: "Walden")
    _ = try other.write(uri, "# Walden Pond\n")
    for (_, _, method) in Self.kinds { _ = try server.client.serverRequest(method) }
  }

  @Test func aClientWithoutTheCapabilityIsNotAsked() throws {
    let server = try start([:], notes: ["# Walden\n"])
    for (_, settings, _) in Self.kinds { set(server, settings) }
    _ = try server.client.write(server.uri(titled: "Walden"), "# Walden Pond\n")
    #expect(
      try server.client.eventually {
        try server.publishedText(of: server.uri(titled: "Walden Pond")) == "# Walden Pond\n"
      })
    #expect(server.client.serverRequestsSoFar == [])
  }

  /// A client that does not ask for diagnostics is sent them.
  @Test func diagnosticsAreSentAgain() throws {
    let server = try ServerFixture()
    server.client.open("file:///a.md", "a ?[b](c\n")
    let first = try server.client.notification("textDocument/publishDiagnostics")
    set(server, ["diagnostics": ["disabled": ["x"]]])
    #expect(try server.client.notification("textDocument/publishDiagnostics") == first)
  }
}

import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

/// A client that traces learns the time of each message, and nothing of its content.
@Suite struct TraceTests {
  private let uri = "file:///secret.md"

  private func ask(_ client: LanguageClient) throws {
    client.open(uri, "# unspeakable")
    _ = try client.request(
      "textDocument/documentSymbol", ["textDocument": ["uri": .string(uri)]])
  }

  private func setTrace(_ client: LanguageClient, _ value: JSONValue) {
    client.notify("$/setTrace", ["value": value])
  }

  /// The traces up to that of a request sent now, without times.
  private func traces(_ client: LanguageClient) throws -> [JSONValue] {
    _ = try client.notification("$/logTrace") {
      $0["message"]?.string?.hasPrefix("textDocument/documentSymbol") == true
    }
    return client.notificationsSoFar("$/logTrace")
  }

  @Test func nothingUnlessAskedFor() throws {
    let server = try ServerFixture()
    try ask(server.client)
    setTrace(server.client, "messages")
    setTrace(server.client, "off")
    try ask(server.client)
    _ = try server.client.request("workspace/symbol", ["query": "nothing"])
    #expect(server.client.notificationsSoFar("$/logTrace").count <= 1)  // of setTrace itself
  }

  @Test func messagesHaveMethodAndTime() throws {
    let server = try ServerFixture()
    setTrace(server.client, "messages")
    try ask(server.client)
    let trace = try server.client.notification("$/logTrace") {
      $0["message"]?.string?.hasPrefix("textDocument/documentSymbol") == true
    }
    let message = try #require(trace["message"]?.string)
    #expect(message.wholeMatch(of: /textDocument\/documentSymbol \(\d+\): \d+ µs/) != nil)
    #expect(trace["verbose"] == nil)
  }

  @Test func verboseHasSizesAndNoText() throws {
    let folder = try TemporaryFolder()
    let client = try ServerFixture.start(in: folder)
    _ = try client.request("initialize", ["capabilities": [:], "trace": "verbose"])
    client.notify("initialized", [:])
    try ask(client)
    let first = try client.notification("$/logTrace")
    #expect(first["message"]?.string?.hasPrefix("initialize (") == true)
    #expect(
      first["verbose"]?.string?.wholeMatch(of: /\d+ bytes received, \d+ bytes sent/) != nil)
    let all = try traces(client)
    #expect(!all.isEmpty)
    for trace in all {
      let text = "\(trace)"
      #expect(!text.contains("unspeakable") && !text.contains("secret"), "\(text)")
    }
  }

  @Test func aWrongValueIsLogged() throws {
    let server = try ServerFixture()
    setTrace(server.client, "loud")
    let logged = try server.client.notification("window/logMessage")
    #expect(logged["message"] == "$/setTrace: value: expected a known value")
  }
}

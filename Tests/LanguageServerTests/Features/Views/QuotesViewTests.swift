import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The view of some quotes.
@Suite struct QuotesViewTests {
  @Test func readsAsItsCommandSays() throws {
    let server = try ServerFixture(notes: ReadViewTests.notes)
    let both = try server.client.request(
      "workspace/executeCommand",
      ["command": "commonplace.randomQuotes", "arguments": [["count": 5, "seed": 1]]])
    let uri = try #require(both["uri"]?.string)
    #expect(
      try server.client.request("commonplace/readView", ["uri": uri.json])["text"] == both["text"])
  }
}

import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// Some quotes, chosen by a seed.
@Suite struct RandomQuotesCommandTests {
  @Test func quotesAreChosenByASeed() throws {
    let server = try ServerFixture(notes: ReadViewTests.notes)
    func quotes(_ arguments: JSONValue) throws -> JSONValue {
      try server.client.request(
        "workspace/executeCommand",
        ["command": "commonplace.randomQuotes", "arguments": [arguments]])
    }
    let both = try quotes(["count": 5, "seed": 1])
    let text = try #require(both["text"]?.string)
    #expect(text.contains("> Simplify, simplify. (p. 91)\n\n— Walden\n"))
    #expect(text.contains("> Simplify life.\n\n— Letters\n"))
    #expect(try quotes(["count": 5, "seed": 1]) == both)
    #expect(try quotes(["count": 1])["text"]?.string?.contains("— ") == true)
  }
}

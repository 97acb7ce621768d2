import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// All fixes of a document, as one edit.
@Suite struct FixAllTests {
  @Test func fixAllIsOneEdit() throws {
    let server = try ServerFixture(
      notes: nil, capabilities: CodeActionsTests.capabilities(versioned: false))
    server.client.open("file:///a.md", CodeActionsTests.text)
    let range = LSPRange(
      start: Position(line: 0, character: 0), end: Position(line: 0, character: 0))
    let actions = try CodeActionsTests.actions(
      server.client, "file:///a.md", range, ["only": ["source.fixAll"]])
    #expect(actions.count == 1)
    #expect(
      try CodeActionsTests.applying(
        actions.first?["edit"], to: CodeActionsTests.text, of: "file:///a.md")
        == "a ?[b](c #x.\n\nd\n\nQ: e\nA: f\n")
  }
}

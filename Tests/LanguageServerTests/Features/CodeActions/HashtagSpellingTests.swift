import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

/// A hashtag that looks like a slip of a common one is put right by a code action.
@Suite struct HashtagSpellingTests {
  @Test(arguments: ["untitled:1", "file:///tmp/a.md"])
  func isPutRight(uri: String) throws {
    let server = try ServerFixture(
      notes: (0..<6).map { "# N\($0)\n\n#philosophy" },
      capabilities: [
        "textDocument": ["codeAction": ["codeActionLiteralSupport": [:]]]
      ])
    server.client.open(uri, "é #philosphy")
    _ = try server.client.notification("textDocument/publishDiagnostics") {
      $0["diagnostics"]?.array?.contains { $0["code"] == "similar-hashtag" } == true
    }
    let position: JSONValue = ["line": 0, "character": 5]
    let actions = try server.client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": uri.json], "range": ["start": position, "end": position],
        "context": ["diagnostics": [], "only": ["quickfix"]],
      ])
    let action = try #require(actions.array?.first)
    #expect(action["title"] == "Change to #philosophy")
    let edit = action["edit"]?["changes"]?[uri]?.array?.first
    #expect(edit?["newText"] == "#philosophy")
    #expect(edit?["range"]?["start"]?["character"] == 2)
    #expect(edit?["range"]?["end"]?["character"] == 12)
  }
}

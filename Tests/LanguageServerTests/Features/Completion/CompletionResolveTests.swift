import JSON
import LanguageClient
import LanguageServerProtocol
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// The details of the item that a client shows.
@Suite struct CompletionResolveTests {
  /// The newest notes of a tag, for the item that the client shows.
  @Test(
    arguments: [
      ([:], true, "plaintext"),
      (["resolveSupport": ["properties": ["documentation"]]], true, "plaintext"),
      (["resolveSupport": ["properties": ["detail"]]], false, "plaintext"),
      (["documentationFormat": ["markdown"]], true, "markdown"),
    ] as [(JSONValue, Bool, String)])
  func tagsAreResolved(_ item: JSONValue, _ resolves: Bool, _ kind: String) throws {
    let server = try ServerFixture(
      notes: ["# *One*\n#a", "# Two\n#b", "# Three\n#a/b"],
      capabilities: ServerFixture.capabilities(
        .utf8, textDocument: ["completion": ["completionItem": item]]))
    let provider = server.initializeResult["capabilities"]?["completionProvider"]
    #expect(provider?["resolveProvider"]?.bool == resolves)
    let items = try CompletionTests.complete(server, PointedText("#¦"), .utf8)
    let first = try #require(items.first)
    #expect(first["documentation"] == nil)
    let resolved = try server.client.request("completionItem/resolve", first)
    #expect(resolved["label"] == "#a" && resolved["textEdit"] == first["textEdit"])
    #expect(resolved["documentation"]?["kind"]?.string == kind)
    #expect(
      resolved["documentation"]?["value"]?.string
        == (kind == "markdown"
          ? #"- \*One\*, today"# + "\n- Three, today" : "- *One*, today\n- Three, today"))
    // Others come back as they are.
    let unknown: JSONValue = ["label": "x", "data": ["tag": "#nobody"], "commitCharacters": ["/"]]
    #expect(try server.client.request("completionItem/resolve", unknown) == unknown)
  }
}

import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// A link that leads nowhere gets fixes: make the note, or take the nearest title.
@Suite struct LinkActionsTests {
  private static let capabilities = HashtagFixture.capabilities(
    textDocument: ["codeAction": ["codeActionLiteralSupport": [:]], "publishDiagnostics": [:]],
    workspace: ["applyEdit": true, "workspaceEdit": ["documentChanges": true]])

  /// The fixes at the position of `params`.
  private func fixes(
    _ fixture: HashtagFixture, _ uri: String, _ params: JSONObject
  ) throws -> [JSONValue] {
    let position = params["position"] ?? .null
    return try fixture.client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": uri.json], "range": ["start": position, "end": position],
        "context": ["diagnostics": [], "only": ["quickfix"]],
      ]
    ).array ?? []
  }

  @Test func fixesOfTitles() throws {
    let fixture = try HashtagFixture(notes: ["# Walden\n"], capabilities: Self.capabilities)
    let uri = "file:///a.md"
    let params = try fixture.open(uri, "[[Wal«»dne]]\n")
    _ = try fixture.diagnostics(of: uri) { $0.contains { $0["code"] == "link-leads-nowhere" } }
    let actions = try fixes(fixture, uri, params)
    #expect(actions.map { $0["title"] } == ["Create the note “Waldne”", "Link to “Walden”"])
    let edit = try #require(actions.last?["edit"])
    #expect(try fixture.edited("[[Waldne]]\n", uri, by: edit) == "[[Walden]]\n")
  }

  @Test(arguments: [
    ("[[Walden#No such «»heading|x]]\n", ["Remove the heading from the link"], "[[Walden|x]]\n"),
    (
      "[[Walden#Pom«»ds]]\n",
      ["Change to the heading “Ponds”", "Remove the heading from the link"],
      "[[Walden]]\n"
    ),
    ("[x](walden.md#no«»ne)\n", ["Remove the heading from the link"], "[x](walden.md)\n"),
    ("# Woods\n\n[[#Wo«»od]]\n", ["Change to the heading “Woods”"], "# Woods\n\n[[#Woods]]\n"),
    ("[[Walden#Ponds«»]]\n", [], ""),
  ])
  func fixesOfHeadings(marked: String, titles: [String], expected: String) throws {
    let fixture = try HashtagFixture(
      notes: ["# Walden\n\n## Ponds\n"], capabilities: Self.capabilities)
    let uri = "file:///a.md"
    let params = try fixture.open(uri, marked)
    if !titles.isEmpty { _ = try fixture.diagnostics(of: uri) { !$0.isEmpty } }
    let actions = try fixes(fixture, uri, params)
    #expect(actions.map { $0["title"]?.string } == titles)
    guard let edit = actions.last?["edit"] else { return }
    let text = marked.replacing("«»", with: "")
    #expect(try fixture.edited(text, uri, by: edit) == expected)
  }
}

import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// A link that leads nowhere gets fixes: make the note, or take the nearest title.
@Suite struct LinkActionsTests {
  @Test func fixes() throws {
    let capabilities = HashtagFixture.capabilities(
      textDocument: ["codeAction": ["codeActionLiteralSupport": [:]], "publishDiagnostics": [:]],
      workspace: ["applyEdit": true, "workspaceEdit": ["documentChanges": true]])
    let fixture = try HashtagFixture(notes: ["# Walden\n"], capabilities: capabilities)
    let uri = "file:///a.md"
    let params = try fixture.open(uri, "[[Wal«»dne]]\n")
    _ = try fixture.diagnostics(of: uri) { $0.contains { $0["code"] == "link-leads-nowhere" } }
    let position = params["position"] ?? .null
    let actions =
      try fixture.client.request(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": uri.json], "range": ["start": position, "end": position],
          "context": ["diagnostics": [], "only": ["quickfix"]],
        ]
      ).array ?? []
    #expect(actions.map { $0["title"] } == ["Make the note “Waldne”", "Link to “Walden”"])
    let edit = try #require(actions.last?["edit"])
    #expect(try fixture.edited("[[Waldne]]\n", uri, by: edit) == "[[Walden]]\n")
    // A heading that is not there is no note.
    let other =
      try fixture.open("file:///b.md", "[[Walden#No such «»heading]]\n")["position"] ?? .null
    let none = try fixture.client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": "file:///b.md"], "range": ["start": other, "end": other],
        "context": ["diagnostics": [], "only": ["quickfix"]],
      ])
    #expect(none == [])
  }
}

import JSON
import LanguageClient
import LanguageServerProtocol
import Testing

@testable import LanguageServer

/// Trash, history and conflicts as documents.
@Suite struct HistoryViewsTests {
  private func view(_ server: ServerFixture, _ name: String) throws -> JSONValue {
    try server.client.request(
      "commonplace/readView", ["uri": ("commonplace-view://test-notes/" + name).json])
  }

  @Test func aHistoryLeadsToItsTexts() throws {
    let server = try ServerFixture(notes: ["# Walden\n"])
    let note = try server.uri(titled: "Walden")
    let id = try #require(NoteURI(note)?.id)
    _ = try server.client.write(note, "# Walden Pond\n")
    let name = "history?note=\(id)"
    let history = try view(server, name)
    let text = try #require(history["text"]?.string)
    let lines = text.split(separator: "\n")
    #expect(history["title"] == "History of Walden Pond")
    #expect(lines.count == 3 && lines[0] == "# History of Walden Pond")
    #expect(lines[1].hasSuffix("  14 bytes  now     # Walden Pond"))
    #expect(lines[2].hasSuffix("   9 bytes  before  # Walden"))
    let uri = "commonplace-view://test-notes/" + name
    server.client.open(uri, text)
    let links = try server.client.request(
      "textDocument/documentLink", ["textDocument": ["uri": uri.json]]
    ).array?.compactMap { $0["target"]?.string }
    let texts = try (links ?? []).map {
      try server.client.request("commonplace/readView", ["uri": $0.json])["text"]
    }
    #expect(texts == ["# Walden Pond\n", "# Walden\n"])
  }

  @Test func aDifferenceIsWordByWord() throws {
    let server = try ServerFixture(notes: ["# Walden\n\nSimplify, twice.\n"])
    let note = try server.uri(titled: "Walden")
    let id = try #require(NoteURI(note)?.id)
    let old = try server.client.read(note).version
    _ = try server.client.write(note, "# Walden\n\nSimplify, thrice.\n")
    let new = try server.client.read(note).version
    for to in ["", "&to=" + new.replacing(":", with: "%3A")] {
      let text = try view(
        server, "difference?note=\(id)&from=" + old.replacing(":", with: "%3A") + to)["text"]
      #expect(text?.string?.hasSuffix("\n\n# Walden\n\nSimplify, [-twice-]{+thrice+}.\n") == true)
    }
    let same = try view(server, "difference?note=\(id)&from=\(new)")["text"]
    #expect(same?.string?.hasSuffix("The texts are the same.\n") == true)
  }

  @Test func conflictsAreListedWithTheirWords() throws {
    let server = try ServerFixture(notes: SavedDocumentTests.notes)
    #expect(try view(server, "conflicts")["text"] == "# Conflicts\n\nNo note is in conflict.\n")
    _ = try SavedDocumentTests.conflict(server)
    _ = try SavedDocumentTests.awaitConflict(server)
    let text = try #require(try view(server, "conflicts")["text"]?.string)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 5 && lines[1] == "## Mine")
    #expect(lines[2].hasPrefix("1. this machine [") && lines[2].hasSuffix(" (shown)"))
    #expect(lines[3].hasPrefix("2. this machine ["))
    #expect(lines[4] == "# [-Mine-]{+Theirs+}")
  }

  @Test(arguments: [
    "history?note=nobody", "text?note=nobody&version=a", "difference?note=nobody&from=a",
    "text", "history",
  ])
  func absentTextsHaveNoView(name: String) throws {
    let server = try ServerFixture(notes: ["# Walden\n"])
    #expect(throws: ResponseError.self) { try view(server, name) }
  }

  @Test(arguments: [
    ViewURI.Content.trash, .conflicts, .history(note: "A-1"),
    .text(note: "A-1", version: "0f:7"), .difference(note: "A-1", from: "0f:7", to: nil),
    .difference(note: "A-1", from: "0f:7", to: "é&=:8"),
  ])
  func names(content: ViewURI.Content) {
    #expect(ViewURI(ViewURI(content, notebookPath: "/a/N.libnotes").text)?.content == content)
  }
}

import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The uses of a hashtag in texts of the client and of the notebook.
@Suite struct ReferencesTests {
  /// user-demands 30: the segment under the cursor selects the prefix, in references and in completion.
  @Test func demand30ReferencesByTheSegmentUnderTheCursor() throws {
    let fixture = try HashtagFixture(notes: HashtagNavigationTests.notes)
    let text = "See #books/2021 here."
    let first = try fixture.open("file:///a.md", "See #b«»ooks/2021 here.")
    let open = ["file:///a.md": text]
    let all = try fixture.locations(fixture.ask("textDocument/references", first), open: open)
    #expect(all.first == "See #books/2021 here. 0 #books")
    #expect(
      Set(all.dropFirst()) == ["# Walden 2 #books", "# Walden 2 #Books", "# Emma 2 #books"])
    let second = try fixture.position("file:///a.md", of: MarkedText("See #books/20«»21 here."))
    let below = try fixture.locations(fixture.ask("textDocument/references", second), open: open)
    #expect(below == ["See #books/2021 here. 0 #books/2021", "# Walden 2 #books/2021"])
    let items = try fixture.ask("textDocument/completion", first)["items"]?.array
    #expect(items?.contains { $0["label"] == "#books/novels" } == true)
  }

  /// user-demands 34: hashtags inside code do not count.
  @Test func demand34HashtagsInCodeAreNone() throws {
    let fixture = try HashtagFixture(notes: [
      "# A\n\n`#books` and `a #books b`\n", "# B\n\n#books\n",
    ])
    let params = try fixture.open("untitled:a", "`a #books` and #b«»ooks")
    let locations = try fixture.locations(
      fixture.ask("textDocument/references", params),
      open: ["untitled:a": "`a #books` and #books"])
    #expect(locations == ["`a #books` and #books 0 #books", "# B 2 #books"])
    let inCode = try fixture.position("untitled:a", of: MarkedText("`a #b«»ooks` and #books"))
    for method in ["references", "definition", "documentHighlight", "prepareRename"] {
      #expect(try fixture.ask("textDocument/\(method)", inCode) == .null)
    }
    let tags = try fixture.client.request("commonplace/listTags", [:])["tags"]?.array
    #expect(tags == [["tag": "#books", "noteCount": 1, "isImplied": false]])
  }

  @Test func referencesAreOfTheClientsTextAndLeaveTheTrashOut() throws {
    let fixture = try HashtagFixture(notes: HashtagNavigationTests.notes)
    let emma = try fixture.server.uri(titled: "Emma")
    let walden = try fixture.server.uri(titled: "Walden")
    fixture.client.open(emma, "# Emma\n\nunsaved #books/x #books\n")
    _ = try fixture.client.request("commonplace/deleteNote", ["uri": walden.json])
    var params = try fixture.open("file:///a.md", "#boo«»ks")
    params["context"] = ["includeDeclaration": true]
    let open = ["file:///a.md": "#books", emma: "# Emma\n\nunsaved #books/x #books\n"]
    #expect(
      try fixture.locations(fixture.ask("textDocument/references", params), open: open)
        == ["#books 0 #books", "# Emma 2 #books", "# Emma 2 #books"])
  }

  /// A note has the hashtags of its book, open or not; its first line is the location.
  @Test func anOpenNoteHasItsBooksTags() throws {
    let book = try BookFixture()
    let form = try book.client.request("commonplace/readBook", ["uri": book.note.json])
    _ = try book.client.request(
      "commonplace/writeBook",
      [
        "uri": book.note.json, "baseVersion": form["version"] ?? .null,
        "fields": ["tags": ["#nature/ponds"]],
      ])
    book.client.open("file:///a.md", "#nature")
    func uris() throws -> [String] {
      try book.client.request(
        "textDocument/references",
        [
          "textDocument": ["uri": "file:///a.md"], "position": ["line": 0, "character": 2],
          "context": ["includeDeclaration": true],
        ]
      ).array?.compactMap { $0["uri"]?.string } ?? []
    }
    #expect(try uris() == ["file:///a.md", book.note])
    book.client.open(book.note, "# Walden\n\nSimplify.\n")
    #expect(try uris() == ["file:///a.md", book.note])
    // Where the text has it, that location alone.
    book.client.change(book.note, version: 2, "# Walden\n\n#nature\n")
    #expect(try uris() == ["file:///a.md", book.note])
  }

  @Test func referencesComeInParts() throws {
    let line = "#many " + String(repeating: "#many/x ", count: 299)
    let fixture = try HashtagFixture(notes: [line, line])
    var params = try fixture.open("file:///a.md", "#ma«»ny")
    params["partialResultToken"] = "parts"
    #expect(try fixture.ask("textDocument/references", params) == [])
    let parts = fixture.client.notificationsSoFar("$/progress").filter { $0["token"] == "parts" }
    #expect(parts.count >= 2)
    #expect(parts.reduce(0) { $0 + ($1["value"]?.array?.count ?? 0) } == 601)
  }
}

import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// Definition, references, highlights and linked editing of hashtags.
@Suite struct HashtagNavigationTests {
  private static let notes = [
    "# Walden\n\n#books/2021 and #Books\n", "# Emma\n\n- #books/novels #nature\n",
    "# Bookshop\n\n#bookshop `#books`\n",
  ]

  /// user-demands 30: the segment under the cursor selects the prefix, in references and in completion.
  @Test func demand30ReferencesByTheSegmentUnderTheCursor() throws {
    let fixture = try HashtagFixture(notes: Self.notes)
    let text = "See #books/2021 here."
    let first = try fixture.open("file:///a.md", "See #b«»ooks/2021 here.")
    let open = ["file:///a.md": text]
    let all = try fixture.places(fixture.ask("textDocument/references", first), open: open)
    #expect(all.first == "See #books/2021 here. 0 #books")
    #expect(
      Set(all.dropFirst()) == ["# Walden 2 #books", "# Walden 2 #Books", "# Emma 2 #books"])
    let second = try fixture.position("file:///a.md", of: MarkedText("See #books/20«»21 here."))
    let below = try fixture.places(fixture.ask("textDocument/references", second), open: open)
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
    let places = try fixture.places(
      fixture.ask("textDocument/references", params),
      open: ["untitled:a": "`a #books` and #books"])
    #expect(places == ["`a #books` and #books 0 #books", "# B 2 #books"])
    let inCode = try fixture.position("untitled:a", of: MarkedText("`a #b«»ooks` and #books"))
    for method in ["references", "definition", "documentHighlight", "prepareRename"] {
      #expect(try fixture.ask("textDocument/\(method)", inCode) == .null)
    }
    let tags = try fixture.client.request("commonplace/listTags", [:])["tags"]?.array
    #expect(tags == [["tag": "#books", "noteCount": 1, "isImplied": false]])
  }

  @Test func referencesAreOfTheClientsTextAndLeaveTheTrashOut() throws {
    let fixture = try HashtagFixture(notes: Self.notes)
    let emma = try fixture.server.uri(titled: "Emma")
    let walden = try fixture.server.uri(titled: "Walden")
    fixture.client.open(emma, "# Emma\n\nunsaved #books/x #books\n")
    _ = try fixture.client.request("commonplace/deleteNote", ["uri": walden.json])
    var params = try fixture.open("file:///a.md", "#boo«»ks")
    params["context"] = ["includeDeclaration": true]
    let open = ["file:///a.md": "#books", emma: "# Emma\n\nunsaved #books/x #books\n"]
    #expect(
      try fixture.places(fixture.ask("textDocument/references", params), open: open)
        == ["#books 0 #books", "# Emma 2 #books", "# Emma 2 #books"])
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

  @Test func definitionIsTheNoteOfThatTitle() throws {
    let fixture = try HashtagFixture(notes: Self.notes + ["# BOOKS\n\nAbout books.\n"])
    let params = try fixture.open("file:///a.md", "x #bo«»oks/2021")
    #expect(
      try fixture.places(fixture.ask("textDocument/definition", params)) == ["# BOOKS 0 BOOKS"])
  }

  @Test(arguments: [
    // The oldest note that has exactly it; what nobody wrote is where one below it is.
    ("#bo«»oks", ["# Walden 2 #Books"]), ("#books/no«»vels", ["# Emma 2 #books/novels"]),
    ("#nat«»ure", ["# Emma 2 #nature"]), ("a «»b", []),
  ])
  func definitionIsTheFirstUse(_ marked: String, _ expected: [String]) throws {
    let fixture = try HashtagFixture(notes: Self.notes)
    let params = try fixture.open("file:///a.md", marked)
    #expect(try fixture.places(fixture.ask("textDocument/definition", params)) == expected)
  }

  @Test func definitionAsALinkAndInTheDocumentItself() throws {
    let fixture = try HashtagFixture(
      notes: nil,
      capabilities: HashtagFixture.capabilities(textDocument: ["definition": ["linkSupport": true]])
    )
    let params = try fixture.open("untitled:a", "#x/y, #x «»#x/y")
    let link = try fixture.ask("textDocument/definition", params).array?.first
    let text = "#x/y, #x #x/y"
    let range = try LSPRange(json: link?["targetSelectionRange"] ?? .null)
    #expect(fixture.text(at: range, of: text) == "#x" && range.start.character == 6)
    let origin = try LSPRange(json: link?["originSelectionRange"] ?? .null)
    #expect(fixture.text(at: origin, of: text) == "#x" && origin.start.character == 9)
  }

  @Test(arguments: PositionEncoding.everyOne)
  func theTextOfRangesIsTheSameInEveryEncoding(_ encoding: PositionEncoding) throws {
    let note = "# 😀 e\u{301}\n\nÄ 中 #é😀/x 👨‍👩‍👧 #é😀\n"
    let fixture = try HashtagFixture(notes: [note], encoding: encoding)
    let marked = "👨‍👩‍👧 é #é😀/«»x #é😀/x\r\n中 #É😀/x"
    let text = MarkedText(marked).text
    let params = try fixture.open("untitled:a", marked)
    let open = ["untitled:a": text]
    let references = try fixture.places(fixture.ask("textDocument/references", params), open: open)
    #expect(
      references.map { $0.split(separator: " ").last } == ["#é😀/x", "#é😀/x", "#É😀/x", "#é😀/x"])
    let highlights = try fixture.ask("textDocument/documentHighlight", params).array ?? []
    let ranges = try highlights.map { try LSPRange(json: $0["range"] ?? .null) }
    #expect(ranges.map { fixture.text(at: $0, of: text) } == ["#é😀/x", "#é😀/x", "#É😀/x"])
    let linked = try fixture.ask("textDocument/linkedEditingRange", params)
    let linkedRanges = try (linked["ranges"]?.array ?? []).map(LSPRange.init(json:))
    #expect(linkedRanges.map { fixture.text(at: $0, of: text) } == ["x", "x", "x"])
    #expect(linked["wordPattern"]?.string?.isEmpty == false)
    let definition = try fixture.places(fixture.ask("textDocument/definition", params), open: open)
    #expect(definition == ["# 😀 e\u{301} 2 #é😀/x"])
    let prepared = try fixture.ask("textDocument/prepareRename", params)
    #expect(fixture.text(at: try LSPRange(json: prepared["range"] ?? .null), of: text) == "x")
  }

  @Test(arguments: [
    "definition", "references", "documentHighlight", "linkedEditingRange", "prepareRename",
    "prepareTypeHierarchy",
  ])
  func nothingInAnEmptyOrUnknownDocument(_ method: String) throws {
    let fixture = try HashtagFixture(notes: nil)
    let empty = try fixture.open("untitled:empty", "«»")
    #expect(try fixture.ask("textDocument/\(method)", empty) == .null)
    var unknown = empty
    unknown["textDocument"] = ["uri": "file:///unknown.md"]
    unknown["position"] = ["line": 4_000_000_000, "character": 4_000_000_000]
    #expect(try fixture.ask("textDocument/\(method)", unknown) == .null)
  }
}

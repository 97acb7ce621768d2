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
  static let notes = [
    "# Walden\n\n#books/2021 and #Books\n", "# Emma\n\n- #books/novels #nature\n",
    "# Bookshop\n\n#bookshop `#books`\n",
  ]

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

  @Test(arguments: PositionEncoding.everyOne)
  func theTextOfRangesIsTheSameInEveryEncoding(_ encoding: PositionEncoding) throws {
    let note = "# 😀 e\u{301}\n\nÄ 中 #é😀/x 👨‍👩‍👧 #é😀\n"
    let fixture = try HashtagFixture(notes: [note], encoding: encoding)
    let marked = "👨‍👩‍👧 é #é😀/«»x #é😀/x\r\n中 #É😀/x"
    let text = MarkedText(marked).text
    let params = try fixture.open("untitled:a", marked)
    let open = ["untitled:a": text]
    let references = try fixture.locations(
      fixture.ask("textDocument/references", params), open: open)
    #expect(
      references.map { $0.split(separator: " ").last } == ["#é😀/x", "#é😀/x", "#É😀/x", "#é😀/x"])
    let linked = try fixture.ask("textDocument/linkedEditingRange", params)
    let linkedRanges = try (linked["ranges"]?.array ?? []).map(LSPRange.init(json:))
    #expect(linkedRanges.map { fixture.text(at: $0, of: text) } == ["x", "x", "x"])
    #expect(linked["wordPattern"]?.string?.isEmpty == false)
    let definition = try fixture.locations(
      fixture.ask("textDocument/definition", params), open: open)
    #expect(definition == ["# 😀 e\u{301} 2 #é😀/x"])
    let prepared = try fixture.ask("textDocument/prepareRename", params)
    #expect(fixture.text(at: try LSPRange(json: prepared["range"] ?? .null), of: text) == "x")
  }
}

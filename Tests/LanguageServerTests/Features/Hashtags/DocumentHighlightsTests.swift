import JSON
import LanguageClient
import LanguageServerProtocol
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// The uses of a hashtag in its document.
@Suite struct DocumentHighlightsTests {
  @Test(arguments: PositionEncoding.everyOne)
  func theTextIsTheSameInEveryEncoding(_ encoding: PositionEncoding) throws {
    let note = "# 😀 e\u{301}\n\nÄ 中 #é😀/x 👨‍👩‍👧 #é😀\n"
    let fixture = try HashtagFixture(notes: [note], encoding: encoding)
    let marked = "👨‍👩‍👧 é #é😀/«»x #é😀/x\r\n中 #É😀/x"
    let text = MarkedText(marked).text
    let params = try fixture.open("untitled:a", marked)
    let highlights = try fixture.ask("textDocument/documentHighlight", params).array ?? []
    let ranges = try highlights.map { try LSPRange(json: $0["range"] ?? .null) }
    #expect(ranges.map { fixture.text(at: $0, of: text) } == ["#é😀/x", "#é😀/x", "#É😀/x"])
  }
}

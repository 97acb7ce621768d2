import DisplayWidth
import Terminal
import TestSupport
import Testing

@Suite struct LineTests {
  @Test(arguments: [
    ("", 5, [""]), ("one two", 5, ["one", "two"]), ("one two", 7, ["one two"]),
    ("one  two", 4, ["one", "two"]), ("one\n\ntwo", 9, ["one", "", "two"]),
    ("  a b", 3, ["  a", "b"]),
    ("abcdef", 4, ["abcd", "ef"]), ("a abcdef b", 4, ["a", "abcd", "ef b"]), ("a\n", 4, ["a"]),
    ("中文字符", 4, ["中文", "字符"]), ("中文字", 5, ["中文", "字"]), ("中文。字", 4, ["中", "文。", "字"]),
    ("「中」文", 6, ["「中」", "文"]),
    ("word中文", 6, ["word中", "文"]), ("a—b c", 3, ["a—b", "c"]), ("aa—bb", 3, ["aa—", "bb"]),
    ("👨‍👩‍👧😀", 3, ["👨‍👩‍👧", "😀"]), ("a\u{A0}b c", 3, ["a\u{A0}b", "c"]), ("中", 1, ["中"]),
    ("a\tb", 9, ["a b"]), ("___ ____", 3, ["___", "___", "_"]),
  ])
  func linesAre(_ text: String, cells: Int, lines: [String]) {
    #expect(Line.wrapped([Span(text)], to: cells).map(\.text) == lines)
  }

  /// No line is too wide, and no letter is lost.
  @Test(arguments: UInt64(0)..<40)
  func linesFit(seed: UInt64) {
    var random = RandomEdits(seed: seed)
    let text = random.text(1...40)
    let cells = random.number(2...30)
    let lines = Line.wrapped([Span(text)], to: cells)
    for line in lines { #expect(line.width <= cells || line.text.count == 1, "seed \(seed)") }
    #expect(
      lines.map(\.text).joined().filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace },
      "seed \(seed)")
  }

  @Test func stylesStayWithTheirText() {
    let bold = TextStyle(bold: true)
    let lines = Line.wrapped([Span("one "), Span("two three", bold), Span(" four")], to: 8)
    #expect(lines.map(\.text) == ["one two", "three", "four"])
    #expect(lines[0].spans == [Span("one "), Span("two", bold)])
    #expect(lines[1].spans == [Span("three", bold)])
  }

  @Test(arguments: [
    (Rendition.colored, "\u{1B}[1;32ma\u{1B}[0m\u{1B}[93mb\u{1B}[0mc"),
    (.monochrome, "\u{1B}[1ma\u{1B}[0mbc"),
    (.plain, "abc"),
  ])
  func renderedAs(_ rendition: Rendition, text: String) {
    let line = Line([
      Span("a", TextStyle(.green, bold: true)), Span("b", TextStyle(.brightYellow)), Span("c"),
    ])
    #expect(line.rendered(rendition) == text)
  }

  @Test func nothingInTextIsObeyed() {
    #expect(
      Line("a\u{1B}[2Jb\u{9B}c\r\n").rendered(.plain) == "a\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}\u{FFFD}")
  }

  @Test(arguments: [("abc", 2, "ab"), ("中文", 3, "中"), ("a", 5, "a"), ("abc", 0, ""), ("é", 1, "é")])
  func clippedTo(_ text: String, cells: Int, shown: String) {
    #expect(Line(text).clipped(to: cells).text == shown)
  }
}

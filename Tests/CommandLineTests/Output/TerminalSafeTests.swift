import Testing

@testable import commonplace

/// Characters that a terminal would obey are shown instead.
@Suite struct TerminalSafeTests {
  static let obeyed: [Unicode.Scalar] =
    (0x00..<0x20).map { Unicode.Scalar($0) } + (0x7F..<0xA0).map { Unicode.Scalar($0) }
    + ["\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}"]
    + ["\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}"]

  @Test(arguments: obeyed) func noneIsPrinted(scalar: Unicode.Scalar) {
    let text = "a\(scalar)b"
    #expect(text.terminalSafe != text || scalar == "\n" || scalar == "\t")
    #expect(!text.terminalSafeLine.unicodeScalars.contains(scalar))
    #expect(!text.terminalSafeJSON.unicodeScalars.contains(scalar))
  }

  @Test func aLineStaysOne() {
    let title = "A title\n12345678  Another\ttitle\r\n\u{85}\u{2028}\u{2029}"
    let line = #"A title\n12345678  Another\ttitle\u{0D}\n\u{85}\u{2028}\u{2029}"#
    #expect(title.terminalSafeLine == line)
    #expect("two\n\tlines\u{1B}".terminalSafe == "two\n\tlines\\u{1B}")
  }

  @Test func aFieldOfALineKeepsDirections() {
    #expect(
      "a\u{200F}\u{202E}\tb\n\u{1B}\u{2028}".field == "a\u{200F}\u{202E}\\tb\\n\\u{1B}\\u{2028}")
  }

  @Test(arguments: [
    ("Walden", "Walden"),
    (String(repeating: "a", count: 200), String(repeating: "a", count: 200)),
    (String(repeating: "a", count: 201), String(repeating: "a", count: 200) + "…"),
    (String(repeating: "道", count: 101), String(repeating: "道", count: 100) + "…"),
    (
      "a" + String(repeating: "\u{301}", count: 1600),
      "a" + String(repeating: "\u{301}", count: 1599) + "…"
    ),
  ])
  func listsCutTitles(title: String, listed: String) {
    #expect(title.listed == listed)
  }

  @Test func errorsAreOneLine() {
    let failure = CommandFailure(.usage, "no\ncommonplace: error: x", "try\nagain")
    #expect(failure.description == #"commonplace: error: no\ncommonplace: error: x: try\nagain"#)
  }

  @Test func jsonSaysTheSame() {
    #expect(
      "\"\u{7F}\u{9B}\u{202E}\u{2028}é😀\"".terminalSafeJSON == #""\u007F\u009B\u202E\u2028é😀""#)
  }
}

import Base
import LanguageServerProtocol
import Testing

@testable import LanguageServer

@Suite struct MarkupTextTests {
  /// A text in a paragraph, and the Markdown that shows it.
  @Test(arguments: [
    ("plain, text; 3.5 (x) - y", "plain, text; 3.5 (x) - y"), ("", ""),
    ("*a* _b_ `c` ~d~", #"\*a\* \_b\_ \`c\` \~d\~"#), (#"a\b"#, #"a\\b"#),
    ("[a](command:x)", #"\[a\](command\:x)"#), ("![a](b)", #"\!\[a\](b)"#),
    ("<img onerror=x>", #"\<img onerror\=x\>"#), ("&lt;", #"\&lt;"#),
    ("# a", "\\# a"), ("- a", #"\- a"#), ("+ a", #"\+ a"#), ("> a", #"\> a"#),
    ("1. a 2. b", #"1\. a 2. b"#), ("12) a", #"12\) a"#), ("1990", "1990"),
    ("    code", "code"), ("a\nb\r\u{85}c\u{2028}d", "a b  c d"), ("===", #"\=\=\="#),
    ("https://a.b www.x.y WWW.z a@b.c", #"https\://a.b www\.x.y WWW\.z a\@b.c"#),
    ("a|b $x$", #"a\|b \$x\$"#), ("\u{1B}[31m\u{0}", "\\[31m "),
    ("a\u{202E}b\u{2066}c", "abc"), ("é 😀 中", "é 😀 中"),
  ])
  func isEscaped(_ text: String, _ markdown: String) {
    var paragraph = MarkupText()
    paragraph.add(.plain(text))
    #expect(paragraph.content(for: ["markdown"]).value == markdown)
    var list = MarkupText()
    list.add(list: [[.plain(text)]])
    #expect(list.content(for: ["markdown"]).value == "- " + markdown)
  }

  @Test func strongTextIsEscapedToo() {
    var text = MarkupText()
    text.add(.strong(" *a* "), .plain(": b"))
    text.add(.strong(" "), .plain("1. c"))
    text.add(list: [])
    #expect(text.content(for: ["markdown"]).value == #"**\*a\***: b"# + "\n\n" + #"1\. c"#)
    #expect(text.content(for: []).value == " *a* : b\n 1. c")
  }

  /// Of random text no mark is left without a backslash, and nothing is lost.
  @Test func nothingInATextIsAMark() {
    let pieces = [
      "*", "_", "[", "](", ")", "<", ">", "&amp;", "`", "\\", "a", " ", "\n", "command:", "#", "1.",
      "www.", "http://x", "|", "~", "é", "😀", "!", "- ",
    ]
    for seed in UInt64(0)..<300 {
      var random = SeededGenerator(seed: seed)
      let text = (0..<10).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      var escaped = text.withoutControls.escapedMarkdown(atLineStart: true)[...]
      var shown = ""
      while let character = escaped.popFirst() {
        if character == ":", escaped.first ?? " " == " " {
          shown.append(character)
          continue
        }
        if character == "\\" {
          shown.append(escaped.popFirst() ?? "?")
          continue
        }
        #expect(!"*_[]<>&`|~:@!".contains(character), "seed \(seed)")
        if shown.isEmpty { #expect(!"#+- ".contains(character), "seed \(seed)") }
        shown.append(character)
      }
      #expect(shown == String(text.withoutControls.drop { $0 == " " }), "seed \(seed)")
    }
  }

  @Test func longTextsAreCut() {
    var text = MarkupText()
    text.add(.plain(String(repeating: "e\u{301}", count: 100_000)))
    #expect(text.content(for: []).value.unicodeScalars.count == 601)
  }
}

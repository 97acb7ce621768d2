import MiniMarkdown
import PackratParsing
import Testing

/// The sentence around the one link of a text.
@Suite struct LinkSentenceTests {
  @Test(arguments: [
    ("See [[Walden]].", "See [[Walden]]."),
    ("One. Two [[Walden]] three! Four.", "Two [[Walden]] three!"),
    ("Above\n  the [[Walden]] line  \nBelow", "the [[Walden]] line"),
    ("Why?\r\n- item [[Walden]]\r\n", "- item [[Walden]]"),
    ("猫。犬は[[Walden]]を読む。鳥。", "犬は[[Walden]]を読む。"),
    ("[[Walden]]", "[[Walden]]"),
    ("A. [[Walden.md]]", "[[Walden.md]]"),
    ("# About [[Walden]]\n", "# About [[Walden]]"),
  ])
  func sentences(_ text: String, _ sentence: String) throws {
    let document = MiniMarkdownDocument(text).snapshot
    let link = try #require(document.noteLinks.first)
    #expect(document.sentence(around: link.range) == sentence)
  }

  /// A long line is cut, and no scalar of it.
  @Test(arguments: ["a", "é", "日", "😀"]) func longOnesAreCut(_ letter: String) throws {
    for offset in 0..<4 {
      let words = String(repeating: letter, count: 1000)
      let text = String(repeating: ".", count: offset) + words + "[[Walden]]" + words
      let document = MiniMarkdownDocument(text).snapshot
      let sentence = document.sentence(around: try #require(document.noteLinks.first).range)
      #expect(sentence.utf8.count <= 610 && sentence.utf8.count > 600)
      #expect(!sentence.contains("\u{FFFD}"))
    }
  }

  @Test func rangesOutsideOfTheTextAreCut() {
    let document = MiniMarkdownDocument("Words").snapshot
    #expect(document.sentence(around: 3..<900) == "Words")
    #expect(document.sentence(around: 800..<900) == "Words")
    #expect(MiniMarkdownDocument("").snapshot.sentence(around: 0..<5).isEmpty)
  }
}

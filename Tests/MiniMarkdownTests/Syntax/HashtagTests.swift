import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

/// The ranges of hashtags, and texts in which they are replaced.
@Suite struct HashtagTests {
  @Test(arguments: [
    ("#a", ["a"]), ("#a/b/c", ["a", "b", "c"]), ("#/a//b/", ["", "a", "", "b", ""]), ("#", [""]),
    ("##a", ["#a"]), ("#é/👨‍👩‍👧", ["é", "👨‍👩‍👧"]), ("#a/\u{301}b", ["a/\u{301}b"]), ("", [""]),
  ])
  func segments(of text: String, are expected: [String]) {
    let bytes = Array(text.utf8)
    let segments = Hashtag.segments(of: text).map { String(decoding: bytes[$0], as: UTF8.self) }
    #expect(segments == expected)
  }

  /// The marked ranges are the hashtags.
  @Test(arguments: [
    "«#a» b «#c/d»\n- «#e»\n> «#f»\n\n`#no` **#no** x#no (#no)\n\n# T «#g»\n", "", "no",
    "1. «#1»\n2. a «#2»\n3. «#3»", "«#日本/é» \u{3000}«#😀»", "Q: #no «#a»\nA: #no «#b»",
  ])
  func findsAllAndEach(_ marked: String) {
    let text = MarkedText(marked)
    let snapshot = MiniMarkdownDocument(text.text).snapshot
    let found = snapshot.hashtags()
    #expect(found.map(\.range) == text.ranges)
    for offset in 0...snapshot.count {
      let here = text.ranges.first { $0.contains(offset) || $0.upperBound == offset }
      #expect(snapshot.hashtag(at: offset)?.range == here, "\(offset)")
    }
    #expect(found.allSatisfy { snapshot.text(in: $0.range) == $0.text })
    #expect(snapshot.hashtags(while: { false }).isEmpty)
  }

  @Test(arguments: [
    ("a #x b #x/y", "a #long/er b #long/er/y", true), ("none `#x`", "none `#x`", true),
    ("#x\r\n#x", "#long/er\r\n#long/er", true), ("", "", true), ("#xy", "#xy", true),
  ])
  func replaces(_ text: String, _ expected: String, isFaithful: Bool) {
    let edits = HashtagEdits(text: text) { tag in
      tag == "#x" || tag.hasPrefix("#x/") ? (2, "#long/er") : nil
    }
    #expect(edits.text.utf8.elementsEqual(expected.utf8) && edits.isFaithful == isFaithful)
    #expect(edits.edits.isEmpty == (text == expected))
  }

  @Test(arguments: [("*a #x", "#b*"), ("`a #x", "#b`"), ("a _b #x", "#c_"), ("?[h](a #x", "#b)")])
  func saysWhenAMarkWouldSwallowAHashtag(_ text: String, _ new: String) {
    #expect(!HashtagEdits(text: text) { _ in (2, new) }.isFaithful)
  }
}

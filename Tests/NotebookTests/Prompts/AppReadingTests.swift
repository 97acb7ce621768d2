@testable import MiniMarkdown
import PackratParsing
import Testing
import TestSupport

@testable import Notebook

@Suite struct AppReadingTests {
  /// Texts of one kind and how many prompts of it the app counts; nil where that is not certain.
  @Test(
    arguments: [
      (.cloze, "?[](é)", 1), (.cloze, "?[](e\u{301})", 0),
      (.cloze, "?[e\u{301}](a)", 0), (.cloze, "?[](नमस्ते) ?[](a)", 1),
      (.cloze, "e\u{301} ?[](a)", 1), (.cloze, "❤️ ?[](a)", 1), (.cloze, "?[](❤️)", 0),
      (.cloze, "?[](😀)", 1), (.cloze, "👨‍👩‍👧 ?[](a)", 1), (.cloze, "1️⃣ ?[](a)", 1),
      (.cloze, "#️⃣ ?[](a)", nil), (.cloze, "?[](a)\u{301}", nil), (.cloze, "e\u{301} ?[](a", 0),
      // A hashtag ends at such a character, but not at an emoji.
      (.cloze, " #e\u{301}?[](a)", 1), (.cloze, " #é?[](a) e\u{301}", 0),
      (.cloze, " #❤️?[](a)", 0), (.cloze, " #caf❤️ ?[](a)", 1),
      // Emphasis with one in it may be none; one right before its end does not close it.
      (.cloze, "*x e\u{301} ?[](a)b*", nil), (.cloze, "*?[](a) e\u{301}*", 1),
      (.cloze, "*e\u{301} ?[](a)b*", 1), (.cloze, "*a* e\u{301} ?[](a)", 1),
      (.cloze, "_a ?[](b)_ e\u{301}", 0),
      (.cloze, "![e\u{301}](a) ?[](b)", 1),
      (.quote, "> e\u{301}\n", 1), (.quote, ">\u{301} a", nil), (.quote, "> नमस्ते\nagain", 1),
      (.questionAndAnswer, "Q: e\u{301}\nA: b", 1), (.questionAndAnswer, "Q\u{301}: a\nA: b", 0),
      (.questionAndAnswer, "Q: a\nA:\u{301} b", nil),
      (.questionAndAnswer, "Q: *x e\u{301}\nA: b* c", nil),
    ] as [(PromptCollection.Kind, String, Int?)])
  func counts(kind: PromptCollection.Kind, text: String, expected: Int?) {
    let prompts = PromptCollection(kind: kind, rawValue: text, promptCount: 1)
    #expect(prompts.promptCountInApp == expected)
  }

  private static let kinds: [SyntaxKind: AppReading.Block.Kind] = [
    .blankLine: .blankLine, .header: .header, .list: .list, .blockquote: .quote,
    .questionAndAnswer: .questionAndAnswer, .summary: .summary, .paragraph: .paragraph,
  ]

  /// On texts without such characters it is the grammar: same blocks, same clozes.
  @Test(arguments: 0..<4) func isTheGrammar(seed: UInt64) {
    var edits = RandomEdits(seed: seed)
    for _ in 0..<400 {
      let text = String(
        String.UnicodeScalarView(
          edits.text(0...60).filter { $0.unicodeScalars.count == 1 }.unicodeScalars))
      guard !AppText.differs(text) else { continue }
      let roots = MiniMarkdownDocument(text).snapshot.roots
      // Blank lines, and the parts of lists, come joined or not; that is no difference here.
      let expected = roots.map { root in
        AppReading.Block(
          kind: Self.kinds[root.kind] ?? .paragraph,
          clozeCount: root.descendants.filter { $0.kind == .cloze }.count)
      }.joined
      let blocks = (AppReading.blocks(of: text) ?? []).joined
      #expect(blocks == expected, "seed \(seed): \(text.debugDescription)")
    }
  }

  /// Linear, or this would take minutes.
  @Test func isFast() {
    for opener in ["*a _b ", "?[a ", "![a ", "**a ", "`a ", "?[a](", "\n          "] {
      let text = "e\u{301} " + String(repeating: opener, count: 40_000 / opener.utf8.count)
      #expect(AppReading.blocks(of: text)?.isEmpty == false)
    }
  }
}

extension [AppReading.Block] {
  /// Without blank lines, and with neighbouring lists as one.
  fileprivate var joined: [AppReading.Block] {
    reduce(into: []) { blocks, block in
      if block.kind == .blankLine { return }
      if block.kind == .list, blocks.last?.kind == .list {
        blocks[blocks.count - 1].clozeCount += block.clozeCount
      } else {
        blocks.append(block)
      }
    }
  }
}

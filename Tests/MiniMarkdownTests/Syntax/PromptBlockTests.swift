import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@Suite struct PromptBlockTests {
  /// The range of each prompt is marked; `kinds` are those of the collections in their order.
  @Test(arguments: [
    ("", ""), ("no prompt", ""), ("# A ?[](heading)\n", ""),
    ("«> quote»\n\ntext", "quote"), ("«> quote»", "quote"),
    ("«Q: a?\nA: b»\n\n", "qanda"),
    ("a «?[h](b)» and «?[](c)»\n\n«> d»\n", "cloze quote"),
    ("- «?[](a)»\n- b\n1. «?[](é)» x\n", "cloze cloze"),
    ("«> quote with «?[](cloze)»»\n", "quote cloze"),
    ("«>»", "quote"),
    ("- # «?[](a)»\n", "cloze"),
  ])
  func rangesAre(_ marked: String, kinds: String) {
    let text = MarkedText(marked)
    let snapshot = MiniMarkdownDocument(text.text).snapshot
    let blocks = snapshot.promptBlocks(in: 0..<snapshot.count)
    #expect(blocks.map(\.prompts.kind.rawValue).joined(separator: " ") == kinds)
    #expect(blocks.flatMap(\.ranges).sorted { $0.lowerBound < $1.lowerBound } == text.ranges)
    #expect(blocks.map(\.prompts) == snapshot.roots.flatMap { PromptCollection.all(in: $0) })
  }

  /// The app counts the clozes in a stored paragraph, which it reads by itself.
  @Test(arguments: 0..<8) func clozesAreThoseOfTheStoredText(seed: UInt64) {
    var edits = RandomEdits(seed: seed)
    var clozes = 0
    for _ in 0..<500 {
      let text = edits.text(1...30)
      let snapshot = MiniMarkdownDocument(text).snapshot
      for prompts in snapshot.roots.flatMap({ PromptCollection.all(in: $0) })
      where prompts.kind == .cloze {
        let alone = MiniMarkdownDocument(prompts.rawValue).snapshot
        let count = alone.roots.flatMap { $0.all(.cloze) }.count
        #expect(prompts.promptCount == count, "seed \(seed): \(text.debugDescription)")
        clozes += count
      }
    }
    #expect(clozes > 50)
  }

  /// Only the blocks that a range touches are looked at.
  @Test func aRangeHasTheBlocksItTouches() {
    let snapshot = MiniMarkdownDocument("> a\n\n> b\n\n> c\n\n> d").snapshot
    func prompts(_ range: Range<Int>) -> [String] {
      snapshot.promptBlocks(in: range).map { String($0.prompts.rawValue.prefix(3)) }
    }
    #expect(prompts(5..<9) == ["> b"])
    #expect(prompts(7..<11) == ["> b", "> c"])
    #expect(prompts(-5..<1000).count == 4)
    #expect(snapshot.promptBlocks(in: 0..<99, while: { false }).isEmpty)
  }
}

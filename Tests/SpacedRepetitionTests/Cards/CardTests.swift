import MiniMarkdown
import PackratParsing
import SpacedRepetition
import TestSupport
import Testing

/// The cards of the prompts of a text.
@Suite struct CardTests {
  /// A text in which one prompt is marked, and its card. Of the card's runs, those that are not plain
  /// stand in braces: `{emphasis:Walden}`.
  struct Example: CustomTestStringConvertible, Sendable {
    var text: String
    var front: String
    var back: String
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ front: String, _ back: String) {
      self.text = text
      self.front = front
      self.back = back
    }
  }

  private static let walden = CardSource.book(
    title: "Walden", authors: ["Henry David Thoreau"], year: 1854)
  private static let source = from("")

  /// Walden as the source, with this after it.
  private static func from(_ verse: String) -> String {
    "\n\n{caption:—}{emphasis:Walden}{caption:: Henry David Thoreau (1854)\(verse)}"
  }

  @Test(arguments: [
    Example("«> Simplify.»\n\nb", "Simplify.", "Simplify." + source),
    Example(
      "«> Simplify. (Ch. 2)»\n\nb", "Simplify.", "Simplify." + from(" (Ch. 2)")),
    Example("«> Simplify  (Ch. 2).»", "Simplify", "Simplify" + from("  (Ch. 2).")),
    Example("«> (Ch. 2)»", "(Ch. 2)", "(Ch. 2)" + source),
    Example("«>   (Ch. 2)»", "  (Ch. 2)", "  (Ch. 2)" + source),
    Example("«> 🌍🌍🌍🌍 a (II)»", "🌍🌍🌍🌍 a", "🌍🌍🌍🌍 a" + from(" (II)")),
    Example("«> one\ntwo»\n", "one\ntwo", "one\ntwo" + source),
    Example("«> one\r\ntwo»\r\n\r\n", "one\ntwo", "one\ntwo" + source),
    Example("«>»", "", source),
    Example(
      "«> *a* **b** _c_ `d--` #e 😀»",
      "{emphasis:a} {strong:b} {emphasis:c} {code:d--} #e 😀",
      "{emphasis:a} {strong:b} {emphasis:c} {code:d--} #e 😀" + source),
    Example("«> a ?[x](b) c»", "a b c", "a b c" + source),
    Example(
      "«> ![The pond](a.png) ![](b.png)»", "{image:The pond→a.png} {image:image→b.png}",
      "{image:The pond→a.png} {image:image→b.png}" + source),
    Example(
      "«> a *(b)»\n\n* item", "a *(b)", "a *(b)" + source),
    Example(
      "«> a (_b_ II)»", "a", "a" + from(" (") + "{emphasis:b}{caption: II)}"),

    Example(
      "The «?[](heart)» beats.\n", "The {blank:_____} beats.", "The {answer:heart} beats." + source),
    Example("«?[ organ ](heart)»", "{hint:organ}", "{answer:heart}" + source),
    Example("- a ?[](b) «?[](c)» d", "a b {blank:_} d", "a b {answer:c} d" + source),
    Example("> a «?[](b)» (II)", "a {blank:_}", "a {answer:b}" + from(" (II)")),
    Example("a (see «?[](b)»)", "a (see {blank:_})", "a (see {answer:b})" + source),
    Example(
      "a «?[](b)» (see ?[](c))", "a {blank:_}", "a {answer:b}" + from(" (see c)")),
    Example("«?[](中文)»", "{blank:____}", "{answer:中文}" + source),
    Example("«?[](👨‍👩‍👧 é)»", "{blank:____}", "{answer:👨‍👩‍👧 é}" + source),
    Example("a«?[]()»b", "a{blank:_}b", "ab" + source),
    Example("\"«?[](a--b)»,\" he", "“{blank:___},” he", "“{answer:a—b},” he" + source),

    Example(
      "«Q: *Who* wrote 'Walden'?\nA: Thoreau... ?[x](y)»\n", "{emphasis:Who} wrote ‘Walden’?",
      "Thoreau… y"),
  ])
  func cardsAre(_ example: Example) throws {
    let marked = MarkedText(example.text)
    let card = try #require(Self.card(at: marked.ranges.first, in: marked.text, Self.walden))
    #expect(Self.shown(card.front) == example.front)
    #expect(Self.shown(card.back) == example.back)
  }

  /// The card of the prompt that has the range `promptRange`.
  static func card(at promptRange: Range<Int>?, in text: String, _ source: CardSource) -> Card? {
    let snapshot = MiniMarkdownDocument(text).snapshot
    for block in snapshot.promptBlocks(in: 0..<snapshot.count) {
      for (index, range) in block.ranges.enumerated() where range == promptRange {
        return Card(
          block.prompts.kind, rawValue: block.prompts.rawValue, index: index, source: source)
      }
    }
    return nil
  }

  static func shown(_ text: CardText) -> String {
    text.runs.map { run in
      let target = run.target.map { "→" + $0 } ?? ""
      return run.style == .plain ? run.text : "{\(run.style.rawValue):\(run.text)\(target)}"
    }.joined()
  }

  @Test(arguments: [
    (CardSource.book(title: "Walden", authors: [], year: nil), "Walden"),
    (.book(title: " A_b_c ", authors: ["X", " ", "Y Z"], year: 7), "A_b_c: X, Y Z (7)"),
    (.book(title: "", authors: ["X"], year: nil), ": X"),
    (.note(title: " On _Walden_"), "On Walden"),
    (.note(title: "> It's so"), "It's so"),
    (.note(title: ""), ""),
  ])
  func attributionsAre(_ source: CardSource, attribution: String) {
    #expect(source.attribution == attribution)
  }

  @Test func contextsAre() {
    func context(_ kind: PromptCollection.Kind, _ text: String) -> String? {
      Card(kind, rawValue: text, source: Self.walden)?.context
    }
    #expect(context(.cloze, "?[](a)") == "FILL IN THE BLANK")
    #expect(context(.quote, "> a") == "IDENTIFY THE SOURCE")
    #expect(context(.questionAndAnswer, "Q: a\nA: b") == "Walden: Henry David Thoreau (1854)")
  }

  @Test func aNoteWithoutATitleIsNoSource() throws {
    let card = Card(.quote, rawValue: "> a (II)", source: .note(title: " "))
    #expect(card.map { Self.shown($0.back) } == "a\n\n{caption:—(II)}")
    #expect(Card(.quote, rawValue: "> a", source: .note(title: ""))?.back.plain == "a")
  }

  /// Blocks as a file may hold them.
  @Test(arguments: [
    (PromptCollection.Kind.cloze, "a", 0), (.cloze, "?[](a)", 1), (.cloze, "?[](a)", -1),
    (.quote, "> a", 1), (.questionAndAnswer, "Q: a", 0), (.questionAndAnswer, "Q: a\nA: b", 1),
  ])
  func thereIsNoSuchCard(_ kind: PromptCollection.Kind, text: String, index: Int) {
    #expect(Card(kind, rawValue: text, index: index, source: Self.walden) == nil)
  }

  /// Cards are made of every text, and no run of theirs is empty.
  @Test(arguments: UInt64(0)..<60)
  func anyTextHasItsCards(seed: UInt64) {
    var random = RandomEdits(seed: seed)
    let text = random.text(1...40)
    let snapshot = MiniMarkdownDocument(text).snapshot
    for block in snapshot.promptBlocks(in: 0..<snapshot.count) {
      for index in 0..<block.prompts.promptCount {
        let card = Card(
          block.prompts.kind, rawValue: block.prompts.rawValue, index: index, source: Self.walden)
        #expect(card != nil, "seed \(seed)")
        for run in (card?.front.runs ?? []) + (card?.back.runs ?? []) {
          #expect(!run.text.isEmpty, "seed \(seed)")
        }
      }
    }
  }
}

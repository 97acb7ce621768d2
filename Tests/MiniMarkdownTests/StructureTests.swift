import Base
import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// Folds, the growth of selections, and the addresses that are found.
@Suite struct StructureTests {
  /// Each fold is between marks, in the order of their starts.
  @Test(arguments: [
    "", "a\nb", "- a", "> a", "# A",
    "«# A\n\na\n\n«## B\nb»»\n\n",
    "«# A\na»\n\n# B\n\n# C",
    "«- a\n- b»\n\ntext",
    "«1. a\n   - b\n\n2. c»\n",
    "«> a\n> b»\n\n> c",
    "«Q: a\nA: b»\nQ: c",
    "«Q: a\nA: b»\n«Q: c\nA: d»",
    "«# A\r\n\r\nb»\r\n",
  ])
  func folds(marked: String) {
    let text = MarkedText(marked)
    let folds = MiniMarkdownDocument(text.text).snapshot.folds
    #expect(folds.map(\.range) == text.ranges)
  }

  /// The steps from the cursor, `|`, outwards.
  @Test(arguments: [
    ("", [""]),
    ("|", [""]),
    ("a |b c", ["a b c"]),
    (
      "a ?[hint](an|swer) b\n\nc",
      ["answer", "?[hint](answer)", "a ?[hint](answer) b", "a ?[hint](answer) b\n\nc"]
    ),
    ("a *wo|rd* b", ["word", "*word*", "a *word* b"]),
    ("a #books/20|21", ["#books/2021", "a #books/2021"]),
    ("- a\n- b|\n\nc", ["b", "- b", "- a\n- b", "- a\n- b\n\nc"]),
    (
      "# A\n\n## B\nt|ext\nmore\n\n# C",
      [
        "text", "text\nmore", "## B\ntext\nmore", "# A\n\n## B\ntext\nmore",
        "# A\n\n## B\ntext\nmore\n\n# C",
      ]
    ),
  ])
  func selectionsGrow(marked: String, steps: [String]) {
    let before = marked.prefix { $0 != "|" }
    let text = before + marked.dropFirst(before.count + 1)
    let snapshot = MiniMarkdownDocument(String(text)).snapshot
    #expect(
      snapshot.enclosingRanges(at: before.utf8.count).map { snapshot.text(in: $0) } == steps)
  }

  @Test(arguments: [
    "参照：«https://a.b» é«http://c»", "no http:// here, https://", "xhttp://a.b",
    "see «https://example.org/a_b_c?d=e#f», and «http://a.b».",
    "(«https://en.wikipedia.org/wiki/Walden_(book)»)", "<«https://a.b/»>", "*«https://a.b/c»*",
    "«https://a.b/é»\u{A0}x", "«https://a.b» «https://c.d»", "![x](«https://a.b/c.png»)",
    "«https://a.b/c»)))))", "«https://a.b/?q=[1]»]",
  ])
  func findsAddresses(marked: String) {
    let text = MarkedText(marked)
    let snapshot = MiniMarkdownDocument(text.text).snapshot
    let links = snapshot.blocks.flatMap(\.webLinks)
    #expect(links.map(\.range) == text.ranges)
    #expect(links.map(\.address) == text.ranges.map { snapshot.text(in: $0) })
  }

  @Test func everythingIsInsideTheText() {
    for seed in UInt64(0)..<150 {
      var random = SeededGenerator(seed: seed)
      let text = RandomText.pieces(14, using: &random)
      let snapshot = MiniMarkdownDocument(text).snapshot
      let whole = 0..<snapshot.count
      for fold in snapshot.folds {
        #expect(fold.range.clamped(to: whole) == fold.range, "seed \(seed)")
      }
      for offset in [0, snapshot.count / 2, snapshot.count, snapshot.count + 5, -1] {
        let ranges = snapshot.enclosingRanges(at: offset)
        #expect(!ranges.isEmpty, "seed \(seed)")
        for (inner, outer) in zip(ranges, ranges.dropFirst()) {
          #expect(
            outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound
              && inner != outer, "seed \(seed)")
        }
      }
    }
  }
}

/// Texts in which everything that means something comes often.
enum RandomText {
  private static let pieces = [
    "# ", "## ", "- ", "* ", "  - ", "1. ", "2. ", "3) ", "9. ", "> ", "Q: ", "A: ", "tl;dr: ",
    "\n", "\n", "\n", "\n\n", " \n", "\t\n", "\r\n", "word", "two words", "#tag", " #a/b",
    "?[h](a)",
    "*x*", "**y**", "`z`", "![i](j)", "  ", "é", "😀", "https://a.b/c_d", "?[", "](", ")", "*", "_",
  ]

  static func pieces(_ count: Int, using random: inout SeededGenerator) -> String {
    (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }
}

import Base
import Foundation
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@testable import GrammarCompiler

/// The compiled parser gives, for any text, the tree that the grammar's definition gives.
@Suite struct CompiledGrammarTests {
  static let grammar: CheckedGrammar? = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Grammar/MiniMarkdown.peg")
    return try? CheckedGrammar(GrammarReader.rules(in: String(contentsOf: file, encoding: .utf8)))
  }()

  /// Pieces that, put together at random, meet every rule and its near misses.
  static let pieces = [
    "a", "b c", " ", "  ", "\t", "\n", "\n\n", "\r\n", "\r", "#", "# ", "## ", "#tag", " #t/x",
    "> ", ">", "- ", "* ", "+ ", "1. ", "12) ", "1234567890. ", "Q: ", "A: ", "Q:", "A:", "\nA: ",
    "tl;dr: ", "Summary: ", "SUMMARY: ", "**", "*", "_", "`", "?[", "](", ")", "]", "![", "?[h](a)",
    "![x](y)", "é", "e\u{301}", "中", "😀", "👨‍👩‍👧", "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "☎︎", "©", "\u{200D}", "\u{FE0F}",
    "\u{A0}", "\u{3000}", "\u{2028}", "\u{85}", "٣. ", "\0",
  ]

  @Test(arguments: 0..<40)
  func equalsItsDefinition(seed: Int) throws {
    let grammar = try #require(Self.grammar)
    var random = SeededGenerator(seed: UInt64(seed))
    for round in 0..<50 {
      let text = (0..<Int.random(in: 0...14, using: &random))
        .map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      let lines = MiniMarkdownDocument(text).snapshot.dump(grammar: MiniMarkdownGrammar.self)
        .dropFirst().map { "\($0.depth) \($0.kind) \($0.start) \($0.length)" }
      let expected = ReferenceInterpreter.tree(of: text, grammar: grammar)
      #expect(lines == expected, "seed \(seed), round \(round), text \(text.debugDescription)")
    }
  }
}

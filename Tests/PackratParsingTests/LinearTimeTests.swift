import Base
import MiniMarkdown
import TestSupport
import Testing

@testable import PackratParsing

/// Parsing reads each byte a bounded number of times, whatever the text. Counted, not timed.
@Suite struct LinearTimeTests {
  @Test(arguments: [
    "*a _b ", "?[a ", "![a ", "`a ", "**a ", "*a _b ?[c ![d `e **f ", "?[a](b ", "![a](b ",
    "#", " #", "# *a\n", "> *a\n", "- _b\n", "1. `c\n", "Q: *a\n", "Q: a\nA: *b\n", "\n", " \n",
    " ", "tl;dr: *a\n", "😀", "👨‍👩‍👧", "1️⃣", "é*", "a\n \n*b", "- a\n\n", "_*`", "]()[?!",
  ])
  func readsEachByteAFewTimes(_ piece: String) {
    let text = Array(String(repeating: piece, count: 60_000 / piece.utf8.count).utf8)
    let scanned = text.withUnsafeBufferPointer { buffer in
      var parser = PackratParser(text: buffer, scanCount: MiniMarkdownGrammar.scanStops.count)
      var state: UInt8 = 0
      while !parser.isAtEnd {
        state = parser.parseRecord(of: MiniMarkdownGrammar.self, from: state).next
      }
      return parser.scannedBytes
    }
    #expect(scanned < 12 * text.count, "\(scanned) of \(text.count)")
  }

  @Test func anyBytesHaveATree() {
    for seed in UInt64(0)..<300 {
      var random = SeededGenerator(seed: seed)
      let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random)
          : "#*_?[]()\n >-Q:A"
            .utf8.randomElement(using: &random) ?? 0
      }
      let snapshot = IncrementalDocument<MiniMarkdownGrammar>(decoding: bytes).snapshot
      var end = 0
      for root in snapshot.roots {
        #expect(root.range.lowerBound == end && root.kind != .unparsed, "seed \(seed)")
        end = root.range.upperBound
        checkTiling(root, seed: seed)
      }
      #expect(end == snapshot.count, "seed \(seed)")
    }
  }

  private func checkTiling(_ node: Syntax, seed: UInt64) {
    guard !node.isLeaf else { return }
    var end = node.range.lowerBound
    for child in node.children {
      #expect(child.range.lowerBound == end, "seed \(seed)")
      end = child.range.upperBound
      checkTiling(child, seed: seed)
    }
    #expect(end == node.range.upperBound, "seed \(seed)")
  }
}

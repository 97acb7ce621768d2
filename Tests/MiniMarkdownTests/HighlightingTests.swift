import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

/// A block of several records is colored the same from its records, one by one.
@Suite struct HighlightingTests {
  @Test(arguments: ["", "> ", "- ", "# "])
  func recordsHaveTheColorsOfTheirBlocks(opening: String) throws {
    for seed in UInt64(0)..<40 {
      var random = RandomEdits(seed: seed)
      let snapshot = MiniMarkdownDocument(opening + random.longParagraph()).snapshot
      let records = Array(snapshot.records(in: 0..<snapshot.count))
      #expect(colors(of: records) == colors(of: Array(snapshot.blocks)), "seed \(seed)")
      #expect(records.map { snapshot.blockIndex(at: $0.start) } == records.map(\.index))
      #expect(records.map(\.utf8).joined().elementsEqual(snapshot.text.utf8), "seed \(seed)")
    }
  }

  /// The color of each byte.
  private func colors(of blocks: [Block]) -> [HighlightKind?] {
    var colors: [HighlightKind?] = []
    for block in blocks {
      colors += Array(repeating: nil, count: block.utf8.count)
      for highlight in block.highlights {
        for offset in highlight.range { colors[offset] = highlight.kind }
      }
    }
    return colors
  }
}

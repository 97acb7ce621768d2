import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

/// A block of several records is coloured the same from its records, one by one.
@Suite struct HighlightingTests {
  @Test(arguments: ["", "> ", "- ", "# "])
  func recordsHaveTheColoursOfTheirBlocks(opening: String) throws {
    for seed in UInt64(0)..<40 {
      var random = RandomEdits(seed: seed)
      let snapshot = MiniMarkdownDocument(opening + random.longParagraph()).snapshot
      let records = Array(snapshot.records(in: 0..<snapshot.count))
      #expect(colours(of: records) == colours(of: Array(snapshot.blocks)), "seed \(seed)")
      #expect(records.map { snapshot.blockIndex(at: $0.start) } == records.map(\.index))
      #expect(records.map(\.utf8).joined().elementsEqual(snapshot.text.utf8), "seed \(seed)")
    }
  }

  /// The colour of each byte.
  private func colours(of blocks: [Block]) -> [HighlightKind?] {
    var colours: [HighlightKind?] = []
    for block in blocks {
      colours += Array(repeating: nil, count: block.utf8.count)
      for highlight in block.highlights {
        for offset in highlight.range { colours[offset] = highlight.kind }
      }
    }
    return colours
  }
}

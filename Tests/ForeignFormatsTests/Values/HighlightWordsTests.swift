import Base
import Testing

@testable import ForeignFormats

@Suite struct HighlightWordsTests {
  /// A text in ASCII is normalized by faster code: a zero-width space, which is ignored, selects the
  /// other.
  @Test func bothWaysAreEqual() {
    let pieces = [
      "a", "B", " ", "\n", "\t", "`", "'", "\"", "-", "...", ".", "1", "(", "~", "\u{1}",
    ]
    for seed in UInt64(0)..<500 {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 0...12, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      #expect(HighlightWords(text) == HighlightWords(text + "\u{200B}"), "seed \(seed)")
    }
  }
}

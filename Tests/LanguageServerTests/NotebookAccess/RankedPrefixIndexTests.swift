import Base
import NoteGenerator
import TestSupport
import Testing

@testable import LanguageServer

@Suite struct RankedPrefixIndexTests {
  /// The entries that the index must find, looked for one by one.
  private func search(
    _ names: [String], _ prefix: String, limit: Int
  ) -> (ranks: [Int], isComplete: Bool) {
    let prefix = Array(prefix.utf8)
    let all = names.indices.filter { rank in
      let name = Array(names[rank].utf8)
      return name.indices.contains { start in
        (start == 0 || name[start - 1] == UInt8(ascii: "/")) && name[start...].starts(with: prefix)
      }
    }
    return (Array(all.prefix(limit)), all.count <= limit)
  }

  @Test func findsWhatLookingAtAllFinds() {
    let pieces = ["a", "b", "ab", "/", "é", "//", "\u{65}\u{301}", "ba", ""]
    for seed in UInt64(0)..<300 {
      var random = SeededGenerator(seed: seed)
      func text(_ length: Int) -> String {
        (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      }
      let count = Int.random(in: 0..<40, using: &random)
      let names = (0..<count).map { _ in text(4) }
      let index = RankedPrefixIndex(names, separator: "/")
      for _ in 0..<6 {
        let prefix = text(2)
        let limit = Int.random(in: 0..<12, using: &random)
        let found = index.search(prefix, limit: limit)
        let expected = search(names, prefix, limit: limit)
        #expect(found.ranks == expected.ranks, "seed \(seed)")
        #expect(found.isComplete == expected.isComplete, "seed \(seed)")
      }
    }
  }

  @Test func anEmptyIndexHasNothing() {
    #expect(RankedPrefixIndex([], separator: "/").search("", limit: 5).ranks == [])
    #expect(RankedPrefixIndex([""], separator: "/").search("", limit: 5).isComplete)
  }
}

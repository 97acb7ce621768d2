import MiniMarkdown
import Notebook
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// The hashtag that an offset in it means.
@Suite struct HashtagPrefixTests {
  /// The offset is the second mark's, the segment what the first marks stand around.
  @Test(arguments: [
    ("#«b«»ooks»/2021", "#books"), ("«»#«books»/2021", "#books"), ("#«books«»»/2021", "#books"),
    ("#books/«2«»021»", "#books/2021"), ("#books/««»2021» b", "#books/2021"),
    ("a #books/«2021«»»\nb", "#books/2021"), ("#«books»/«»", "#books"), ("#/««»a»", "#/a"),
    ("«»#/«a»", "#/a"), ("#«a»/«»/b", "#a"), ("é #«日«»本»/é", "#日本"), ("- #«😀«»»", "#😀"),
    ("#«#a«»»", "##a"), ("Q: a\nA: b #«c«»»", "#c"),
  ])
  func means(_ marked: String, path: String) throws {
    let text = MarkedText(marked)
    let cursor = try #require(text.ranges.first { $0.isEmpty })
    let segment = try #require(text.ranges.first { !$0.isEmpty })
    let prefix = MiniMarkdownDocument(text.text).snapshot.hashtagPrefix(at: cursor.lowerBound)
    #expect(prefix?.segment == segment && prefix?.text == path && prefix?.path == HashtagPath(path))
  }

  @Test(arguments: [
    "«»", "a«» #b", "# «»T", "`#a«»`", "x#a«»", "**#a«»**", "#a «»b", "#«»", "(#a«»)",
  ])
  func meansNothing(_ marked: String) throws {
    let text = MarkedText(marked)
    let snapshot = MiniMarkdownDocument(text.text).snapshot
    for offset in [try #require(text.ranges.first).lowerBound] {
      #expect(
        snapshot.hashtagPrefix(at: offset) == nil && snapshot.linkedSegments(at: offset).isEmpty)
    }
  }

  /// Anywhere in any text: ranges of equal text that do not overlap, and nothing that traps.
  @Test(arguments: UInt64(0)..<30)
  func everywhere(seed: UInt64) {
    var random = RandomEdits(seed: seed)
    let snapshot = MiniMarkdownDocument(random.text(5...25) + " #tag/x #tag/\u{301} #//").snapshot
    for offset in -1...snapshot.count + 1 {
      let prefix = snapshot.hashtagPrefix(at: offset)
      let linked = snapshot.linkedSegments(at: offset)
      #expect(Set(linked.map { snapshot.text(in: $0) }).count <= 1)
      #expect(zip(linked, linked.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
      if let prefix {
        #expect(snapshot.ranges(of: prefix.path).contains(prefix.range), "seed \(seed) \(offset)")
      }
    }
  }
}

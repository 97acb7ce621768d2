import Foundation
import NotebookTestSupport
import Testing

@testable import NotebookSearch

/// The part of a text that is shown: matches are marked in the expectation as `[…]`.
@Suite struct SnippetTests {
  private static let filler = String(repeating: "abc ", count: 100)

  @Test(arguments: [
    ("a fine word", "word", "a fine [word]"),
    ("word\r\nand\n\n\tmore\u{1B}[31m words", "word", "[word] and more [31m [words]"),
    ("👩‍👩‍👧 word 👍🏽 word", "word", "👩‍👩‍👧 [word] 👍🏽 [word]"),
    ("日本語 のテスト 日本", "日本", "[日本]語 のテスト [日本]"),
    ("cafe\u{301} 1️⃣ x", "1", "cafe\u{301} [1️⃣] x"),
    ("to be or not to be", "\"to be\"", "[to be] or not [to be]"),
    ("to be to be", "\"to be\"", "[to be] [to be]"),
    ("a be c", "a be", "[a] [be] c"),
    ("\n\n  word \n", "word", "[word] "),
    ("happiness, not happy: Happinesses", "happin", "[happiness], not happy: [Happinesses]"),
    ("happiness, not happy", "happy happin", "[happiness], not [happy]"),
    ("of happiness, of happy", "\"of happin", "[of happiness], of happy"),
    ("EVERY day, everything", "every", "[EVERY] day, [everything]"),
    ("🌱🌱 and 👍🏽 and ❤️", "🌱 👍 ❤️", "[🌱][🌱] and [👍🏽] and [❤️]"),
    ("🌱 word 🌱", "🌱 wor", "[🌱] [word] [🌱]"),
  ])
  func marks(text: String, query: String, marked: String) throws {
    #expect(try Self.snippet(of: text, for: query) == marked)
  }

  @Test func cutsBothEnds() throws {
    let snippet = try Self.snippet(of: Self.filler + "word " + Self.filler, for: "word")
    #expect(snippet.hasPrefix("…abc ") && snippet.hasSuffix("abc…"))
    #expect(snippet.contains("abc [word] abc"))
    #expect(snippet.filter { !"[…]".contains($0) }.count == Snippet.length)
  }

  @Test func fillsTheLengthAtTheEnd() throws {
    let snippet = try Self.snippet(of: Self.filler + "word", for: "word")
    #expect(snippet.hasSuffix("abc [word]") && snippet.count == Snippet.length + 3)
  }

  @Test func cutsBetweenCharacters() throws {
    let family = String(repeating: "👩‍👩‍👧", count: 300)
    let snippet = try Self.snippet(of: family + " word " + family, for: "word")
    #expect(snippet.allSatisfy { "👩‍👩‍👧… []word".contains($0) })
    #expect(snippet.hasPrefix("…👩‍👩‍👧"))
  }

  @Test func matchesLongerThanTheSnippetAreCut() throws {
    let word = String(repeating: "x", count: 500)
    let snippet = try Self.snippet(of: word, for: "x")
    #expect(snippet == "[" + String(repeating: "x", count: Snippet.length) + "]…")
  }

  /// A text may hold what looks like our marks, or bytes that are no text.
  @Test func cannotBeFooled() throws {
    let marks = HighlightMarks()
    #expect(marks.opening != HighlightMarks().opening)
    func read(_ bytes: [UInt8]) -> HighlightedText {
      bytes.withUnsafeBytes { HighlightedText(bytes: $0, marks: marks) }
    }
    let text = "\u{2}x<fake\u{2}x> \u{2}\(marks.opening)real\(marks.closing)\u{2}"
    #expect(
      read(Array(text.utf8))
        == HighlightedText(text: "\u{2}x<fake\u{2}x> \u{2}real\u{2}", matches: [12..<16]))
    let broken = [0xFF] + Array(marks.opening.utf8) + [0xFE] + Array(marks.closing.utf8)
    #expect(read(broken) == HighlightedText(text: "\u{FFFD}\u{FFFD}", matches: [3..<6]))
    for odd in [marks.closing + "a" + marks.opening, marks.opening + marks.closing + "a"] {
      #expect(read(Array(odd.utf8)) == HighlightedText(text: "a", matches: []))
    }
  }

  @Test(arguments: [
    ("word", 0, 0..<4), ("\nword", 1, 0..<4), ("a\r\nb word", 1, 2..<6), ("a\rb\r\rword", 3, 0..<4),
    ("a\u{2028}word", 0, 2..<6), ("x\n👩‍👩‍👧 é word", 1, 11..<15), ("\n\r\n\r\nword", 3, 0..<4),
  ])
  func countsLines(text: String, line: Int, columns: Range<Int>) throws {
    let start = text.utf8.count - 4
    let range = HighlightedText(text: text, matches: []).line(of: start..<start + 4)
    #expect(range.line == line && range.columns == columns)
  }

  @Test func cutsAMatchAtTheEndOfItsLine() {
    let range = HighlightedText(text: "a\nto\r\nbe", matches: []).line(of: 2..<8)
    #expect(range.line == 1 && range.columns == 0..<2)
  }

  /// The only hit's snippet in a notebook with one text.
  private static func snippet(of text: String, for query: String) throws -> String {
    let fixture = try NotebookFixture()
    try fixture.putNote("A", text: text)
    let results = try fixture.open().searches.run(SearchQuery(parsing: query))
    let hit = try #require(results.hits.first)
    var units = Array(hit.snippet.utf16)
    for range in hit.highlights.reversed() {
      units.insert(contentsOf: "]".utf16, at: range.upperBound)
      units.insert(contentsOf: "[".utf16, at: range.lowerBound)
    }
    return String(decoding: units, as: UTF16.self)
  }
}

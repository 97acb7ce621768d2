import Testing

@testable import LanguageServer

/// Letters that stand in names in their order.
@Suite struct FuzzyPatternTests {
  @Test(arguments: [
    ("wdn", "Walden", 3), ("wal", "Walden", 0), ("WAL", "We all walk", 0), ("den", "Walden", 0),
    ("ndw", "Walden", nil), ("wall", "Walden", nil), ("emile", "Émile", 0), ("éme", "Emile", 2),
    ("strasse", "Straße", 0), ("all so", "Also sprach", nil), ("al so", "Also sprach", 0),
    ("aa", "a", nil), ("aab", "aaab", 0), ("日本", "日々の本", 2), ("a", "", nil),
  ])
  func countsTheGaps(typed: String, name: String, gaps: Int?) throws {
    #expect(try #require(FuzzyPattern(typed)).gaps(in: name) == gaps)
  }

  @Test func hasSomeLettersAndNotTooMany() {
    #expect(FuzzyPattern("") == nil && FuzzyPattern(" \t") == nil)
    #expect(FuzzyPattern(String(repeating: "a", count: 100)) != nil)
    #expect(FuzzyPattern(String(repeating: "a", count: 101)) == nil)
  }
}

import Testing

@testable import TextDiagnostics

/// The tag that a misspelled one was meant to be.
@Suite struct TagSpellingsTests {
  private static let common = [
    "#philosophy": 20, "#books/nature": 10, "#year/2021": 9, "#lost/a": 9, "#café": 5, "#war": 50,
    "#read": 8, "#Reading": 6, "#rare": 4,
  ]

  @Test(arguments: [
    ("#philosphy", "#philosophy"), ("#philosopphy", "#philosophy"), ("#philsoophy", "#philosophy"),
    ("#philosofhy", "#philosophy"), ("#Philosophy", "#philosophy"), ("#PHILOSPHY", "#philosophy"),
    ("#philosoph", "#philosophy"), ("#xphilosophy", "#philosophy"),
    ("#books/natur", "#books/nature"), ("#book/nature", "#books/nature"),
    ("#booksnature", "#books/nature"), ("#cafe", "#café"), ("#reads", "#read"),
    ("#reading", "#Reading"),
    // Itself, two slips, digits, short ones, other words, what is not much more common.
    ("#philosophy", nil), ("#pilosphy", nil), ("#year/2022", nil), ("#year/20211", nil),
    ("#wars", nil), ("#wor", nil), ("#lost/b", nil), ("#lost/ab", nil), ("#nature", nil),
    ("#rarer", nil), ("#", nil), ("", nil), ("#é", nil),
  ])
  func suggests(_ tag: String, _ expected: String?) {
    let spellings = TagSpellings(noteCounts: Self.common)
    #expect(spellings.suggestion(for: tag)?.tag == expected)
  }

  /// Five times as common as the spelling itself.
  @Test(arguments: [(1, 5, true), (1, 4, false), (2, 10, true), (2, 9, false)])
  func countsDecide(own: Int, other: Int, isSuggested: Bool) {
    let spellings = TagSpellings(noteCounts: ["#Nature": own, "#nature": other])
    let suggestion = spellings.suggestion(for: "#Nature")
    #expect((suggestion != nil) == isSuggested)
    #expect(suggestion.map { $0.noteCount == other } ?? true)
  }

  @Test func theCommonestIsSuggested() {
    let spellings = TagSpellings(noteCounts: ["#poem": 5, "#poet": 30, "#poer": 1])
    #expect(spellings.suggestion(for: "#poer")?.tag == "#poet")
  }

  /// Against the distance itself, over all words of three letters out of two, each in a long tag.
  @Test func agreesWithTheDistance() {
    func words(_ length: Int) -> [String] {
      length == 0 ? [""] : words(length - 1).flatMap { [$0 + "a", $0 + "b"] }
    }
    let all = (2...4).flatMap(words).map { "#xyzw" + $0 }
    for tag in all {
      for other in all where other != tag {
        let spellings = TagSpellings(noteCounts: [other: 5])
        #expect(
          (spellings.suggestion(for: tag) != nil) == (distance(tag, other) <= 1),
          "\(tag) \(other)")
      }
    }
  }

  /// Damerau's and Levenshtein's distance (optimal string alignment).
  private func distance(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first), Array(second))
    var table = Array(repeating: Array(0...b.count), count: a.count + 1)
    for i in 1...a.count {
      table[i][0] = i
      for j in 1...b.count {
        let swap =
          i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]
          ? table[i - 2][j - 2] + 1 : .max
        table[i][j] = min(
          table[i - 1][j] + 1, table[i][j - 1] + 1,
          table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), swap)
      }
    }
    return table[a.count][b.count]
  }
}

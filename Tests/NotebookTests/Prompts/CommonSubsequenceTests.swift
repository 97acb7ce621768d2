import Base
import Testing
import TestSupport

@testable import Notebook

@Suite struct CommonSubsequenceTests {
  private func length(_ first: String, _ second: String, budget: Int = .max / 2) -> Int? {
    var numbers = CharacterNumbers()
    let (first, second) = (numbers.sequence(first), numbers.sequence(second))
    var common = CommonSubsequence(budget: budget)
    return common.length(first, second, numbers: numbers.count)
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 0), ("abc", "abc", 3), ("abcbdab", "bdcaba", 4), ("xaby", "xbay", 3),
    ("é", "e\u{301}", 1), ("👨‍👩‍👧x", "x👨‍👩‍👧", 1), ("e\u{301}", "e", 0),
  ])
  func ofExamples(first: String, second: String, expected: Int) {
    #expect(length(first, second) == expected)
  }

  /// The textbook's table, row by row.
  private func table(_ first: [Character], _ second: [Character]) -> Int {
    var row = [Int](repeating: 0, count: second.count + 1)
    for left in first {
      var diagonal = 0
      for (index, right) in second.enumerated() {
        let above = row[index + 1]
        row[index + 1] = left == right ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[second.count]
  }

  @Test func equalsTheTable() {
    var random = SeededGenerator(seed: 20_240_801)
    for round in 0..<300 {
      let letters = ["ab", "abcdefgh", "aé😀e\u{301}z ."][round % 3]
      func text() -> String {
        String(
          (0..<Int.random(in: 0...200, using: &random)).compactMap { _ in
            letters.randomElement(using: &random)
          })
      }
      let (first, second) = (text(), text())
      #expect(
        length(first, second) == table(Array(first), Array(second)), "\(first) | \(second)")
    }
  }

  @Test func keepsToItsBudget() {
    var numbers = CharacterNumbers()
    let first = numbers.sequence(GeneratedNotes.prose(seed: 1, byteCount: 1000))
    let second = numbers.sequence(GeneratedNotes.prose(seed: 2, byteCount: 1000))
    var common = CommonSubsequence(budget: 100_000)
    var count = 0
    while common.length(first, second, numbers: numbers.count) != nil { count += 1 }
    #expect((3...20).contains(count) && common.budget >= 0)
  }

  /// Of long texts piece by piece, which finds nearly all of what an edited text keeps.
  @Test func isBoundedFromBelowInPieces() {
    var numbers = CharacterNumbers()
    let text = GeneratedNotes.prose(seed: 3, byteCount: 10_000)
    let first = numbers.sequence(text)
    let second = numbers.sequence("x" + text.replacing(" the ", with: " that ") + "x")
    var exact = CommonSubsequence()
    var pieces = CommonSubsequence(mostStepsPerPair: 100_000)
    let length = exact.length(first, second, numbers: numbers.count) ?? 0
    let bound = pieces.length(first, second, numbers: numbers.count) ?? .max
    #expect(bound <= length && bound * 100 > length * 95)
    #expect(exact.budget < pieces.budget)
  }
}

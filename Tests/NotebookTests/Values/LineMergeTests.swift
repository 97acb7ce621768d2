import Base
import NoteGenerator
import Testing

@testable import Notebook

@Suite struct LineMergeTests {
  /// Texts are letters, each of which is a line; the last is what both make, nil where a person is to
  /// say.
  struct Example: Sendable, CustomTestStringConvertible {
    let base, mine, theirs: String
    let merged: String?
    var testDescription: String { "\(base): \(mine), \(theirs)" }

    init(_ base: String, _ mine: String, _ theirs: String, _ merged: String?) {
      (self.base, self.mine, self.theirs, self.merged) = (base, mine, theirs, merged)
    }
  }

  static let examples = [
    Example("abc", "abc", "abc", "abc"),
    Example("abc", "abc", "xbc", "xbc"),
    Example("abc", "Mabc", "abcT", "MabcT"),
    Example("abcde", "Mbcde", "abcdT", "MbcdT"),
    Example("abcdefg", "MbcdefM", "abcTefg", "MbcTefM"),
    Example("abcde", "bcde", "abcd", "bcd"),
    Example("abc", "xbc", "xbc", "xbc"),
    Example("", "", "T", "T"),
    // The same lines, or lines beside each other.
    Example("abc", "aMc", "aTc", nil),
    Example("abc", "Mabc", "Tabc", nil),
    Example("abc", "abcM", "abcT", nil),
    Example("abcd", "aMcd", "abTd", nil),
    Example("abcd", "acd", "abTd", nil),
    Example("abc", "", "abT", nil),
    Example("abcdef", "afM", "abcTef", nil),
  ]

  private static func text(_ letters: String) -> String {
    letters.map { "\($0)\n" }.joined()
  }

  @Test(arguments: examples) func linesAreBroughtTogether(example: Example) {
    let (base, mine) = (Self.text(example.base), Self.text(example.mine))
    let (theirs, merged) = (Self.text(example.theirs), example.merged.map(Self.text))
    #expect(LineMerge.merge(mine, theirs, from: base) == merged)
    #expect(LineMerge.merge(theirs, mine, from: base) == merged, "either way")
  }

  @Test func theLastLineMayHaveNoEnd() {
    #expect(LineMerge.merge("x\nb\nc", "a\nb\nc\n", from: "a\nb\nc") == "x\nb\nc\n")
  }

  /// Nothing that either wrote is lost, whatever is merged.
  @Test(arguments: 0..<200) func writesOfBothAreThere(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let base = (0..<Int.random(in: 0..<30, using: &generator)).map { _ in
      String("abcd".randomElement(using: &generator) ?? "a")
    }
    func edited(_ name: String) -> [String] {
      var lines = base
      for number in 0..<Int.random(in: 1..<4, using: &generator) {
        let index = Int.random(in: 0...lines.count, using: &generator)
        if index < lines.count, Bool.random(using: &generator) { lines.remove(at: index) }
        if Bool.random(using: &generator) { lines.insert("\(name)\(number)", at: index) }
      }
      return lines
    }
    let (mine, theirs) = (edited("m"), edited("t"))
    let texts = [mine, theirs, base].map { $0.joined(separator: "\n") }
    guard let merged = LineMerge.merge(texts[0], texts[1], from: texts[2]) else { return }
    let lines = merged.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let new = { (lines: [String]) in lines.filter { $0.count > 1 } }
    #expect(new(lines).sorted() == (new(mine) + new(theirs)).sorted(), "seed \(seed)")
    if mine == base { #expect(merged == texts[1]) }
  }

  /// The time is bounded: in long texts all from the first difference to the last is one.
  @Test func longTextsAreMergedWhereTheyDifferInOneRange() {
    let lines = (0..<5_000).map { "line \($0)" }
    var (mine, theirs) = (lines, lines)
    for index in stride(from: 0, to: 2_000, by: 2) { mine[index] = "mine" }
    for index in stride(from: 2_500, to: 5_000, by: 2) { theirs[index] = "theirs" }
    let texts = [mine, theirs, lines].map { $0.joined(separator: "\n") }
    #expect(
      LineMerge.merge(texts[0], texts[1], from: texts[2])
        == (mine[..<2_000] + theirs[2_000...]).joined(separator: "\n"))
    mine[4_999] = "mine"
    #expect(LineMerge.merge(mine.joined(separator: "\n"), texts[1], from: texts[2]) == nil)
  }
}

/// Texts between conflict markers.
@Suite struct ConflictMarkersTests {
  private static let names = ConflictMarkers(first: "me", second: "them")

  private func text(_ letters: String) -> String { letters.map { "\($0)\n" }.joined() }

  private func marked(_ mine: String, _ theirs: String, _ base: String?) -> (String, Int) {
    let (result, overlaps) = LineMerge.mark(
      text(mine), text(theirs), from: base.map(text), as: Self.names)
    return (result.replacing("\n", with: ""), overlaps)
  }

  @Test func overlapsAreBetweenMarks() {
    #expect(marked("aMc", "aTc", "abc") == ("a<<<<<<< meM=======T>>>>>>> themc", 1))
    // The rest is merged.
    #expect(marked("aMcxe", "aTcde", "abcde") == ("a<<<<<<< meM=======T>>>>>>> themcxe", 1))
    #expect(marked("aMcxe", "aTcye", "abcde").1 == 2)
    #expect(marked("xbc", "abc", "abc") == ("xbc", 0))
  }

  @Test func withoutABaseAllThatDiffersIsMarked() {
    #expect(marked("abc", "axc", nil) == ("a<<<<<<< meb=======x>>>>>>> themc", 1))
    #expect(marked("abc", "abcd", nil) == ("abc<<<<<<< me=======d>>>>>>> them", 1))
    #expect(marked("abc", "abc", nil) == ("abc", 0))
  }

  /// As the merge without marks: either way nothing is lost.
  @Test(arguments: LineMergeTests.examples) func marksWhereMergingStops(
    example: LineMergeTests.Example
  ) {
    let (result, overlaps) = marked(example.mine, example.theirs, example.base)
    #expect((overlaps == 0) == (example.merged != nil))
    if let merged = example.merged { #expect(result == merged) }
    for letter in example.mine + example.theirs where !example.base.contains(letter) {
      #expect(result.contains(letter))
    }
  }
}

import Base
import TestSupport
import Testing

@Suite struct WordDifferenceTests {
  private func shown(_ old: String, _ new: String) -> String {
    WordDifference(from: old, to: new).parts.map { part in
      switch part.kind {
      case .same: part.text
      case .old: "[-\(part.text)-]"
      case .new: "{+\(part.text)+}"
      }
    }.joined()
  }

  @Test(
    arguments: [
      ("", "", ""), ("a", "a", "a"), ("a", "", "[-a-]"), ("", "a", "{+a+}"),
      ("a b c", "a x c", "a [-b-]{+x+} c"),
      ("And here.\n", "The phone.\n", "[-And-]{+The+} [-here-]{+phone+}.\n"),
      ("one\ntwo\n", "one\n", "one\n[-two\n-]"),
      ("e\u{301}", "é", "[-e\u{301}-]{+é+}"),
      ("a, b", "a; b", "a[-,-]{+;+} b"),
    ])
  func wordsAreCompared(_ old: String, _ new: String, _ expected: String) {
    #expect(shown(old, new) == expected)
  }

  /// Without the new parts it is the old text, without the old ones the new text; whatever they are.
  @Test func bothTextsAreInIt() {
    var generator = SeededGenerator(seed: 7)
    let words = ["a", "b", " ", "\n", "é", "e\u{301}", ",", "\r\n", "word", "👩‍👩‍👧"]
    for _ in 0..<300 {
      func text() -> String {
        (0..<Int.random(in: 0...12, using: &generator)).map { _ in
          words.randomElement(using: &generator) ?? ""
        }.joined()
      }
      let (old, new) = (text(), text())
      let parts = WordDifference(from: old, to: new).parts
      let (left, right) = (
        parts.filter { $0.kind != .new }.map(\.text).joined(),
        parts.filter { $0.kind != .old }.map(\.text).joined()
      )
      #expect(left.utf8.elementsEqual(old.utf8) && right.utf8.elementsEqual(new.utf8))
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.kind != $1.kind })
    }
  }

  /// Long texts are compared by lines, and still longer ones as wholes.
  @Test(arguments: [3_000, 5_000])
  func longTextsTakeNoLonger(_ count: Int) {
    let old = (0..<count).map { "old line \($0)\n" }.joined()
    let new = (0..<count).map { "new line \($0)\n" }.joined()
    let parts = WordDifference(from: old, to: new).parts
    #expect(parts.filter { $0.kind != .new }.map(\.text).joined() == old)
    #expect(parts.filter { $0.kind != .old }.map(\.text).joined() == new)
  }
}

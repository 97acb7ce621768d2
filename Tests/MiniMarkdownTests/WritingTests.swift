import Base
import Foundation
import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// The results of Return and of formatting.
@Suite struct WritingTests {
  /// Return is typed at `|`; `indent` is what an editor put on the new line by itself.
  @Test(arguments: [
    ("- a|", "- a\n- |"),
    ("* a|\n* b", "* a\n* |\n* b"),
    ("  -  a|", "  -  a\n  -  |"),
    ("- a|b", "- a\n- |b"),
    ("- a\n- |", "- a\n\n|"),
    ("1. a|", "1. a\n2. |"),
    ("1) a\n2) b|\n3) c\n\ntext", "1) a\n2) b\n3) |\n4) c\n\ntext"),
    ("1. a|\n   - x\n2. b\n3. c", "1. a\n2. |\n   - x\n3. b\n4. c"),
    ("1. a|\n2. b\n4. c", "1. a\n2. |\n3. b\n4. c"),
    ("1. a\n1. b|", "1. a\n1. b\n1. |"),
    ("1. a|\n1. b", "1. a\n1. |\n1. b"),
    ("1. a\n2. |\n3. b", "1. a\n\n|\n3. b"),
    ("> a|", "> a\n> |"),
    ("> a\n> |", "> a\n\n|"),
    (">a|", ">a\n>|"),
    ("Q: who?|", "Q: who?\nA: |"),
    ("Q: who?|\nA: me", "Q: who?\n|\nA: me"),
    ("Q: a\nA: b|", "Q: a\nA: b\nQ: |"),
    ("Q: a\nA: b\nQ: |", "Q: a\nA: b\n\n|"),
    ("Q: a\nA: |b", "Q: a\nA: \n|b"),
    ("A: b|", "A: b\n|"),
    ("text|", "text\n|"), ("|", "\n|"), ("# H|", "# H\n|"), ("Q: who|A: x", "Q: who\n|A: x"),
    ("text\n- a|", "text\n- a\n- |"),
    ("- a\nb|", "- a\nb\n|"),
    ("- é😀|", "- é😀\n- |"),
    // Between a marker and its text, the marker stays.
    ("- |a", "- \n- |a"), ("> |a", "> \n> |a"), ("1. |a\n2. b", "1. \n2. |a\n3. b"),
    ("  * |a", "  * \n  * |a"), ("Q: |a", "Q: \n|a"), ("-| a", "-\n| a"), ("|- a", "\n|- a"),
    ("- [x] a|", "- [x] a\n- [ ] |"), ("- [ ] a|b", "- [ ] a\n- [ ] |b"),
    ("1. [X] a|", "1. [X] a\n2. [ ] |"), ("- [x]|", "\n|"),
    ("- a\n- [ ] |", "- a\n\n|"), ("- [x] |", "\n|"), ("- [ ] |a", "- [ ] \n- [ ] |a"),
    ("- |[ ] a", "- \n- |[ ] a"), ("- [x](b)|", "- [x](b)\n- |"), ("- [a] b|", "- [a] b\n- |"),
    ("- a|- b", "- a\n|- b"), ("> a|> b", "> a\n|> b"),
  ])
  func returns(before: String, after: String) throws {
    for (newLine, indent) in [("\n", ""), ("\n", "  "), ("\r\n", "")] {
      let parts = before.split(separator: "|", omittingEmptySubsequences: false)
      func lines(_ text: some StringProtocol) -> String {
        text.replacingOccurrences(of: "\n", with: newLine)
      }
      let typed = lines(parts[0]) + newLine + indent
      let snapshot = MiniMarkdownDocument(typed + lines(parts[1])).snapshot
      let edits = snapshot.editsAfterReturn(at: typed.utf8.count)
      let expected = lines(after.replacingOccurrences(of: "|", with: edits.isEmpty ? indent : ""))
      #expect(snapshot.text(applying: edits) == expected)
    }
  }

  @Test(arguments: [
    ("", ""), ("a\n", "a\n"), ("a", "a"),
    ("1. a\n1. b\n3. c\n", "1. a\n2. b\n3. c\n"),
    ("1. a\n1. b\n1. c\n", "1. a\n1. b\n1. c\n"),
    ("3. a\n5. b\n", "3. a\n4. b\n"),
    ("1986. a\n1990. b\n", "1986. a\n1990. b\n"),
    ("1. a\n   1. x\n   3. y\n3. b\n", "1. a\n   1. x\n   2. y\n2. b\n"),
    ("01. a\n03. b\n", "01. a\n03. b\n"),
    ("1. a\n\n2) b\n", "1. a\n\n2) b\n"),
    ("a\n\n\n\nb\n", "a\n\nb\n"),
    ("# A\nb\n", "# A\n\nb\n"),
    ("a\n# B\n", "a\n\n# B\n"),
    ("\n\na\n\n\n", "a\n"), ("a\n\n  ", "a\n"), ("a\n\n\n\t", "a\n"), ("  ", "  "),
    ("a \nb\t\n", "a\nb\n"), ("a  \nb\t\n", "a  \nb\n"),
    ("a\n  \nb\n", "a\n\nb\n"),
    ("- a\n- b\n\n\n- c\n", "- a\n- b\n\n- c\n"),
    ("> a\n> b\n", "> a\n> b\n"),
    ("`a \nb`\n", "`a \nb`\n"),
    ("- \n\nb\n", "- \n\nb\n"),
    ("a\r\n\r\n\r\nb\r\n", "a\r\n\r\nb\r\n"),
    // The stored members of a prompt stay, byte for byte.
    ("a ?[h](b)  \nc\n\n\nd\n", "a ?[h](b)  \nc\n\nd\n"),
    ("a ?[h](b)\n  \nc\n", "a ?[h](b)\n  \nc\n"),
    ("Q: a\nA: b\nc\n\n\nd\n", "Q: a\nA: b\nc\n\nd\n"),
  ])
  func formats(text: String, expected: String) {
    let snapshot = MiniMarkdownDocument(text).snapshot
    #expect(snapshot.text(applying: snapshot.formattingEdits()) == expected)
  }

  @Test func formattingKeepsWhatTheTextSays() {
    for seed in UInt64(0)..<200 {
      var random = SeededGenerator(seed: seed)
      let text = RandomText.pieces(16, using: &random)
      let snapshot = MiniMarkdownDocument(text).snapshot
      let edits = snapshot.formattingEdits()
      for (edit, next) in zip(edits, edits.dropFirst()) {
        #expect(edit.range.upperBound <= next.range.lowerBound, "seed \(seed)")
      }
      let formatted = MiniMarkdownDocument(snapshot.text(applying: edits)).snapshot
      var (before, after) = (NoteContent(snapshot), NoteContent(formatted))
      (before.title, after.title) = (before.title.trimmed, after.title.trimmed)
      #expect(before == after, "seed \(seed) \(text.debugDescription)")
      #expect(
        formatted.formattingEdits().isEmpty,
        "seed \(seed) \(text.debugDescription) \(formatted.text.debugDescription)")
    }
  }

  @Test func formattingEndsWhenNobodyWantsIt() {
    let snapshot = MiniMarkdownDocument("a  \n\n\nb\n").snapshot
    #expect(snapshot.formattingEdits { false }.isEmpty)
  }

  @Test func onlyLinesOfTheRangeAreFormatted() {
    let snapshot = MiniMarkdownDocument("a \nb \nc \nd\n").snapshot
    let edits = snapshot.formattingEdits(in: 3..<6)
    #expect(snapshot.text(applying: edits) == "a \nb\nc \nd\n")
  }
}

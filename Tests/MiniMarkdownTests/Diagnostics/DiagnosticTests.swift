import Foundation
import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// The texts that are reported, the ranges, and the texts that are not.
@Suite struct DiagnosticTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var text: String
    var rules: [DiagnosticRule]
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ rules: DiagnosticRule...) {
      self.text = text
      self.rules = rules
    }
  }

  @Test(arguments: [
    Example("a «?[hint](answer»\nb", .unterminatedCloze),
    Example("a «?[hint]» b", .unterminatedCloze),
    Example("«?[»", .unterminatedCloze),
    Example("a «?[a [b]» c](d)", .unterminatedCloze),
    Example("- «?[hint](answer»", .unterminatedCloze),
    Example("a «?[x»\ny](z)", .clozeAcrossLines),
    Example("a «?[x](y»\nz) b", .clozeAcrossLines),
    Example("> «?[hint]()»", .emptyClozeAnswer),
    Example("?[«same»](same)", .clozeHintIsAnswer),
    Example("«?[x](f(a))» b", .clozeAnswerCutShort),
    Example("# «?[a](b)»", .clozeInHeading),
    Example("Q: «?[a](b)»\nA: c", .clozeInQuestion),
    Example("Q: c\nA: «?[a](b)»", .clozeInAnswer),
    Example("tl;dr: «?[a](b)»", .clozeInSummary),
    Example("*x «?[a](b)» y*", .clozeInEmphasis),
    Example("**«?[a](b)»**", .clozeInEmphasis),
    Example("`x «?[a](b)»`", .clozeInCode),

    Example("«Q:» a", .questionWithoutAnswer),
    Example("«Q:» a\n\nb", .questionWithoutAnswer),
    Example("«A:» a", .answerWithoutQuestion),
    Example("Q: a\nA: b\n«A:» c", .answerWithoutQuestion),
    Example("«Q:» a\n\nA: b", .blankLineInPair),
    Example("«Q:» a\n\n\nA: b", .blankLineInPair),
    Example("« Q:» a\nA: b", .questionIndented),
    Example("Q: a\n«\tA:» b", .answerIndented),
    Example("«Q:»a\nA: b", .questionMissingSpace),
    Example("Q: a\n«A:»\tb", .answerMissingSpace),
    Example("Q: a\n«A:»", .answerMissingSpace),
    Example("«Q:» a\nmore\nA: b", .multiLineQuestion),
    Example("Q: «*a»\nA: b*", .pairSwallowedBySpan),
    Example("Q: «*a»\nA: b\nQ: c\nA: d*", .pairSwallowedBySpan),
    Example("# «*a»\nQ: b*\nA: c", .pairSwallowedBySpan),
    Example("text\n«Q:» a\nA: b", .questionUnderText),
    Example("#tag\n«Q:» a\nA: b", .questionUnderText),
    Example("- item\n«Q:» a\nA: b", .questionUnderText),
    Example("> «Q:» a", .questionInListOrQuote),
    Example("«Q:» \nA: b", .emptyQuestion),
    Example("Q: a\n«A:» ", .emptyAnswer),
    Example("text\n«tl;dr:» b", .summaryUnderText),
    Example("- item\n«Summary:» b", .summaryUnderText),

    Example("a #tag«.»", .hashtagEndsInPunctuation),
    Example("#a/b«),» c", .hashtagEndsInPunctuation),
    Example("a #🌱«,» b", .hashtagEndsInPunctuation),
    Example("a #bad«.» b", .hashtagEndsInPunctuation),
    Example("Q: a #tag«?»\nA: b", .hashtagEndsInPunctuation),

    Example("a #tag«—» b", .hashtagEndsInPunctuation),
    Example("a #tag«،» b", .hashtagEndsInPunctuation),
    Example("a #tag«*» b", .hashtagEndsInPunctuation),
    Example("a («#tag/b»)", .hashtagNotApart),
    Example("word«#philosophy»", .hashtagNotApart),
    Example("# «#tag» a", .hashtagNotApart),
    Example("Q: «#tag»\nA: b", .hashtagNotApart),
    Example("tl;dr: «#tag/b» c", .hashtagNotApart),
    Example("![p](«pond.png»)", .imageNotInNote),
    Example("«```»\na\n```", .notInNotes),
    Example("*«#tag»*", .hashtagInEmphasis),
    Example("a **b «#tag» c**", .hashtagInEmphasis),

    Example("«**Q:»** a\n**A:** b", .pairInOtherForm),
    Example("«**Q: »a**\n\n**A: b**".replacing(" »", with: "» "), .pairInOtherForm),
    Example("«Q.» a\nA. b", .pairInOtherForm),
    Example("text\n«Question:» a\nA: b", .pairInOtherForm),
    Example("Q: a\nA: «b»\nc", .answerOfSeveralLines),
    Example("Q: a\r\nA: «b»\r\nc", .answerOfSeveralLines),
    Example("Q: a\nA: «b»\n- c\n- d", .answerOfSeveralLines),
    Example("«> a, »\n> b\n> c".replacing(" »", with: "»"), .quoteOverLines),
    Example("> a.\n«> b»\n> c", .quoteOverLines),
    Example("«>»\na", .emptyMarker),
    Example("«- »\na", .emptyMarker),
    Example("a\n«*     »b", .markerTooFar),
    Example("«12.\t    »b", .markerTooFar),
    Example("In\n«1986.» b", .numberBeginsList),
    Example("«1986.» b", .numberBeginsList), Example("# a\n\n«1986.» b", .numberBeginsList),
    Example("«> A line,»\n> Another", .quoteOverLines),
    Example("a\n«  »\nb", .spacesOnBlankLine),
    Example("> a\n« »\nb", .spacesOnBlankLine),
    Example("«#######» a", .headingTooDeep),
    Example("«  #» a", .headingIndented),
    Example("a snake«_case_»name", .emphasisInWord),
    Example("2«*3*»4", .emphasisInWord),
    Example("https://a.b/c«_d_»e", .emphasisInWord),
    Example("- «{{c1::a::b}}» c", .ankiCloze), Example("😀 «{{c1::é::😀}}»", .ankiCloze),
    Example("a «::» b", .cardOfColons),
    Example("a?«::»b", .cardOfColons),
    Example("a «==b==» c", .highlightMarks), Example("==a\n«==b==»", .highlightMarks),

    Example("Q: Who?\nA: b\n\nQ: «who?»\nA: c", .duplicateQuestion),
    Example("Q: Who  is it?\nA: b\n\nQ: « Who is it? »\nA: c", .duplicateQuestion),
    Example("Q: a\nA: b\n\nQ: «a»\nA: b\n\nQ: a\nA: b", .duplicateQuestion, .duplicateQuestion),
    Example("«# »\n\ntext", .missingTitle),
    Example("text\n«#  \t»\n", .missingTitle),
    Example("«# »\n\n# Second", .missingTitle),
    Example("«# »\n> ?[a](b)", .missingTitle),
    Example("«# »\r\n\r\n#tag text\r\n", .missingTitle),
  ])
  func explains(_ example: Example) {
    let marked = MarkedText(example.text)
    let diagnostics = MiniMarkdownDocument(marked.text).snapshot.diagnostics()
    #expect(diagnostics.map(\.rule) == example.rules)
    #expect(diagnostics.first?.range == marked.ranges.first)
  }

  @Test(arguments: [
    "", "I like C# and F#, a lot.", "We are #1, they are #2.", "2 * 3 = 6, 2 * 3 * 4 too",
    "Why?[3] Because.", "Really?[sic] he said.", "?[7] is a footnote",
    "`?[hint](answer)` is a cloze", "a ?[hint](answer) b ?[](c)", "Q: a\nA: b", "Q: a\r\nA: b",
    "# h\nQ: a\nA: b\n\nQ: c\nA: d", "FAQ: none", "a: list\nq: queue", "tl;dr: short\nmore",
    "IQ: 120\nThe A: drive", "#tag #tag/sub", "# Title?\n\nText.", "- A: apples\n- B: pears",
    "f(x) = ?\n[1] a note", "In summary: all is well.",
    "A: Hi.\nB: Hello.\nA: How are you?", "Interviewer: Why?\nA: Because.", "F: Was?\nA: Das.",
    "# ", "# \n", "# \n\n", "# \n#tag #tag/b\n", "# \n\n#tag\n", "#", "# \n## \n", "text only",
    "# T\n\n# \n\ntext", "\n\n", "   ", "Q: a\nA: b\n\nQ: c\nA: b", "Q: é\nA: b\n\nQ: e\nA: b",
    "> One.\n> Two.", "> A list\n> Of names", "> a\n>\n> b", "- \n- a", "It was.\n2. Next",
    "a:\n2. b", "1986. a\n1990. b", "100. a", "> A line\n> Another",
    "a\n\n  \nb", "-    four spaces", "###### six", "    # code", "  # a comment\n  a command",
    "a [b](#anchor) c", "http://a.b/c#Part", "Buffer#fill", "String#repeat() works",
    "a (#fff) (#123)",
    "see a_b", "[x](a_b_c)", "a == b and c == d", "==4174==", "====", "std::move and a::b",
    "- a :: b", "# 1 #tag", "Q:  #tag\nA: #1", "![](assets/a.png) ![](https://a.b/c.png)",
    "`==a==` `{{c1::b}}` `(#tag)` `a_b_c`", "{{template}} {{c::x}}",
    "Q: a\nA: b\n\nc", "Q: a\nA: b\n#tag", "Q: a\nA: b\n# c", "**Quality:** a\n**Age:** b",
    "A. first\nB. second", "Q. E. D.\nnext",
    "A: Hi.\n\nB: Hello.", "p { color: #ff00ff; background: #fff; }", "#0af, #1b2c3d4e.",
  ])
  func leavesAlone(_ text: String) {
    #expect(MiniMarkdownDocument(text).snapshot.diagnostics().map(\.code) == [])
  }

  @Test func messagesSayWhatToDo() {
    // Every message ends its sentence, and none is longer than an editor's line can show.
    for section in DiagnosticPage.sections {
      let snapshot = MiniMarkdownDocument(section.example).snapshot
      for diagnostic in snapshot.diagnostics() + snapshot.cardQuality(hasBook: false) {
        #expect(diagnostic.message.hasSuffix("."))
        #expect(diagnostic.message.count < 160)
        #expect(!diagnostic.range.isEmpty)
      }
    }
  }

  @Test func aRepeatedQuestionLeadsToTheFirst() {
    let marked = MarkedText("Q: «a»\nA: b\n\nQ: «a»\nA: b\n\nQ: «a»\nA: b")
    let found = MiniMarkdownDocument(marked.text).snapshot.diagnostics()
    #expect(found.map(\.range) == Array(marked.ranges[1...]))
    #expect(found.map(\.related) == [[marked.ranges[0]], [marked.ranges[0]]])
  }

  @Test func limitAndWish() {
    let text = String(repeating: "?[a](\n\n", count: 9)
    let snapshot = MiniMarkdownDocument("# \n" + text).snapshot
    #expect(snapshot.diagnostics(limit: 4).count == 4)
    #expect(snapshot.diagnostics(while: { false }) == [])
  }

  /// However many marks stand open, what is after them is looked at a few times. Counted, not timed.
  @Test(arguments: [
    "?[", "?[a ", "?[a](", "?[a](b ", "?[a](b)", "?[a](b(", "*?[a](b)* ", "?[a\n", "?[a](\n",
    "`?[`",
    "?[a] ", "*?[* ", "?[a](b(c) ",
  ])
  func costGrowsWithTheText(piece: String) {
    let text = String(repeating: piece, count: 20_000 / piece.utf8.count)
    let searched = MiniMarkdownDocument(text).snapshot.roots
      .reduce(0) { $0 + ClozeDiagnostics(in: $1).searchedBytes }
    #expect(searched < 12 * text.utf8.count)
  }

  /// Marks of other programs that stay open are not each searched to the end of the line, which
  /// takes minutes.
  @Test(
    .timeLimit(.minutes(1)), arguments: [("{{c1::a ", ""), ("==a ", ""), ("![[a ", "]]")])
  func openMarksOfOtherProgramsAreLinear(piece: String, end: String) {
    let text = String(repeating: piece, count: 200_000) + end
    #expect(MiniMarkdownDocument(text).snapshot.diagnostics().isEmpty)
  }

  /// A line is not looked at after its range: many ranges of one long line would each cost all of it.
  @Test(arguments: [
    ("a\r\nb", 0..<2, ["a"]), ("a\r\nb", 0..<4, ["a", "b"]), ("a\nbc", 0..<3, ["a", "b"]),
    ("ab", 0..<1, ["a"]), ("a\n\n", 0..<2, ["a"]),
  ])
  func linesEndWithTheirRange(text: String, range: Range<Int>, lines: [String]) throws {
    let block = try #require(MiniMarkdownDocument(text).snapshot.block(0))
    #expect(block.lines(in: range).map { block.text(in: $0) } == lines)
    #expect(block.endOfLine(from: 0, before: 1) <= block.range.upperBound)
  }
}

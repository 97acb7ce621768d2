import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// The fixes of diagnostics, and their results.
@Suite struct FixTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var text: String
    var fixes: [String]
    var testDescription: String { text.debugDescription }

    /// `text` and what each fix of its first diagnostic makes of it.
    init(_ text: String, _ fixes: String...) {
      self.text = text
      self.fixes = fixes
    }
  }

  @Test(arguments: [
    Example("a ?[hint](answer", "a ?[hint](answer)"),
    Example("a ?[hint](an answer. \nb", "a ?[hint](an answer). \nb"),
    Example("a ?[hint](an answer #tag", "a ?[hint](an answer) #tag"),
    Example("?[a](b and ?[c](d", "?[a](b and) ?[c](d"),
    Example("?[hint](", "?[](hint)"),
    Example("?[hint]( ", "?[](hint) "),
    Example("?[]("),
    Example("?[a #b](c #d"),
    Example("?[many(four) b", "?[many](four) b"),
    Example("?[how many (four) b", "?[how many](four) b"),
    Example("a ?[four chambers.", "a ?[](four chambers)."),
    Example("a ?[hint] b", "a ?[](hint) b"),
    Example("a ?[hint] (answer) b", "a ?[hint](answer) b", "a ?[](hint) (answer) b"),
    Example("?[a [b] c](d)", "?[a (b) c](d)"),
    Example("# ?[a](b", "# b"),
    Example("?["),
    Example("?[x\r\n  y](z)", "?[x y](z)"),
    Example("- a ?[x](\nz) b", "- a ?[x](z) b"),
    Example("?[x\n[y](z)"),
    Example("?[hint]()", "?[](hint)"),
    Example("?[hint)]()"),
    Example("?[]()"),
    Example("?[x](f(a)) b", "?[x](f[a]) b"),
    Example("?[x](f(a) b) c", "?[x](f[a] b) c"),
    Example("?[x](f(a) b (c)"),
    Example("?[same](same)", "?[](same)"),
    Example("# ?[a](b) c", "# b c"),
    Example("# ?[a]() c"),
    Example("Q: ?[a](b)?\nA: c", "Q: b?\nA: c"),
    Example("tl;dr: a ?[b](c)", "tl;dr: a c"),
    Example("*x ?[a](b) y*", "*x* ?[a](b) *y*", "x ?[a](b) y"),
    Example("**?[a](b)**", "?[a](b)"),
    Example("**?[a](b)s c**", "?[a](b)s c"),
    Example("`x ?[a](b)`", "`x` ?[a](b)", "x ?[a](b)"),

    Example("Q: a", "Q: a\nA: "),
    Example("Q: a\r\n\r\nb", "Q: a\r\nA: \r\n\r\nb"),
    Example("Q: a\nb", "Q: a\nA: b", "Q: a\nA: \nb"),
    Example("A: a", "Q: \nA: a"),
    Example("a?\nA: b", "Q: a?\nA: b", "a?\n\nQ: \nA: b"),
    Example("x\na?\nA: b", "x\n\nQ: a?\nA: b", "x\na?\n\nQ: \nA: b"),
    Example("Q: \nA: a"),
    Example("Q: a\nA: "),
    Example("Q: a\n\nA: b", "Q: a\nA: b"),
    Example("Q: a\r\n\r\n \r\na:b", "Q: a\r\nA: b"),
    Example(" Q: a\nA: b", "Q: a\nA: b"),
    Example(" q:a\n\ta: b", "Q: a\nA: b"),
    Example("Q: a\nA:\t b", "Q: a\nA: b"),
    Example("Q: a\nA:", "Q: a\nA: "),
    Example("Q: a\n b\nA: c", "Q: a b\nA: c"),
    Example("Q: a *b\nA: c* d", "Q: a *b*\nA: *c* d", "Q: a b\nA: c d"),
    Example("# a `b\nQ: c` d\nA: e", "# a `b`\nQ: `c` d\nA: e", "# a b\nQ: c d\nA: e"),
    Example("a\nQ: b\nA: c", "a\n\nQ: b\nA: c"),
    Example("- a\n  q: b\n  A: c", "- a\n\nQ: b\nA: c"),
    Example("- Q: a\n- A: b", "Q: a\nA: b"),
    Example("a\n\n> Q: a\n> A: b", "a\n\nQ: a\nA: b"),
    Example("- a\n- Q: b\n- A: c\n- d", "- a\n\nQ: b\nA: c\n- d"),
    Example("**Q:** a\n\n**A: b**\nc", "Q: a\nA: b\nc"),
    Example("a\nQ. b\nA: c", "a\n\nQ: b\nA: c"),
    Example("Q: a\nA: b\nc\nd\n\ne", "Q: a\nA: b c d\n\ne"),
    Example("Q: a\nA: b\n- c"),
    Example("> a,\n> b\n> c.\n> D.", "> a, b c.\n> D."),
    Example(">\r\na", "> a"),
    Example("1. \na", "1. a"),
    Example("a\n-     b", "a\n- b"),
    Example("In \n1986. b", "In 1986. b"), Example("# a\n1986. b", "# a\n1986: b"),
    Example("a\n  \nb", "a\n\nb"),
    Example("######## a", "###### a"),
    Example("   # a", "# a"),
    Example(" ## a\n", "## a\n"),
    Example("(a_b_c).", "(`a_b_c`)."),
    Example("a_b c_d"),
    Example("{{c1::f(x)::a]}}", "?[a)](f[x])"),
    Example("a :: b\r\n", "Q: a\r\nA: b\r\n"),
    Example("a\r\n?\r\nb\r\n", "Q: a\r\nA: b\r\n"),
    Example("#t #u\n a \nb\n ?? \nc\n d\n\ne", "#t #u\n\nQ: a b\nA: c d\n\ne"),
    Example("a\n?\n- b"),
    Example("==a b==.", "**a b**."),
    Example("a (#tag).", "a ( #tag )."),
    Example("# #tag a\nb", "# a #tag\nb"),
    Example("# #tag"),
    Example("Q: #tag b\nA: c", "Q:  #tag b\nA: c"),
    Example("![p](pond.png)"),
    Example("*a #tag*", "a #tag"),
    // Two faults at one offset: the space before the hashtag would belong to the mark.
    Example("a\nQ: #t b\nA: c", "a\n\nQ:  #t b\nA: c"),
    Example("Q: #t b", "Q:  #t b\nA: "),
    Example("A: #t b", "Q: \nA:  #t b"),
    Example("a\ntl;dr: #t b", "a\n\ntl;dr:  #t b"),
    Example("#t :: b", "Q:  #t\nA: b"),
    Example("  # #t a", "# a #t"),
    Example("  # #t"),
    Example("a\ntl;dr: b", "a\n\ntl;dr: b"),
    Example("a\r\nSummary: b", "a\r\n\r\nSummary: b"),
    Example("#a/b), c", "#a/b ), c"),
  ])
  func mends(_ example: Example) throws {
    let snapshot = MiniMarkdownDocument(example.text).snapshot
    let diagnostic = try #require(snapshot.diagnostics().first)
    let fixes = snapshot.fixes(for: diagnostic)
    #expect(fixes.map { snapshot.text(with: $0.edits) } == example.fixes)
    #expect(fixes.map(\.isPreferred) == (fixes.count == 1 ? [true] : fixes.map { _ in false }))
    #expect(Set(fixes.map(\.title)).count == fixes.count)
    #expect(!fixes.contains(where: \.isSafe) || diagnostic.rule.hasSafeFix)
  }

  /// A diagnostic of another text has no fix, wherever it says it is.
  @Test func diagnosticsOfOtherTextsHaveNone() throws {
    let snapshot = MiniMarkdownDocument("a ?[hint](answer\r\n\r\n😀").snapshot
    for offset in 0...snapshot.count + 2 {
      for rule in DiagnosticRule.all where rule != .unterminatedCloze {
        let diagnostic = NoteDiagnostic(rule, offset..<offset + 1, "")
        #expect(snapshot.fixes(for: diagnostic) == [])
      }
    }
  }

  // MARK: Properties

  /// Applied, a fix has settled its diagnostic; it has made no new warning, and the words are those
  /// that were there.
  private static func check(_ fix: NoteFix, of diagnostic: NoteDiagnostic, in text: String) {
    let before = MiniMarkdownDocument(text).snapshot
    let result = before.text(with: fix.edits)
    let after = MiniMarkdownDocument(result).snapshot
    func newOffset(_ offset: Int) -> Int {
      var result = offset
      for edit in fix.edits where edit.range.lowerBound <= offset {
        let isInside = edit.range.upperBound > offset
        result += isInside ? edit.range.lowerBound - offset : edit.growth
        if isInside { break }
      }
      return result
    }
    let left = after.diagnostics()
    #expect(
      !left.contains {
        $0.code == diagnostic.code && $0.range.lowerBound == newOffset(diagnostic.range.lowerBound)
      }, "\(text.debugDescription) \(diagnostic) \(fix)")
    let known = before.diagnostics().map { [$0.code, "\(newOffset($0.range.lowerBound))"] }
    for new in left where new.severity == .warning {
      #expect(
        known.contains([new.code, "\(new.range.lowerBound)"]),
        "\(text.debugDescription) \(fix) -> \(new)")
    }
    let losesHint = [
      "Replace the cloze with its answer", "Delete the hint", "Convert to ?[hint](answer)",
    ].contains(fix.title)
    #expect(losesHint || words(result) == words(text), "\(text.debugDescription) \(fix)")
    // Text outside the lines that were changed is as it was.
    let kept = fix.edits.reduce(before.count) { $0 - $1.range.count }
    #expect(kept + fix.edits.reduce(0) { $0 + $1.newText.utf8.count } == after.count)
  }

  /// Letters and digits, each as often as it is there, but for those of markers, and hints, which may
  /// go.
  private static func words(_ text: String) -> [Character: Int] {
    var words: [Character: Int] = [:]
    for word in MiniMarkdownDocument(text).snapshot.text.lowercased()
    where word.isLetter || word.isNumber {
      words[word, default: 0] += 1
    }
    for marker in ["q", "a", "h", "c", "1"] { words[Character(marker)] = nil }
    return words
  }

  /// Texts in which much is wrong, from one seed.
  static func text(_ random: inout RandomEdits) -> String {
    let pieces = [
      "?[h](", "?[h]", "?[", "](", ")", "(", "Q: ", "A: ", "q:", "a: ", " Q: ", "\tA:", "\n", "\n",
      "\n\n", "\r\n", "\n \n", "- ", "> ", "1. ", "# ", "*", "**", "`", "_", "tl;dr: ", "#t. ",
      "#u/v", " ", "x", "zwei ", "é?", "?", "中 ", "😀",
      "**Q:** ", "**A:** ", "{{c1::x}}", "==", " :: ", "####### ", "      ", "(#tag", "\n  \n",
      ">\n", "\n?\n", "%%",
    ]
    return (0..<random.number(1...14)).map { _ in pieces[random.number(0...pieces.count - 1)] }
      .joined()
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func holdsOnAnyText(seed: UInt64) {
    var random = RandomEdits(seed: seed)
    for _ in 0..<60 {
      let text = random.number(0...3) == 0 ? random.text(1...12) : Self.text(&random)
      let snapshot = MiniMarkdownDocument(text).snapshot
      for diagnostic in snapshot.diagnostics() {
        for fix in snapshot.fixes(for: diagnostic) {
          Self.check(fix, of: diagnostic, in: text)
        }
      }
    }
  }

  // MARK: All at once

  @Test(arguments: [
    ("", ""), ("fine", "fine"), ("a ?[b](c", "a ?[b](c"), ("#a.", "#a ."),
    (
      "a\nq: b\n a: c\n\ntext #d, #e.\r\n\r\nQ: f\r\n\r\nA: g",
      "a\n\nQ: b\nA: c\n\ntext #d , #e .\r\n\r\nQ: f\r\nA: g"
    ),
    ("- ?[a\n  b](c) #d.\nsummary: e", "- ?[a b](c) #d .\n\nsummary: e"),
    ("Q: a #b.\nc\nd\nA: e", "Q: a #b . c d\nA: e"),
    ("Q: a?\nb\nA: c", "Q: a?\nb\nA: c"),
  ])
  func fixesAll(text: String, result: String) {
    let snapshot = MiniMarkdownDocument(text).snapshot
    #expect(snapshot.text(with: snapshot.fixingAll()) == result)
    #expect(snapshot.fixingAll(while: { false }) == [])
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func fixingAllIsDoneAtOnce(seed: UInt64) {
    var random = RandomEdits(seed: seed)
    for _ in 0..<25 {
      let text = (0..<3).map { _ in Self.text(&random) }.joined()
      let snapshot = MiniMarkdownDocument(text).snapshot
      let edits = snapshot.fixingAll()
      let result = MiniMarkdownDocument(snapshot.text(with: edits)).snapshot
      #expect(result.fixingAll() == [], "\(text.debugDescription)")
      func warnings(_ snapshot: DocumentSnapshot) -> Int {
        snapshot.diagnostics().count { $0.severity == .warning }
      }
      #expect(
        edits.isEmpty ? text == result.text : warnings(result) < warnings(snapshot),
        "\(text.debugDescription)")
      #expect(edits.ordered == edits)
      #expect(Self.words(result.text) == Self.words(text))
    }
  }
}

extension DocumentSnapshot {
  /// The text that `changes` lead to.
  func text(with edits: [ByteEdit]) -> String {
    var bytes = Array(text.utf8)
    for edit in edits.reversed() {
      bytes.replaceSubrange(edit.range, with: edit.newText.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

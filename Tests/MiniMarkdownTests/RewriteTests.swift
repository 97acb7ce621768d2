import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// The texts that a selection can become.
@Suite struct RewriteTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var text: String
    var title: String
    var result: String?
    var testDescription: String { "\(title): \(text.debugDescription)" }

    /// The marked selection after `title`; nil if that is not offered.
    init(_ title: String, _ text: String, _ result: String?) {
      self.title = title
      self.text = text
      self.result = result
    }
  }

  private static let (cloze, hinted) = ("Make a cloze", "Make a cloze with a hint")
  private static let pair = "Make a question and its answer"
  private static let (quote, noQuote) = ("Make a quote", "Make the quote plain text")
  private static let (bullets, noBullets) = ("Make a bulleted list", "Remove the bullets")
  private static let (numbers, noNumbers) = ("Make a numbered list", "Remove the numbers")
  private static let (heading, plain) = ("Make a heading", "Make the heading plain text")
  private static let up = "Move the heading one level up"
  private static let down = "Move the heading one level down"

  @Test(arguments: [
    Example(cloze, "The «heart» has", "The ?[](heart) has"),
    Example(hinted, "The «heart» has", "The ?[hint](heart) has"),
    Example(cloze, "The« heart 😀 »has", "The ?[](heart 😀) has"),
    Example(cloze, "- «é»", "- ?[](é)"),
    Example(cloze, "> «a» b", "> ?[](a) b"),
    Example(cloze, "«*a*»", "?[](*a*)"),
    Example(cloze, "«a [b]»", "?[](a [b])"),
    Example(cloze, "a«»b", nil),
    Example(cloze, "a« »b", nil),
    Example(cloze, "«a\nb»", nil),
    Example(cloze, "«a (b)» c", nil),
    Example(cloze, "«a) b»", nil),
    Example(cloze, "*a «b» c*", nil),
    Example(cloze, "`«b»`", nil),
    Example(cloze, "# «a»", nil),
    Example(cloze, "Q: «a»\nA: b", nil),
    Example(cloze, "tl;dr: «a»", nil),
    Example(cloze, "#t«a»g", nil),
    Example(cloze, "a «b #tag» c", nil),
    Example(cloze, "?[a](b «c» d)", nil),
    Example(cloze, "«?[a](b)»", nil),
    Example(cloze, "?[a «b»", nil),
    Example(cloze, "![a](«b»)", nil),
    Example(hinted, "«hint»", nil),

    Example("Remove the cloze but keep its answer", "a ?[h]«»(b) c", "a b c"),
    Example("Remove the cloze but keep its answer", "a ?[h](b)«» c", "a b c"),
    Example("Remove the cloze but keep its answer", "a «?[h](b)» c", "a b c"),
    Example("Remove the cloze but keep its answer", "# a ?[h](«b») c", "# a b c"),
    Example("Remove the cloze but keep its answer", "a «»?[h]() c", nil),
    Example("Remove the cloze but keep its answer", "a «?[h](b) c»", nil),
    Example("Remove the cloze but keep its answer", "a «» ?[h](b) c", nil),

    Example(pair, "«Who?\nThoreau»", "Q: Who?\nA: Thoreau"),
    Example(pair, "«Who?\n\nThoreau\n»b", "Q: Who?\nA: Thoreau\nb"),
    Example(pair, "a\r\n«Who?\r\nThoreau»", "a\r\n\r\nQ: Who?\r\nA: Thoreau"),
    Example(pair, "# h\n«Who? Thoreau.»\nb", "# h\nQ: Who?\nA: Thoreau.\nb"),
    Example(pair, "«Who? Why? He.»", "Q: Who? Why?\nA: He."),
    Example(pair, "«- Who?\n- Thoreau»", "Q: Who?\nA: Thoreau"),
    Example(pair, "«Who? »Thoreau.", nil),
    Example(pair, "«Thoreau.»", nil),
    Example(pair, "«Who?»", nil),
    Example(pair, "«a\nb\nc»", nil),
    Example(pair, "«Q: a\nA: b»", nil),
    Example(pair, "«a *b\nc* d»", nil),
    Example(pair, "«a ?[b](c)\nd»", nil),
    Example(pair, "«# a\nb»", nil),

    Example(quote, "a«»", "> a"),
    Example(quote, "a\n«b\n\nc\n»d", "a\n> b\n\n> c\n\nd"),
    Example(quote, "«> a\nb»", "> a\n> b"),
    Example(quote, "- «»a", "> - a"),
    Example(quote, "Q: a«»\nA: b", nil),
    Example(quote, "«»", nil),
    Example(quote, "a\n«»\nb", nil),
    Example(noQuote, "> a«»", "a"),
    Example(noQuote, "«> a\n> b»\n> c", "a\nb\n> c"),
    Example(noQuote, "> a\n«> b»", "> a\n\nb"),
    Example(noQuote, "> «»", nil),

    Example(bullets, "a\n«b\nc»\nd", "a\n- b\n- c\n\nd"),
    Example(bullets, "1. «»a\n2. b", "- a\n2. b"),
    Example(bullets, "  «»a #tag", "  - a #tag"),
    Example(bullets, "> «»a", nil),
    Example(bullets, "# «»a", nil),
    Example(bullets, "- «»a", nil),
    Example(noBullets, "«- a\n  * b»", "a\nb"),
    Example(noBullets, "- a\n«»- b\n- c", "- a\n\nb\n- c"),
    Example(noBullets, "«- a\nb»", nil),
    Example(numbers, "«a\n- b\n\n3) c»", "1. a\n2. b\n\n3. c"),
    Example(numbers, "«a\r\nb»", "1. a\r\n2. b"),
    Example(noNumbers, "«1. a\n12) b»", "a\nb"),

    Example(heading, "a«»", "# a"),
    Example(heading, "# a\n\nb\n«»c\nd", "# a\n\nb\n## c\nd"),
    Example(heading, "### a\n\nb«»", "### a\n\n### b"),
    Example(heading, "«a\nb»", nil),
    Example(heading, "?[a](b)«»", nil),
    Example(heading, "#tag«»", nil),
    Example(heading, "a «»*b\nc* d", "# a *b\n\nc* d"),
    Example(plain, "## a«»\nb", "a\nb"),
    Example(up, "## a«»", "# a"),
    Example(up, "# a«»", nil),
    Example(down, "##### a«»", "###### a"),
    Example(down, "###### a«»", nil),
  ])
  func makes(_ example: Example) throws {
    let marked = MarkedText(example.text)
    let snapshot = MiniMarkdownDocument(marked.text).snapshot
    let selection = try #require(marked.ranges.first)
    let rewrites = snapshot.rewrites(of: selection)
    let rewrite = rewrites.first { $0.title == example.title }
    #expect(rewrite.map { snapshot.text(with: $0.edits) } == example.result)
  }

  /// No action that is offered for a selection makes a new warning, loses a hashtag, or drops a word.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func harmsNothing(seed: UInt64) {
    func words(_ text: String) -> [Unicode.Scalar] {
      text.unicodeScalars.filter {
        $0.properties.isAlphabetic && !"hintQA".unicodeScalars.contains($0)
      }
      .sorted()
    }
    var random = RandomEdits(seed: seed)
    for _ in 0..<25 {
      let text = random.number(0...1) == 0 ? random.text(1...12) : FixTests.text(&random)
      let snapshot = MiniMarkdownDocument(text).snapshot
      var ends = [random.number(0...snapshot.count), random.number(0...snapshot.count)].sorted()
      ends = ends.map { snapshot.offset(ofUnit: $0, in: .utf8) }
      let selection = ends[0]..<ends[1]
      for rewrite in snapshot.rewrites(of: selection) {
        let after = MiniMarkdownDocument(snapshot.text(with: rewrite.edits)).snapshot
        let warnings = [snapshot, after].map { snapshot in
          snapshot.diagnostics().count { $0.severity == .warning }
        }
        // A quote made of indented code is text again, with its faults.
        if ForeignText(snapshot).parts.isEmpty {
          #expect(warnings[1] <= warnings[0], "\(text.debugDescription) \(rewrite)")
        }
        let tags = Set(NoteContent(snapshot).hashtags)
        #expect(tags.isSubset(of: NoteContent(after).hashtags), "\(text.debugDescription)")
        // The hint goes.
        if rewrite.title == "Remove the cloze but keep its answer" { continue }
        #expect(
          words(after.text) == words(text), "\(text.debugDescription) \(selection) \(rewrite)")
      }
    }
  }

  @Test func rangesAfterTheTextAreCut() {
    let snapshot = MiniMarkdownDocument("a").snapshot
    #expect(snapshot.rewrites(of: 5..<9) == snapshot.rewrites(of: 1..<1))
  }

  @Test func manyLinesAreLeftAlone() {
    let text = String(repeating: "a\n\n", count: 600)
    let snapshot = MiniMarkdownDocument(text).snapshot
    #expect(snapshot.rewrites(of: 0..<snapshot.count) == [])
  }

  // MARK: Extracting

  @Test(arguments: [
    ("a «The heart has four.» b", "The heart has four.", false),
    ("a\n«\n## Hearts #x\n\nFour.\n»\nb", "Hearts #x", true),
    ("«- The *heart* has ?[how many?](four) #tag»", "The heart has four", false),
    ("«Q: Who?\nA: Me»", "Who?", false),
    ("«![a man](man.png)»", "a man", false),
    ("«?[]()»", "Untitled", false),
    (
      "«One two three four five six seven eight nine ten eleven twelve thirteen.»",
      "One two three four five six seven eight nine ten eleven…", false
    ),
  ])
  func extracts(_ text: String, title: String, hasHeading: Bool) throws {
    let marked = MarkedText(text)
    let snapshot = MiniMarkdownDocument(marked.text).snapshot
    let selection = try #require(marked.ranges.first)
    let note = try #require(ExtractedNote(selection, of: snapshot))
    #expect(note.title == title && note.hasHeading == hasHeading)
    #expect(note.text == snapshot.text(in: note.range) + "\n")
  }

  @Test func extractedNotesKeepTheHashtagsAround() throws {
    let marked = MarkedText("#a #b/c\n\n«Text #b/c and #d» #e")
    let snapshot = MiniMarkdownDocument(marked.text).snapshot
    let selection = try #require(marked.ranges.first)
    #expect(ExtractedNote(selection, of: snapshot)?.hashtags == ["#a", "#e"])
    #expect(ExtractedNote(7..<9, of: snapshot) == nil)
  }
}

import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

/// The cards that get hints, the ranges of the hints, and the cards without.
@Suite struct CardQualityTests {
  private static let long = String(repeating: "word ", count: 41)

  @Test(arguments: [
    ("> a b c\n\n«> A, b; c. (II)»", "repeated-prompt"),
    ("- A ?[](b).\n- «a ?[](B)»", "repeated-prompt"),
    ("> a ?[](b)\n\na ?[](b)", "repeated-prompt"),
    ("Q: a\nA: «\(long)»", "answer-too-long"),
    ("- x ?[](«\(long)») y", "answer-too-long"),
    ("«?[](Paris.)»", "cloze-hides-sentence"),
    ("- «?[](Paris)».", "cloze-hides-sentence"),
    ("One two. «?[](Three four)». Five.", "cloze-hides-sentence"),
    ("One two. «?[](Three four.)» Five.", "cloze-hides-sentence"),
    ("一二。«?[](三四)»。", "cloze-hides-sentence"),
    ("Q: «Is Walden Pond at Concord?»\nA: walden pond.", "question-contains-answer"),
    ("Q: «北京是哪里的首都?»\nA: 北京", "question-contains-answer"),
  ])
  func hintsAre(_ marked: String, code: String) {
    let text = MarkedText(marked)
    let found = MiniMarkdownDocument(text.text).snapshot.cardQuality(hasBook: true)
    #expect(found.map(\.code) == [code])
    #expect(found.map(\.severity) == found.map { _ in .hint })
    if code != "repeated-prompt", let only = found.first { #expect(only.range == text.ranges[0]) }
  }

  @Test(arguments: [
    "", "text", "> a\n\n> b", "Q: a\nA: b", "Q: Which pond?\nA: Walden", "Q: a\nA: ",
    "One ?[](two) three.", "?[what?](All of it.)", "Dr. ?[](Smith).", "?[](Walden) is a pond.",
    "One two. ?[](Three) four.", "- ?[]()", "Q: Is it warm?\nA: war", "> \n\n> ", "Q: ?!\nA: -",
    "> Simplify. (Walden)\n\n> Do not.",
  ])
  func othersAreLeftAlone(_ text: String) {
    #expect(MiniMarkdownDocument(text).snapshot.cardQuality(hasBook: true).isEmpty)
  }

  @Test(arguments: [
    ("«> a»\n", false, 1), ("> a\n", true, 0), ("> a (b)\n", false, 0), ("# T\n> a", false, 0),
    ("> a\n\n# T", false, 0), ("# \n«> a»", false, 1),
  ])
  func aQuoteHasASource(_ marked: String, hasBook: Bool, count: Int) {
    let text = MarkedText(marked)
    let found = MiniMarkdownDocument(text.text).snapshot.cardQuality(hasBook: hasBook)
    #expect(found.map(\.range) == text.ranges && found.count == count)
  }

  @Test func aRepetitionLeadsToTheFirst() {
    let text = MarkedText("«> a b»\n\n«> a b»\n\n«> a b»")
    let found = MiniMarkdownDocument(text.text).snapshot.cardQuality(hasBook: true)
    #expect(found.map(\.range) == Array(text.ranges[1...]))
    #expect(found.map(\.related) == [[text.ranges[0]], [text.ranges[0]]])
  }

  /// A question of very many words is not searched for an answer of very many.
  @Test(arguments: [(50, 1), (51, 0)])
  func longAnswersAreNotSought(_ words: Int, count: Int) {
    let (question, answer) = (Array(repeating: "a", count: 60), Array(repeating: "a", count: words))
    let text = "Q: \(question.joined(separator: " "))\nA: \(answer.joined(separator: " "))"
    let found = MiniMarkdownDocument(text).snapshot.cardQuality(hasBook: true)
    #expect(
      found.map(\.code) == Array(repeating: "question-contains-answer", count: count))
  }

  @Test func limitAndWish() {
    let snapshot = MiniMarkdownDocument(String(repeating: "> a\n\n", count: 9)).snapshot
    #expect(snapshot.cardQuality(hasBook: false, limit: 4).count == 4)
    #expect(snapshot.cardQuality(hasBook: false, while: { false }).isEmpty)
  }

  /// The range is marked; where none is, there is none.
  @Test(arguments: [
    "To be« (III.i)»", "a« (b).»", "a« (b)\n»", "a (b) c", "a(b)", "« (b)»", "a« (b (c))»",
    "a (b)« (c)»", "a« (!) (?)»", "🌍🌍🌍 a« (III.i)»", "a (b) c« \n (d)»", "a (b", "", ")", "(",
    "a (b (c) d", "a ( b", "a) (", "a« (b c (d)»",
  ])
  func chapterAndVerseAre(_ marked: String) {
    let text = MarkedText(marked)
    let start = text.ranges.first.map {
      String(decoding: text.text.utf8.prefix($0.lowerBound), as: UTF8.self).unicodeScalars.count
    }
    #expect(ChapterAndVerse.start(in: text.text.unicodeScalars) == start)
  }
}

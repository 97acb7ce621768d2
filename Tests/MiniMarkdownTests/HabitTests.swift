import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// Notes as people write them who come from other programs: each mistake is named once, in a short message,
/// and what can be mended is.
@Suite struct HabitTests {
  struct Note: CustomTestStringConvertible, Sendable {
    /// The program that the writer comes from, and the fault or the absence of one.
    var name: String
    var text: String
    /// A rule for each mistake, in order.
    var rules: [DiagnosticRule]
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ rules: DiagnosticRule...) {
      (self.name, self.text, self.rules) = (name, text, rules)
    }
  }

  static let notes = [
    Note(
      "Obsidian: front matter",
      "---\ntags: [philosophy]\naliases: [Pond]\n---\n\n# Walden\n\nA man moves to a pond.",
      .notInNotes),
    Note(
      "Obsidian: highlights",
      "# Walden\n\nHe wished to live ==deliberately== and ==slowly==.", .highlightMarks,
      .highlightMarks),
    Note(
      "Obsidian: cards on one line",
      "# Cards\n\nAuthor of Walden :: Henry David Thoreau\n\nYear of Walden?::1854", .cardOfColons,
      .cardOfColons),
    Note(
      "Obsidian: a card over lines",
      "# Cards\n\n#flashcards\nWho wrote Walden,\nand when?\n?\nHenry David Thoreau,\nin 1854",
      .cardOfQuestionMark),
    Note(
      "Obsidian: a card that is asked both ways",
      "# Cards\n\nAuthor of Walden\n??\nHenry David Thoreau\n\nThe next thought.",
      .cardOfQuestionMark),
    Note(
      "Obsidian: a list as the answer",
      "# Cards\n\nChambers of the heart\n?\n- two atria\n- two ventricles", .cardOfQuestionMark),
    Note(
      "Obsidian: its own comments",
      "# Walden\n\nIt came out in 1854. %%check #todo,%% It sold 100%% at 50%%.\n\n%%\nQ: who?\n\n#a, b\n%%\n\nEnd",
      .notInNotes, .notInNotes),
    Note(
      "Obsidian: tag at the end of a sentence",
      "# Walden\n\nI read it in spring, in the garden #reading/spring.", .hashtagEndsInPunctuation),
    Note(
      "Obsidian: tags with commas",
      "# Walden\n\n#nature, #solitude, #economy", .hashtagEndsInPunctuation,
      .hashtagEndsInPunctuation),
    Note(
      "Obsidian: tag in parentheses",
      "# Walden\n\nThe chapter on reading (#reading) is short.", .hashtagNotApart),
    Note(
      "Obsidian: tag in the title",
      "# #books Walden\n\nA pond.", .hashtagNotApart),
    Note(
      "Obsidian: embedded image",
      "# Walden\n\n![[pond.png]]\n\nThe pond in spring.", .imageNotInNote),
    Note(
      "Obsidian: image with a size",
      "# Walden\n\n![[map of the woods.jpg|300]]", .imageNotInNote),
    Note(
      "Obsidian: image beside the file",
      "# Walden\n\n![The hut](attachments/hut.png)", .imageNotInNote),
    Note(
      "Obsidian: block of code",
      "# A script\n\n```python\n# comment\nprint(a_b_c)\n```", .notInNotes),
    Note(
      "Obsidian: comment",
      "# Walden\n\n<!-- check the year -->\n\nIt came out in 1854.", .notInNotes),
    Note(
      "Obsidian: wrapped quote",
      "# Walden\n\n> I went to the woods because I wished to live deliberately,\n> to front only the essential facts of life.",
      .quoteOverLines),
    Note(
      "Obsidian: quote with its source",
      "# Walden\n\n> Our life is frittered away by detail. Simplify, simplify!\n\nFrom the second chapter."
    ),
    Note(
      "Obsidian: file name in a sentence",
      "# Setup\n\nThe template is daily_note_template here.", .emphasisInWord),
    Note(
      "Obsidian: address",
      "# Source\n\nhttps://example.org/on_the_duty_of", .emphasisInWord),
    Note(
      "Obsidian: too many marks",
      "# Walden\n\n####### A very small heading", .headingTooDeep),
    Note(
      "Obsidian: indented heading",
      "# Walden\n\n  ## Economy", .headingIndented),
    Note(
      "Obsidian: bold cloze",
      "# Walden\n\nThoreau built it in **?[which year?](1845)**.", .clozeInEmphasis),
    Note(
      "Obsidian: emphasized tag",
      "# Walden\n\n*#toread* next month", .hashtagInEmphasis),
    Note(
      "Obsidian: a list with wide marks",
      "# Walden\n\n-     beans\n-     peas", .markerTooFar, .markerTooFar),
    Note(
      "Obsidian: tasks, links and a table",
      "# Plan\n\n- [ ] read [[Walden]]\n- [x] read [Emerson](https://example.org)\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    ),
    Note(
      "Obsidian: callout",
      "# Walden\n\n> [!note] Remember\n> The pond is in Concord."),
    Note(
      "Obsidian: empty title",
      "# \n\nToday I read about ponds.", .missingTitle),
    Note(
      "Obsidian: spaces on the empty line",
      "# Walden\n\nThe first thought ends here.\n   \nThe second begins here.", .spacesOnBlankLine),
    Note(
      "Anki: cloze",
      "# Biology\n\nThe heart has {{c1::four}} chambers.", .ankiCloze),
    Note(
      "Anki: cloze with a hint",
      "# Biology\n\nThe heart has {{c1::four::how many?}} chambers and {{c2::four}} valves.",
      .ankiCloze, .ankiCloze),
    Note(
      "Anki: cloze in a heading",
      "# The {{c1::heart}}\n\nIt beats.", .ankiCloze),
    Note(
      "Anki: bold marks",
      "# Biology\n\n**Q:** How many chambers has the heart?\n**A:** Four", .pairInOtherForm),
    Note(
      "Anki: words for marks",
      "# Biology\n\nQuestion: How many chambers has the heart?\nAnswer: Four", .pairInOtherForm),
    Note(
      "Anki: a blank line between",
      "# Biology\n\nQ: How many chambers has the heart?\n\nA: Four", .blankLineInPair),
    Note(
      "Anki: no space",
      "# Biology\n\nQ:How many chambers has the heart?\nA:Four", .questionMissingSpace),
    Note(
      "Anki: small letters",
      "# Biology\n\nq: How many chambers has the heart?\na: Four", .questionLowercase),
    Note(
      "Anki: a long question",
      "# Biology\n\nQ: How many chambers\nhas the human heart?\nA: Four", .multiLineQuestion),
    Note(
      "Anki: a list as the answer",
      "# Biology\n\nQ: What are the chambers of the heart?\nA: There are four:\n- two atria\n- two ventricles",
      .answerOfSeveralLines),
    Note(
      "Anki: a wrapped answer",
      "# Biology\n\nQ: What does the heart do?\nA: It pumps blood through\nthe whole body.",
      .answerOfSeveralLines),
    Note(
      "Anki: a question alone",
      "# Biology\n\nQ: What does the heart do?", .questionWithoutAnswer),
    Note(
      "Anki: directly under text",
      "# Biology\n\nFrom the first lecture:\nQ: What does the heart do?\nA: It pumps.",
      .questionUnderText),
    Note(
      "Anki: the same card twice",
      "# Biology\n\nQ: What does the heart do?\nA: It pumps.\n\nQ: What does the heart do?\nA: It beats.",
      .duplicateQuestion),
    Note(
      "Anki: a cloze without its end",
      "# Biology\n\nThe heart has ?[how many?](four chambers.", .unterminatedCloze),
    Note(
      "Anki: a cloze with parentheses",
      "# Physics\n\nLight travels at ?[how fast?](c (in a vacuum)) and no faster.",
      .clozeAnswerCutShort),
    Note(
      "Anki: a cloze in the answer",
      "# Biology\n\nQ: What does the heart do?\nA: It ?[verb](pumps).", .clozeInAnswer),
    Note(
      "Anki: the hint says it",
      "# Biology\n\nThe heart has ?[four](four) chambers.", .clozeHintIsAnswer),
    Note(
      "Logseq: cards in blocks",
      "- Q: What does the heart do?\n- A: It pumps.", .questionInListOrQuote),
    Note(
      "Logseq: cloze",
      "- The heart has {{cloze four}} chambers. #card", .ankiCloze),
    Note(
      "Logseq: properties",
      "title:: Walden\nauthor:: Thoreau\n\n- Read in spring."),
    Note(
      "Logseq: an empty block",
      "- \nThe pond is deep.", .emptyMarker),
    Note(
      "Logseq: a year at the start of a line",
      "- Walden was published in\n1854. It sold slowly.", .numberBeginsList),
    Note(
      "Logseq: quote in a block",
      "> The mass of men lead lives of quiet desperation, and what is called\n> resignation is confirmed desperation.\n\n- from Economy",
      .quoteOverLines),
    Note(
      "Logseq: a summary below",
      "- Notes on Walden\ntl;dr: A man moves to a pond.", .summaryUnderText),
    Note(
      "Logseq: tag glued to a word",
      "- Read more about ponds#nature tomorrow", .hashtagNotApart),
  ]

  @Test(arguments: notes)
  func namesEachMistakeOnce(_ note: Note) {
    let found = MiniMarkdownDocument(note.text).snapshot.diagnostics()
    #expect(found.map(\.rule) == note.rules)
    for diagnostic in found {
      #expect(diagnostic.message.hasSuffix("."), "\(diagnostic.message)")
      #expect(diagnostic.message.count <= 110, "\(diagnostic.message)")
    }
  }

  /// The first fix of each mistake, until there is none: no mistake is left that has one, and it ends.
  @Test(arguments: notes)
  func mendsThemAll(_ note: Note) throws {
    var snapshot = MiniMarkdownDocument(note.text).snapshot
    var steps = 0
    while let fix = snapshot.diagnostics().lazy.compactMap({ snapshot.fixes(for: $0).first }).first
    {
      snapshot = MiniMarkdownDocument(snapshot.text(with: fix.edits)).snapshot
      steps += 1
      try #require(steps <= 2 * note.rules.count)
    }
    let left = snapshot.diagnostics().map(\.rule)
    #expect(Set(left).isSubset(of: Self.withoutFix), "\(snapshot.text.debugDescription)")
  }

  /// Those that only the writer can mend.
  static let withoutFix = Set(DiagnosticRule.all.filter { !$0.hasFix })
    .union([.answerOfSeveralLines, .cardOfQuestionMark])
}

import DisplayWidth
import MiniMarkdown
import NotebookReview
import SpacedRepetition
import Terminal
import TestSupport
import Testing

@testable import commonplace

/// The screen of a session, by its size.
@Suite struct ReviewScreenTests {
  private static let source = CardSource.book(
    title: "Walden", authors: ["Henry David Thoreau"], year: 1854)

  private static func page(
    _ kind: PromptCollection.Kind, _ text: String, isRevealed: Bool = false
  ) -> ReviewScreen {
    ReviewScreen(
      card: Card(kind, rawValue: text, source: source), isRevealed: isRevealed,
      progress: ReviewSession.Progress(done: 3, remaining: 4, again: 1),
      choices: [
        ReviewChoice(ease: .again, key: 1, title: "Wrong", interval: "1 day"),
        ReviewChoice(ease: .good, key: 2, title: "Right", interval: "4 days"),
      ])
  }

  struct Example: CustomTestStringConvertible, Sendable {
    var name: String
    var page: ReviewScreen
    var columns: Int
    var screen: String
    var testDescription: String { name }
  }

  static let examples = [
    Example(
      name: "a cloze, wide", page: page(.cloze, "The ?[organ](heart) has ?[](four) *chambers*."),
      columns: 76,
      screen: """
            ████████████░░░░░░░░░░░░░░░░  3 of 7, 1 again

            FILL IN THE BLANK

            The [organ] has four chambers.






            space show  q stop  ? help  u undo  e edit  s suspend  k skip
        """),
    Example(
      name: "a quote, narrow, revealed",
      page: page(.quote, "> Simplify, simplify, simplify. (Ch. 2)", isRevealed: true),
      columns: 26,
      screen: """
        ███░░░░░░  3 of 7, 1 again

        IDENTIFY THE SOURCE

        Simplify, simplify,
        simplify.

        —Walden: Henry David
        Thoreau (1854) (Ch. 2)

        1 Wrong   2 Right
        space right  q stop
        """),
    Example(
      name: "a question in Chinese, narrow, revealed",
      page: page(.questionAndAnswer, "Q: 《红楼梦》的作者是谁?\nA: 曹雪芹 👨‍👩‍👧", isRevealed: true),
      columns: 20,
      screen: """
        3/7

        Walden: Henry David
        Thoreau (1854)

        《红楼梦》的作者是
        谁?

        ────────────────────
        ↓

        1 Wrong   2 Right
        space right  q stop
        """),
  ]

  @Test(arguments: examples)
  func screensAre(_ example: Example) {
    let expected = example.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let lines = example.page.lines(ScreenSize(columns: example.columns, rows: expected.count))
    #expect(lines.map(\.text) == expected.map(String.init))
  }

  /// Every page fits every screen, and holds nothing that a terminal obeys.
  @Test(arguments: UInt64(0)..<60)
  func everyScreenFits(seed: UInt64) {
    var random = RandomEdits(seed: seed)
    let text = random.text(1...40) + "\u{1B}[2J ?[](x\u{9B}y)"
    var page = Self.page(.cloze, text, isRevealed: seed % 2 == 0)
    page.scroll = random.number(-3...20)
    page.message = seed % 3 == 0 ? "Something\u{1B} was \n said about that." : nil
    page.isHelp = seed % 7 == 0
    if seed % 11 == 0 { page.card = nil }
    let size = ScreenSize(columns: random.number(1...90), rows: random.number(1...30))
    let lines = page.lines(size)
    #expect(lines.count <= size.rows)
    for line in lines {
      #expect(line.width <= size.columns, "seed \(seed)")
      let isObeyed = line.text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      #expect(!isObeyed, "seed \(seed)")
    }
  }

  /// The question of a card that is revealed stays where it was.
  @Test func revealingMovesNothing() {
    let size = ScreenSize(columns: 60, rows: 24)
    let hidden = Self.page(.cloze, "The ?[organ](heart) beats.").lines(size)
    let shown = Self.page(.cloze, "The ?[organ](heart) beats.", isRevealed: true).lines(size)
    let line = hidden.firstIndex { $0.text.contains("[organ]") }
    #expect(line != nil && shown.firstIndex { $0.text.contains("heart") } == line)
  }

  /// A long card is scrolled until its end is there, and back with the first key.
  @Test func scrollingEndsWhereTheCardDoes() {
    let size = ScreenSize(columns: 60, rows: 12)
    var page = Self.page(.quote, "> " + (1...30).map { "line \($0)" }.joined(separator: "\n"))
    page.scroll = page.lastScroll(size)
    #expect(page.lines(size).map(\.text).contains { $0.hasSuffix("line 30") })
    page.scroll -= 1
    #expect(!page.lines(size).map(\.text).contains { $0.hasSuffix("line 30") })
    #expect(Self.page(.quote, "> short").lastScroll(size) == 0)
  }

  @Test(arguments: [
    ("vim", ["+7", "/n.md"]), ("/usr/bin/nano -w", ["+7", "/n.md"]), ("hx", ["/n.md:7"]),
    ("code --wait", ["--goto", "/n.md:7"]), ("my-editor", ["/n.md"]), ("", ["/n.md"]),
  ])
  func editorsAreNotified(_ command: String, arguments: [String]) {
    #expect(NoteEditor.arguments(of: command, "/n.md", 7) == arguments)
  }

  @Test(arguments: [
    ([:], "vi"), (["EDITOR": "ed"], "ed"), (["EDITOR": "ed", "VISUAL": "vis"], "vis"),
    (["EDITOR": "ed", "VISUAL": ""], "ed"),
  ])
  func theEditorIs(_ environment: [String: String], command: String) {
    #expect(NoteEditor(environment: environment).command == command)
  }
}

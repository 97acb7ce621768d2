import Base
import NotebookTestSupport
import SpacedRepetition
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile
@testable import NotebookReview

/// Who rewrites a text says which prompt became which: the cards go on however little is left of their words.
@Suite struct RewrittenPromptTests {
  /// A note and the same note rewritten, in which each card is the one of before.
  static let rewritten: [(old: String, new: String)] = [
    ("Q: Which novel?\nA: [[Emma]]\n", "Q: Which novel?\nA: [[Miss Woodhouse of Hartfield]]\n"),
    (
      "Q: Which novel?\nA: [[Emma|the girl]]\n", "Q: Which novel?\nA: [[Miss Woodhouse|the girl]]\n"
    ),
    ("> [[Emma]] (p. 3)\n", "> [[Miss Woodhouse of Hartfield]] (p. 3)\n"),
    ("?[novel]([[Emma]])\n", "?[novel]([[Miss Woodhouse of Hartfield]])\n"),
    (
      "?[novel]([[Emma]]) is by ?[who]([[Jane]]).\n",
      "?[novel]([[Miss Woodhouse of Hartfield]]) is by ?[who]([[Miss Austen herself]]).\n"
    ),
    // Others stay between.
    (
      "Q: A?\nA: [[X]]\n\nQ: B?\nA: b\n\nQ: C?\nA: [[X]]\n",
      "Q: A?\nA: [[Yellow]]\n\nQ: B?\nA: b\n\nQ: C?\nA: [[Yellow]]\n"
    ),
    // Others say the same, in other kinds of blocks.
    ("Q: Which?\nA: [[X]]\n\n> [[X]]\n", "Q: Which?\nA: [[Years]]\n\n> [[Years]]\n"),
  ]

  @Test(arguments: rewritten) func cardsGoOn(texts: (old: String, new: String)) throws {
    let device = try ReviewDevice(notes: [texts.old])
    let note = try #require(try device.notebook.notes.all().first).id
    for (hour, prompt) in try device.prompts().enumerated() {
      try device.answer(prompt.text, .good, at: Double(hour), index: prompt.prompt.index)
    }
    let before = try device.states(in: texts.old)
    for (from, to) in [(texts.old, texts.new), (texts.new, texts.old)] {
      let changed = try device.notebook.notes.rewriteTexts(of: [note], now: ReviewDevice.time(50)) {
        _, text in
        text == from ? to : nil
      }
      #expect(changed == [note])
      #expect(Array(try device.states(in: to).prefix(before.count)) == before, "\(to)")
    }
    #expect(try device.keys(".commonplace").allSatisfy { $0.hasSuffix(";replaced") })
  }

  /// A user who writes another answer has made another card.
  @Test func anEditIsNoRewriting() throws {
    let (old, new) = Self.rewritten[0]
    let device = try ReviewDevice(notes: [old])
    let note = try #require(try device.notebook.notes.all().first).id
    try device.answer(old.trimmed, .good, at: 0)
    _ = try device.notebook.save(text: new, note: note, now: ReviewDevice.time(1))
    #expect(try device.states(in: new).map(\.reviewCount) == [0])
    _ = try device.notebook.save(text: old, note: note, now: ReviewDevice.time(2))
    #expect(try device.states(in: old).map(\.reviewCount) == [1])
  }

  /// Edits before and after a rewriting count as edits do.
  @Test func editsAroundIt() throws {
    let device = try ReviewDevice(notes: ["Q: Which novel is it?\nA: [[Emma]]\n"])
    let note = try #require(try device.notebook.notes.all().first).id
    try device.answer("Which", .good, at: 0)
    let texts = [
      "More.\n\nQ: Which novel is it?\nA: [[Emma]]\n",
      "More.\n\nQ: Which novel is it?\nA: [[Miss Woodhouse of Hartfield]]\n",
      "More.\n\nQ: Which novel is it, then?\nA: [[Miss Woodhouse of Hartfield]]\n",
    ]
    _ = try device.notebook.save(
      text: texts[2], note: note, rewrites: PromptRewrites(from: texts[0], to: texts[1]),
      now: ReviewDevice.time(1))
    #expect(try device.states(in: texts[2]).map(\.reviewCount) == [1])
  }

  /// A highlight that a reader extended: many more words, one card.
  @Test func anExtendedQuote() throws {
    let (old, new) = (
      "> Short. (p. 1)", "> Short, and then a great many other words that follow. (p. 1)"
    )
    let device = try ReviewDevice(notes: ["\(old)\n"])
    let note = try #require(try device.notebook.notes.all().first).id
    try device.answer("Short", .good, at: 0)
    let text = "> New. (p. 0)\n\n\(new)\n"
    _ = try device.notebook.save(
      text: text, note: note, rewrites: PromptRewrites(quotes: [(old, new)]),
      now: ReviewDevice.time(1))
    #expect(try device.states(in: text).map(\.reviewCount) == [0, 1])
  }
}

extension ReviewDevice {
  /// The states of the prompts of a text, in its order.
  fileprivate func states(in text: String) throws -> [PromptState] {
    let prompts = try prompts()
    return try PromptRewritesOrder.blocks(of: text).flatMap { block in
      let found = prompts.filter { $0.text == block.trimmed }.sorted { $0.prompt < $1.prompt }
      try #require(!found.isEmpty)
      return found.map(\.state.state)
    }
  }
}

private enum PromptRewritesOrder {
  /// The blocks of a text, which are paragraphs here.
  static func blocks(of text: String) -> [String] {
    text.split(separator: "\n\n").map(String.init).filter { $0 != "More." }
  }
}

import Base
import PackratParsing
import Testing

@testable import ForeignFormats
@testable import ImportExport
@testable import MiniMarkdown

/// The same highlights, and more of them, are imported again after a reader worked on the note: nothing
/// that the reader did is undone, and nothing is there twice.
@Suite struct HighlightEditsTests {
  private static let words = [
    "pond", "the", "men", "#1", "?[who](he)", "quiet", "(once)", "“life”", "—", "desperation", "é",
    "🌲", "wood", "“", "A:", "- x", "of", "lead", "and", "#tag", "![a](b)", "morning", "sun", "star",
  ]

  private static func text(_ random: inout SeededGenerator, _ number: Int) -> String {
    let count = Int.random(in: 3...14, using: &random)
    let text = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
    return (text + ["n\(number)"]).joined(separator: " ")
  }

  private static func highlights(_ random: inout SeededGenerator, kind: Int) -> [ForeignHighlight] {
    (0..<Int.random(in: 20...60, using: &random)).map { number in
      var position = HighlightPosition(location: number * 20...number * 20 + 3)
      if kind == 1 { position = HighlightPosition(page: String(number / 3)) }
      if kind == 2 { position = HighlightPosition(order: [number / 7, number]) }
      let note = Int.random(in: 0..<4, using: &random) == 0 ? text(&random, number) + " note" : nil
      return ForeignHighlight(
        id: kind == 2 ? "kobo:\(number)" : nil, text: text(&random, number), note: note,
        position: position, chapter: kind == 0 ? nil : "Chapter \(number / 10)")
    }
  }

  /// One thing that a reader does with the lines of a note.
  private static func edit(_ lines: inout [String], _ random: inout SeededGenerator, _ step: Int) {
    let at = Int.random(in: 0..<max(1, lines.count), using: &random)
    let quotes = lines.indices.filter { lines[$0].hasPrefix(">") }
    let quote = quotes.randomElement(using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: if let quote { lines.remove(at: quote) }
    case 1: if let quote { lines[quote] += " changed\(step)" }
    case 2: if let quote { lines[quote] = "> own\(step) words" }
    case 3: if let quote { lines.insert(lines.remove(at: quote), at: min(at, lines.count - 1)) }
    case 4: lines.insert("own\(step) line", at: at)
    case 5: lines.insert(contentsOf: ["", "- own\(step) item", ""], at: at)
    case 6: lines.insert("", at: at)
    default: lines.insert("> own\(step) quote", at: at)
    }
  }

  @Test(arguments: UInt64(0)..<60)
  func keepsEditsOfAReader(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let all = Self.highlights(&random, kind: Int(seed % 3))
    let book = ForeignHighlightedBook(title: "Walden")
    // At first some of them are not marked yet.
    let first = all.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
    let imported = HighlightPlan(ForeignHighlights(book, first), text: "", entries: [])
    var lines = imported.text.lines.map(String.init)
    for step in 0..<200 { Self.edit(&lines, &random, step) }
    let edited = lines.joined(separator: "\n")

    let same = HighlightPlan(
      ForeignHighlights(book, first), text: edited, entries: imported.entries)
    #expect(same.text == edited, "seed \(seed)")
    #expect(same.counts.new == 0 && same.counts.extended == 0, "seed \(seed)")
    #expect(same.counts.sum == first.count, "seed \(seed)")

    let more = HighlightPlan(ForeignHighlights(book, all), text: edited, entries: same.entries)
    #expect(more.counts.new == all.count - first.count, "seed \(seed)")
    // All lines of the reader are there, in their order.
    var rest = more.text.lines.filter { !$0.isEmpty }[...]
    for line in edited.lines where !line.isEmpty {
      guard let index = rest.firstIndex(of: line) else {
        Issue.record("seed \(seed): a line is gone")
        return
      }
      rest = rest[index...].dropFirst()
    }
    // Each new highlight is there once, and no other came.
    let known = Dictionary(grouping: edited.lines, by: { $0 }).mapValues(\.count)
    let now = Dictionary(grouping: more.text.lines, by: { $0 }).mapValues(\.count)
    let texts = Set(first.map { $0.text })
    for highlight in all where !texts.contains(highlight.text) {
      #expect(now[Substring(HighlightText.quote(highlight))] == 1, "seed \(seed)")
    }
    for highlight in first {
      let line = Substring(HighlightText.quote(highlight))
      #expect(now[line] == known[line], "seed \(seed)")
    }
    // And then nothing is new any more.
    let again = HighlightPlan(
      ForeignHighlights(book, all), text: more.text, entries: more.entries)
    #expect(again.text == more.text && again.entries == more.entries, "seed \(seed)")
    #expect(again.counts.new == 0 && again.counts.sum == all.count, "seed \(seed)")
  }

  /// Any texts are one quote each, and nothing but text.
  @Test(arguments: UInt64(0)..<100)
  func rendersTextOnly(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "#", " ", "?[", "](", ")", "![", ">", "- ", "1. ", "Q: ", "A: ", "\n", "\n\n", "\r\n", "a",
      "(", "**",
      "_", "`", "tl;dr: ", "Summary: ", "\u{2028}", "\u{A0}", "\u{200B}", "\u{85}", "\t", "1", "️⃣",
      "🤝", "é",
      "\u{301}", "]", "x y", "\u{3000}", "\u{0}", "\u{B}",
    ]
    let highlights = (0..<20).map { number in
      func text() -> String {
        (0..<Int.random(in: 0..<12, using: &random)).map { _ in
          pieces.randomElement(using: &random) ?? ""
        }.joined()
      }
      return ForeignHighlight(
        text: text(), note: text(),
        position: HighlightPosition(page: Bool.random(using: &random) ? "1" : nil),
        chapter: Bool.random(using: &random) ? text() : nil)
    }
    let source = ForeignHighlights(ForeignHighlightedBook(title: "#1 ?[t](x)"), highlights)
    let plan = HighlightPlan(source, text: "", entries: [])
    let quotes = highlights.count { $0.isQuote }
    try HighlightCorpusTests.checkIsTextOnly(plan.text, quotes: quotes, "seed \(seed)")
    // Into a note that has something already.
    let text = "# Mine\n\nWords.\n\n## Highlights\n\n- an item\n- another\n\n## More\nend"
    let added = HighlightPlan(source, text: text, entries: [])
    let document = MiniMarkdownDocument(added.text).snapshot
    #expect(document.roots.count { $0.kind == .blockquote } == quotes, "seed \(seed)")
    #expect(NoteContent(document).hashtags == [], "seed \(seed)")
    let again = HighlightPlan(source, text: added.text, entries: added.entries)
    #expect(again.text == added.text && again.counts.new == 0, "seed \(seed)")
  }
}

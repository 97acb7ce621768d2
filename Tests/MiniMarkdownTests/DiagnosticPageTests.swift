import Foundation
import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// The table of surprises in `docs/diagnostics.md` and the list of codes hold each other.
@Suite struct DiagnosticPageTests {
  struct Row {
    var text: String
    var code: String

    /// A line of the table: `| example | meaning | code |`.
    init?(_ line: Substring) {
      let cells = line.components(separatedBy: " | ")
      guard cells.count == 3, line.hasPrefix("| `") else { return nil }
      let example = cells[0].dropFirst(2)
      let marks = example.prefix { $0 == "`" }.count
      var text = example.dropFirst(marks).dropLast(marks)
      if marks > 1 { text = text.dropFirst().dropLast() }
      self.text = String(text).replacing("⏎", with: "\n")
      code = cells[2].filter { $0 != "`" && $0 != " " && $0 != "|" }
    }
  }

  static var rows: [Row] {
    let page = DiagnosticPage.text
    let table = page.components(separatedBy: "## What surprises people")[1]
      .components(separatedBy: "\n## ")[0]
    return table.split(separator: "\n").compactMap(Row.init)
  }

  @Test func eachRowGivesItsCode() {
    for row in Self.rows {
      let found = MiniMarkdownDocument(row.text).snapshot.diagnostics()
      #expect(found.map(\.code) == [row.code], "\(row.text.debugDescription)")
    }
  }

  /// Every code but those that need a notebook, or a taste.
  @Test func eachCodeHasARow() {
    let rows = Self.rows
    #expect(Set(rows.map(\.code)).count == rows.count, "a code has two rows")
    let rules = DiagnosticRule.all.filter { !$0.isOfNotebook && !$0.isAboutCardQuality }
    #expect(
      Set(rows.map(\.code)).symmetricDifference(rules.map(\.code)).sorted() == [],
      "the table at the beginning of docs/diagnostics.md has no row of it, or has one too many")
  }

  /// The other forms of the same surprises, as the page of the language lists them.
  @Test(arguments: [
    ("- a⏎Q: b⏎A: c", "question-under-text"), ("> a⏎Q: b⏎A: c", "question-under-text"),
    ("#t⏎Q: b⏎A: c", "question-under-text"), ("- a⏎tl;dr: b", "summary-under-text"),
    ("> a⏎Summary: b", "summary-under-text"), ("#t⏎tl;dr: b", "summary-under-text"),
    ("Q:\ta⏎A: b", "question-missing-space"), ("Q: a⏎A:\tb", "answer-missing-space"),
    ("# *a⏎Q: b* c⏎A: d", "pair-swallowed-by-span"),
    ("Q: a⏎A: *b⏎Q: c* d⏎A: e", "pair-swallowed-by-span"),
    ("tl;dr: `a⏎Q: b` c⏎A: d", "pair-swallowed-by-span"),
    ("- ⏎a", "empty-marker"), ("1. ⏎a", "empty-marker"), ("2*3*4", "emphasis-in-word"),
    ("https://example.org/a_pond_at", "emphasis-in-word"), ("a **?[b](c)**", "cloze-in-emphasis"),
    ("**#tag**", "hashtag-in-emphasis"), ("?[hint]", "unterminated-cloze"),
    ("?[a]b](c)", "unterminated-cloze"), ("?[a](b⏎c)", "cloze-across-lines"),
    ("#tag. a", "hashtag-ends-in-punctuation"), ("word#pond a", "hashtag-not-apart"),
    ("# #tag", "hashtag-not-apart"), ("Q: #tag⏎A: b", "hashtag-not-apart"),
    ("tl;dr: #tag", "hashtag-not-apart"), ("1.     a", "marker-too-far"),
    ("> a⏎  ⏎b", "spaces-on-blank-line"), ("- a⏎  ⏎b", "spaces-on-blank-line"),
  ])
  func otherForms(text: String, code: String) {
    let found = MiniMarkdownDocument(text.replacing("⏎", with: "\n")).snapshot.diagnostics()
    #expect(found.map(\.code) == [code])
  }

  /// Each fix of each row does what it is for.
  @Test func eachFixOfARowMends() {
    for row in Self.rows {
      let snapshot = MiniMarkdownDocument(row.text).snapshot
      for diagnostic in snapshot.diagnostics() {
        for fix in snapshot.fixes(for: diagnostic) {
          let mended = MiniMarkdownDocument(snapshot.text(with: fix.edits)).snapshot
          #expect(
            !mended.diagnostics().contains { $0.code == diagnostic.code },
            "\(row.text.debugDescription): \(fix.title)")
        }
      }
    }
  }

  /// A section for each code, with an example that gives that code alone. It names each fix of the example,
  /// and says so if there is none.
  @Test func eachCodeHasASection() throws {
    let sections = DiagnosticPage.sections
    #expect(sections.map(\.code).sorted() == DiagnosticRule.all.map(\.code).sorted())
    for section in sections {
      let rule = try #require(DiagnosticRule.all.first { $0.code == section.code })
      let snapshot = MiniMarkdownDocument(section.example).snapshot
      var found = snapshot.diagnostics()
      if rule.isAboutCardQuality { found += snapshot.cardQuality(hasBook: false) }
      #expect(found.map(\.rule) == (rule.isOfNotebook ? [] : [rule]))
      // The fixes of these are the server's: they need the notebook, or a file.
      if rule.isOfNotebook || rule == .imageNotInNote { continue }
      let fixes = found.first.map { snapshot.fixes(for: $0) } ?? []
      // The sentence on what is done here; after it are fixes of other examples.
      let help =
        section.text.trimmed.split(separator: "\n\n").first?.replacing("\n", with: " ") ?? ""
      let titles = help.components(separatedBy: "*")
      let reported = titles.indices.filter { !$0.isMultiple(of: 2) }.map { titles[$0] }
      #expect(Array(reported.prefix(fixes.count)) == fixes.map(\.title), "\(rule)")
      #expect(help.hasPrefix("No fix: ") == fixes.isEmpty, "\(rule)")
      #expect(help.hasPrefix("Fix, safe") == fixes.contains(where: \.isSafe), "\(rule)")
      #expect(help.hasPrefix("Fixes: ") == (fixes.count > 1), "\(rule)")
      #expect(fixes.isEmpty || rule.hasFix, "\(rule)")
    }
  }
}

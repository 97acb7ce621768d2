import Foundation
import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// The table of surprises in `docs/diagnostics.md` and the list of codes hold each other.
@Suite struct DiagnosticPageTests {
  private struct Row {
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

  private var rows: [Row] {
    let page = Repository.text(of: "docs/diagnostics.md")
    let table = page.components(separatedBy: "## What surprises people")[1]
      .components(separatedBy: "\n## ")[0]
    return table.split(separator: "\n").compactMap(Row.init)
  }

  @Test func eachRowGivesItsCode() {
    for row in rows {
      let found = MiniMarkdownDocument(row.text).snapshot.diagnostics()
      #expect(found.map(\.code.rawValue) == [row.code], "\(row.text.debugDescription)")
    }
  }

  /// Every code but those that need a notebook, or a taste.
  @Test func eachCodeHasARow() {
    #expect(Set(rows.map(\.code)).count == rows.count, "a code has two rows")
    let others = NoteDiagnostic.Code.ofNotebook.union(NoteDiagnostic.Code.ofCardQuality)
    let codes = Set(NoteDiagnostic.Code.allCases).subtracting(others).map(\.rawValue)
    #expect(
      Set(rows.map(\.code)).symmetricDifference(codes).sorted() == [],
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
    #expect(found.map(\.code.rawValue) == [code])
  }

  /// Each fix of each row does what it is for.
  @Test func eachFixOfARowMends() {
    for row in rows {
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

  /// A code with its example and the text after it.
  private struct Section {
    var code: NoteDiagnostic.Code
    var example: String
    var text: String

    /// From `### `, up to the next heading.
    init?(_ part: String) {
      let parts = part.components(separatedBy: "```markdown\n")
      guard let name = part.split(separator: "`").first, parts.count == 2,
        let code = NoteDiagnostic.Code(rawValue: String(name)),
        case let halves = parts[1].components(separatedBy: "\n```\n"), halves.count == 2
      else { return nil }
      (self.code, example, text) = (code, halves[0], halves[1])
    }
  }

  /// A section names each fix that its example gets, and says so if there is none.
  @Test func eachSectionNamesItsFixes() {
    let page = Repository.text(of: "docs/diagnostics.md").replacing("\n## ", with: "\n### ")
    let sections = page.components(separatedBy: "\n### ").compactMap(Section.init)
    // The fixes of these are the server's: they need the notebook.
    let others = NoteDiagnostic.Code.ofNotebook.union(NoteDiagnostic.Code.ofCardQuality)
      .union([.imageNotInNote])
    #expect(sections.count == NoteDiagnostic.Code.allCases.count)
    for section in sections where !others.contains(section.code) {
      let snapshot = MiniMarkdownDocument(section.example).snapshot
      let found = snapshot.diagnostics().filter { $0.code == section.code }
      let fixes = found.flatMap { snapshot.fixes(for: $0) }
      let text = section.text.replacing("\n", with: " ")
      #expect(found.count == 1, "\(section.code)")
      #expect(fixes.isEmpty == text.contains("No fix:"), "\(section.code)")
      for fix in fixes {
        #expect(text.contains("*\(fix.title)*"), "\(section.code): \(fix.title)")
        #expect(fix.isSafe == text.contains("safe"), "\(section.code): \(fix.title)")
      }
    }
  }
}

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
    let others = NoteDiagnostic.Code.ofNotebook.union(NoteDiagnostic.Code.ofCardQuality)
    let codes = Set(NoteDiagnostic.Code.allCases).subtracting(others).map(\.rawValue)
    #expect(rows.map(\.code).sorted() == codes.sorted())
  }
}

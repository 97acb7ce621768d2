import Foundation
import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// The list of rules, and what follows from it.
@Suite struct DiagnosticRuleTests {
  @Test func codesAreDistinctNames() throws {
    let codes = DiagnosticRule.all.map(\.code)
    #expect(Set(codes).count == codes.count)
    for code in codes { #expect(code.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(code)") }
  }

  /// A rule that is written and is not in the list would never be found.
  @Test func allRulesAreInTheList() throws {
    let folder = Repository.root.appending(path: "Sources/MiniMarkdown/Diagnostics")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let written = try files.flatMap { file in
      try String(contentsOf: file, encoding: .utf8)
        .matches(of: /static let \w+ = \w+\(\s*"([a-z]+(?:-[a-z]+)+)"/)
        .map { String($0.output.1) }
    }
    #expect(written.sorted() == DiagnosticRule.all.map(\.code).sorted())
  }

  /// However many rules share a finder, it looks once at each tree.
  @Test func eachFinderLooksOnce() {
    for rule in DiagnosticRule.all {
      guard case .block(let finder) = rule.finder else { continue }
      #expect(DiagnosticRule.blockFinders.count { $0 === finder } == 1, "\(rule)")
    }
  }

  // MARK: A rule about a whole text

  /// A heading more than one level below the one before it; a rule of these tests alone.
  private static let levelSkipped = DiagnosticRule(
    "level-skipped", .hint, in: .notesAndFiles, says: "A level is missing.",
    find: .text(skippedLevels), fix: .safe(raised))

  private static func skippedLevels(_ facts: TextFacts) -> [NoteDiagnostic] {
    zip(facts.headings, facts.headings.dropFirst()).compactMap { above, heading in
      heading.level > above.level + 1
        ? NoteDiagnostic(levelSkipped, heading.range, related: [above.range])
        : nil
    }
  }

  private static func raised(
    _ document: DocumentSnapshot, _ found: NoteDiagnostic
  ) -> [ProposedFix] {
    guard let above = found.related.first, let level = document.heading(at: above)?.level,
      let heading = document.heading(at: found.range)
    else { return [] }
    let extra = found.start..<found.start + heading.level - level - 1
    return [ProposedFix("Raise the heading", [.delete(extra)])]
  }

  @Test(arguments: [
    ("# a\n\n### b\n", TextKind.note, ["# a\n\n## b\n"], "# a\n\n## b\n"),
    ("# a\n\n#### b\n#### c\n", .note, ["# a\n\n## b\n#### c\n"], "# a\n\n## b\n#### c\n"),
    ("# a\n\n```\n## b\n```\n\n### c\n", .note, [], "# a\n\n```\n## b\n```\n\n### c\n"),
    (
      "# a\n\n```\n## b\n```\n\n### c\n", .file, ["# a\n\n```\n## b\n```\n\n## c\n"],
      "# a\n\n```\n## b\n```\n\n## c\n"
    ),
    ("# a\n## b\n", .note, [], "# a\n## b\n"),
  ])
  func isFixedAsABlockRuleIs(_ text: String, kind: TextKind, fixed: [String], all: String) {
    let snapshot = MiniMarkdownDocument(text).snapshot
    let found = snapshot.diagnostics(by: Self.levelSkipped, in: kind)
    let fixes = found.flatMap { snapshot.fixes(for: $0, in: kind) }
    #expect(fixes.map { snapshot.text(with: $0.edits) } == fixed)
    #expect(fixes.allSatisfy { $0.isSafe && $0.isPreferred })
    let edits = snapshot.fixingAll(in: kind, ofText: [Self.levelSkipped])
    #expect(snapshot.text(with: edits) == all)
  }

  /// A diagnostic of another text has no fix.
  @Test func isNotFixedWhereItIsNot() {
    let snapshot = MiniMarkdownDocument("# a\n\n## b\n").snapshot
    let found = NoteDiagnostic(Self.levelSkipped, 5..<9, related: [0..<3])
    #expect(snapshot.fixes(for: found) == [])
  }
}

extension DocumentSnapshot {
  fileprivate func heading(at range: Range<Int>) -> Heading? {
    path(to: range.lowerBound).lazy.compactMap(Heading.init).first
  }
}

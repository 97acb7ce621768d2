import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// The findings in a text, followed from edit to edit.
@Suite struct NoteDiagnosticsTests {
  @Test(arguments: [Int.max, 3])
  func equalsALookAtAll(limit: Int) throws {
    for seed in UInt64(0)..<40 {
      var random = RandomEdits(seed: seed)
      var document = MiniMarkdownDocument(random.text(5...60))
      var found = try #require(NoteDiagnostics(document.snapshot, limit: limit))
      for edit in 0..<25 {
        let (range, text) = random.change(
          of: document.snapshot.utf8(in: 0..<document.snapshot.count))
        document.replace(range, with: text)
        // Now and then several edits in one step.
        if edit % 3 == 0 { continue }
        let fresh = try #require(NoteDiagnostics(document.snapshot, limit: limit))
        found = try #require(NoteDiagnostics(document.snapshot, after: found))
        #expect(found.diagnostics == fresh.diagnostics, "seed \(seed), edit \(edit)")
        #expect(found.references == fresh.references, "seed \(seed), edit \(edit)")
      }
    }
  }

  /// A letter in a long text has a few blocks looked at.
  @Test func looksAtWhatDiffersAlone() throws {
    let lines = (0..<3000).map { "Q: question \($0)\nA: #tag\($0) ?[\n" }.joined(separator: "\n")
    var document = MiniMarkdownDocument("# T\n\n" + lines)
    let found = try #require(NoteDiagnostics(document.snapshot))
    document.replace(40_000..<40_000, with: "x")
    var looks = 0
    let next = try #require(
      NoteDiagnostics(document.snapshot, after: found) {
        looks += 1
        return true
      })
    #expect(looks < 60)
    #expect(next.diagnostics == NoteDiagnostics(document.snapshot)?.diagnostics)
  }
}

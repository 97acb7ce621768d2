import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// Questions that other notes ask.
@Suite struct DuplicateQuestionsTests {
  @Test(
    arguments: [
      (
        "Q: «who  wrote it?»\nA: He", nil, [NotebookDiagnosticsTests.walden], ["duplicate-question"]
      ),
      (
        "Q: «Who wrote it?»\nA: He\n\nQ: Who wrote it?\nA: He", nil,
        [NotebookDiagnosticsTests.walden],
        ["duplicate-question"]
      ),
      ("# Walden\n\nQ: Who wrote it?\nA: He", "Walden", [NotebookDiagnosticsTests.walden], []),
      (
        "# Walden\n\nQ: «Who wrote it?»\nA: He", "Walden",
        [
          NotebookDiagnosticsTests.walden,
          "# B\n\n" + NotebookDiagnosticsTests.walden.dropFirst(10),
        ],
        ["duplicate-question"]
      ),
      ("Q: Who read it?\nA: He", nil, [NotebookDiagnosticsTests.walden], []),
      ("Q: Who wrote it?\nA: He", nil, ["text\nQ: Who wrote it?\nA: no pair"], []),
      ("Q: Who wrote it?\nA: He", nil, [], []),
    ] as [(String, String?, [String], [String])])
  func says(_ marked: String, note: String?, notes: [String], codes: [String]) throws {
    try NotebookDiagnosticsTests.check(marked, note: note, notes: notes, codes: codes)
  }

  @Test func leadsToTheOtherQuestion() throws {
    let found = try #require(
      NotebookDiagnosticsTests.diagnostics(
        of: "Q: Who wrote it?\nA: He", notes: [NotebookDiagnosticsTests.walden]
      ).first)
    let related = try #require(found.relatedInformation.first)
    #expect(related.location.uri.hasPrefix("commonplace://test/"))
    #expect(related.location.uri.hasSuffix("/walden.md"))
    #expect(
      NotebookDiagnosticsTests.text(related.location.range, in: NotebookDiagnosticsTests.walden)
        == "Who wrote it?")
    #expect(found.tags == [.unnecessary])
    // A client that shows neither gets words alone.
    let plain = try NotebookDiagnosticsTests.diagnostics(
      of: "Q: Who wrote it?\nA: He", notes: [NotebookDiagnosticsTests.walden], capabilities: [:])
    #expect(plain.first?.relatedInformation == [] && plain.first?.tags == [])
    #expect(plain.first?.message.contains("“Walden”") == true)
  }
}

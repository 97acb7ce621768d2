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

  /// A text that is another form of the note, or only shown, is not its duplicate.
  @Test(arguments: [
    ("file:///a.md", "", true), ("untitled:Untitled-1", "", true), ("/a.md", "", true),
    ("file:///a.md", "---\nid: ID-OF-NOTE\n---\n", false),
    ("file:///a.md", "---\r\ntags: [a]\r\nid: 'ID-OF-NOTE'\r\n---\r\n", false),
    ("file:///a.md", "---\nid: 202611011200\n---\n", true),
    ("file:///a.md", "---\nid: ID-OF-NOTE\n", true),
    ("git:/a.md?%7B%22path%22%3A%22/a.md%22%2C%22ref%22%3A%22~%22%7D", "", false),
    ("gitlens://1234/a.md", "", false), ("fugitive:///a/.git//1234/a.md", "", false),
  ]) func aFormOfTheNoteIsNoDuplicate(uri: String, frontMatter: String, isReported: Bool) throws {
    let found = try NotebookDiagnosticsTests.diagnostics(
      of: frontMatter + "# A\n\nQ: Who wrote it?\nA: He", at: uri,
      notes: [NotebookDiagnosticsTests.walden])
    #expect(found.contains { $0.code == "duplicate-question" } == isReported)
  }

  /// Of several notes that ask it, the others are named.
  @Test func anExportIsADuplicateOfOtherNotes() throws {
    let found = try NotebookDiagnosticsTests.diagnostics(
      of: "---\nid: ID-OF-NOTE\n---\n# A\n\nQ: Who wrote it?\nA: He",
      notes: ["# A\n\nQ: Who wrote it?\nA: He", "# B\n\nQ: Who wrote it?\nA: He"])
    #expect(found.map(\.relatedInformation.count) == [1])
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

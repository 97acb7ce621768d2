import Notebook
import NotebookTestSupport
import Testing

@testable import LanguageServer

@Suite struct ChangedElsewhereTests {
  /// The message has a command to paste, and an id is a text of the file.
  @Test(arguments: [
    (["A-1"], "history A-1)"), (["x; touch /tmp/owned #"], "history NOTE)"),
    (["--help"], "history NOTE)"), (["A", "B"], "history NOTE)"),
  ])
  func itsCommandHasAPlainID(ids: [String], command: String) throws {
    let fixture = try NotebookFixture()
    for id in ids { try fixture.putNote(id, title: "A note", text: "# A note\n") }
    let notebook = try fixture.open()
    defer { try? notebook.close() }
    let words = try #require(ChangedElsewhere(Set(ids), in: notebook)).words
    #expect(words.hasSuffix("(commonplace \(command)."))
    #expect(words.contains("“A note”"))
  }
}

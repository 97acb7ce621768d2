import Notebook
import NotebookTestSupport
import Testing

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

  /// A note that is gone has the title of its last text, if that is kept.
  @Test func aDeletedNoteHasItsLastTitle() throws {
    let fixture = try NotebookFixture(notes: ["# Walden\n"])
    let notebook = try fixture.open()
    defer { try? notebook.close() }
    let id = try #require(try notebook.notes.all().first?.id)
    func words(_ id: String) -> String? { ChangedElsewhere([id], in: notebook)?.words }
    #expect(words(id)?.hasPrefix("“Walden” was changed by another program or device;") == true)
    _ = try notebook.save(text: "# Walden Pond\n", note: id)
    try notebook.delete(id)
    #expect(words(id)?.hasPrefix("the deleted note “Walden Pond” was changed by another ") == true)
    #expect(words("GONE")?.hasPrefix("the deleted note GONE was changed by another ") == true)
  }
}

import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// The definition of a hashtag: the note of that title.
@Suite struct DefinitionTests {
  @Test func definitionIsTheNoteOfThatTitle() throws {
    let fixture = try HashtagFixture(
      notes: HashtagNavigationTests.notes + ["# BOOKS\n\nAbout books.\n"])
    let params = try fixture.open("file:///a.md", "x #bo«»oks/2021")
    #expect(
      try fixture.locations(fixture.ask("textDocument/definition", params)) == ["# BOOKS 0 BOOKS"])
  }

  @Test func definitionAsALinkAndInTheDocumentItself() throws {
    let fixture = try HashtagFixture(
      notes: nil,
      capabilities: HashtagFixture.capabilities(textDocument: ["definition": ["linkSupport": true]])
    )
    let params = try fixture.open("untitled:a", "#x/y, #x «»#x/y")
    let link = try fixture.ask("textDocument/definition", params).array?.first
    let text = "#x/y, #x #x/y"
    let range = try LSPRange(json: link?["targetSelectionRange"] ?? .null)
    #expect(fixture.text(at: range, of: text) == "#x" && range.start.character == 6)
    let origin = try LSPRange(json: link?["originSelectionRange"] ?? .null)
    #expect(fixture.text(at: origin, of: text) == "#x" && origin.start.character == 9)
  }

  @Test(arguments: [
    ("Books", "#books", true), ("To  read", "#to-read", true), ("#books", "#books", false),
    ("books/2021", "#Books/2021", true), ("", "#", false), ("bookshop", "#book", false),
  ])
  func titles(_ title: String, _ tag: String, isTitled: Bool) throws {
    let folder = try TemporaryFolder()
    try Notebook.create(at: folder.path("a.libnotes"), notes: ["# \(title)\n"])
    let note = try #require(try Notebook.open(at: folder.path("a.libnotes")).notes.all().first)
    #expect(note.isTitled(HashtagPath(tag)) == isTitled)
  }
}

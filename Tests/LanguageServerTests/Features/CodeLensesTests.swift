import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing
import TestSupport
import Testing
import UserSettings

@testable import LanguageServer

@Suite struct CodeLensesTests {
  private func document(_ uri: String) -> JSONValue { ["textDocument": ["uri": .string(uri)]] }

  @Test(arguments: PointedText.encodings)
  func areAboveTheBookAndWhatIsDue(_ encoding: PositionEncoding) throws {
    let notebook = try ReviewedNotebook()
    let server = try ServerFixture(
      notebookPath: notebook.path, capabilities: ServerFixture.capabilities(encoding))
    let uri = try server.uri(titled: "Walden")
    let text = PointedText(ReviewedNotebook.text)
    server.client.open(uri, text.text)
    let lenses = try server.client.request("textDocument/codeLens", document(uri)).array ?? []
    #expect(
      lenses.map { $0["command"]?["title"]?.string } == [
        "Walden: Henry David Thoreau (1854)", "3 prompts due", "Due 3 days ago",
        "New (1 of 2 prompts)", "New", "Start reading",
      ])
    #expect(
      try lenses.map { text.snapshot.text(in: try text.bytes($0["range"], encoding)) } == [
        "# Walden", "# Walden", "> Simplify, *simplify*. (p. 91)",
        "The ?[which?](heart) has ?[](four) chambers 😀 é.", "Q: Who wrote it?", "# Walden",
      ])
    // They do nothing but the last, and no client asks for more of them.
    #expect(lenses.dropLast().allSatisfy { $0["command"]?["command"] == "" })
    #expect(lenses.last?["command"]?["command"] == "commonplace.book.start")
    #expect(
      server.initializeResult["capabilities"]?["codeLensProvider"] == ["resolveProvider": false])
  }

  @Test func editsSinceAreNotReported() throws {
    let notebook = try ReviewedNotebook(book: false)
    let server = try ServerFixture(notebookPath: notebook.path)
    let uri = try server.uri(titled: "Walden")
    server.client.open(uri, "> Simplify\n\nQ: Who wrote it?\nA: Thoreau")
    let lenses = try server.client.request("textDocument/codeLens", document(uri)).array ?? []
    #expect(lenses.map { $0["command"]?["title"] } == ["1 prompt due", "New"])
  }

  @Test(arguments: [true, false])
  func otherDocumentsHaveNone(_ hasNotebook: Bool) throws {
    let server = try ServerFixture(notes: hasNotebook ? ["> a"] : nil)
    for (uri, text) in [
      ("file:///a.md", "> a"), ("untitled:a", ""), ("commonplace://x/nobody/a.md", "> a"),
    ] {
      server.client.open(uri, text)
      #expect(try server.client.request("textDocument/codeLens", document(uri)) == [])
    }
    #expect(try server.client.request("textDocument/codeLens", document("file:///b.md")) == [])
  }

  @Test func settingsAndTheTrashDecide() throws {
    let reviewed = try ReviewedNotebook()
    defer { withExtendedLifetime(reviewed) {} }
    let notebook = try Notebook.open(at: reviewed.path)
    let summary = try #require(try notebook.notes.all().first { $0.title == "Walden" })
    var note = ReviewedNote(
      summary: summary, states: try notebook.notes.promptStates(of: summary.id))
    let snapshot = MiniMarkdownDocument(ReviewedNotebook.text).snapshot
    func count(_ showsBook: Bool, _ showsDue: Bool, _ showsCount: Bool = false) -> Int {
      var settings = Settings()
      settings.showsDueCount = showsCount
      (settings.showsBook, settings.showsDuePrompts) = (showsBook, showsDue)
      return codeLenses(of: snapshot, note: note, settings: settings, now: Date()).count
    }
    #expect(count(true, true) == 4 && count(true, false) == 1)
    #expect(count(false, true) == 3 && count(false, false) == 0)
    #expect(count(true, true, true) == 5 && count(false, false, true) == 1)
    note.summary = NoteSummary(
      id: note.summary.id, title: note.summary.title, book: note.summary.book,
      folder: "recentlyDeleted")
    #expect(count(true, true, true) == 1)
    let empty = MiniMarkdownDocument("").snapshot
    let lenses = codeLenses(of: empty, note: note, settings: Settings(), now: Date())
    #expect(lenses.map(\.range) == [0..<0])
  }
}

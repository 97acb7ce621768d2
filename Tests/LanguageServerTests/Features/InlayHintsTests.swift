import Foundation
import JSON
import LanguageClient
import MiniMarkdown
import Notebook
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

@Suite struct InlayHintsTests {
  /// The text in front of each hint, on its line, and the hint.
  private func hints(_ range: Range<Int>, _ text: String = ReviewedNotebook.text) throws -> [String]
  {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let reviewed = try ReviewedNotebook(now: now)
    defer { withExtendedLifetime(reviewed) {} }
    let notebook = try Notebook.open(at: reviewed.path)
    let note = try #require(try notebook.notes.all().first { $0.title == "Walden" })
    let snapshot = MiniMarkdownDocument(text).snapshot
    let hints = dueDates(
      in: range, of: snapshot, states: try notebook.notes.promptStates(of: note.id), now: now)
    return hints.map { hint in
      snapshot.text(in: max(0, hint.offset - 5)..<hint.offset) + " | " + hint.label
    }
  }

  @Test func areAfterPrompts() throws {
    #expect(
      try hints(0..<10_000) == [
        ". 91) | due 3 days ago", "eart) | due in 5 days", "four) | new", "oreau | new",
      ])
  }

  @Test func areOnlyWhereTheyAreAskedFor() throws {
    let text = ReviewedNotebook.text
    let cloze = try #require(text.range(of: "has"))
    let middle = text[..<cloze.lowerBound].utf8.count
    #expect(try hints(middle..<middle + 18) == ["four) | new"])
    #expect(try hints(0..<5).isEmpty && hints(0..<0, "").isEmpty)
    #expect(try hints(-10..<0).isEmpty)
  }

  @Test func areOffByDefault() throws {
    let notebook = try ReviewedNotebook()
    let server = try ServerFixture(notebookPath: notebook.path)
    let uri = try server.uri(titled: "Walden")
    server.client.open(uri, ReviewedNotebook.text)
    for uri in [uri, "file:///unknown.md"] {
      let hints = try server.client.request(
        "textDocument/inlayHint",
        [
          "textDocument": ["uri": .string(uri)],
          "range": [
            "start": ["line": 0, "character": 0], "end": ["line": 99, "character": 0],
          ],
        ])
      #expect(hints == [])
    }
  }
}

import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// The view of a search.
@Suite struct SearchViewTests {
  /// A text that the user saves here is found, too.
  @Test func aSearchFollowsSaves() throws {
    let server = try ServerFixture(
      notes: ReadViewTests.notes, capabilities: BookFixture.capabilities)
    let uri = "commonplace-view://test-notes/search?q=simplify"
    func text() throws -> String {
      try server.client.request("commonplace/readView", ["uri": uri.json])["text"]?.string ?? ""
    }
    server.client.open(uri, try text())
    _ = try server.client.request("commonplace/createNote", ["text": "# New\n\nSimplify!\n"])
    #expect(try server.client.notification("commonplace/viewChanged") == ["uri": uri.json])
    #expect(try text().contains("3 notes"))
  }

  @Test func anUnknownNoteIsExplained() throws {
    let server = try ServerFixture(notes: ReadViewTests.notes)
    let uri = "commonplace-view://test-notes/search?q=links-to%3Anothing"
    let text = try server.client.request("commonplace/readView", ["uri": uri.json])["text"]?.string
    #expect(text?.contains("“links-to:nothing” does not name a note") == true)
  }

  @Test func aSearchIsADocumentOfLinks() throws {
    let server = try ServerFixture(notes: ReadViewTests.notes)
    let uri = "commonplace-view://test-notes/search?q=simplify"
    let text = try #require(
      try server.client.request("commonplace/readView", ["uri": uri.json])["text"]?.string)
    #expect(text.hasPrefix("# Search: simplify\n\n2 notes.\n\n## "))
    #expect(text.contains("**Simplify**, **simplify**."))
    #expect(text.contains("\n#books/1854\n"))
    server.client.open(uri, text)
    let links =
      try server.client.request(
        "textDocument/documentLink", ["textDocument": ["uri": uri.json]]
      ).array ?? []
    let snapshot = MiniMarkdownDocument(text).snapshot
    let named = try links.map { link -> String in
      let range = try LSPRange(json: link["range"] ?? .null)
      return snapshot.text(in: snapshot.utf8Range(of: range, in: .utf16))
    }
    #expect(Set(named) == ["Walden", "Letters"])
    for link in links {
      let target = try #require(link["target"]?.string)
      #expect(target.hasSuffix("#L5"))
      #expect(try server.client.read(target).text.contains("implify"))
    }
    // Another text than the view's has no links of it.
    server.client.change(uri, version: 2, "else")
    let none = try server.client.request(
      "textDocument/documentLink", ["textDocument": ["uri": uri.json]])
    #expect(none == [])
  }
}

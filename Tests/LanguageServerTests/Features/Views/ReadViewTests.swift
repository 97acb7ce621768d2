import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// Documents that the server makes: search results, quotes.
@Suite struct ReadViewTests {
  private static let notes = [
    "# Walden\n\nI went to the woods. *deliberately*\n\n> Simplify, simplify. (p. 91)\n\n#books/1854",
    "# Letters\n\ntext\n\n> Simplify life.\n\n#books",
    "# Other\n\nnothing",
  ]

  @Test(
    arguments: [
      ("commonplace-view://n/search?q=a%20b", ViewURI.Content.search(query: "a b")),
      ("COMMONPLACE-VIEW://n/search%3Fq%3Da%20b", .search(query: "a b")),
      ("commonplace-view://n/search", .search(query: "")),
      ("commonplace-view://n/search?q=%23a/b%26c", .search(query: "#a/b&c")),
      ("commonplace-view://n/quotes?seed=7&count=3", .quotes(seed: 7, count: 3)),
      ("commonplace-view://n/quotes?seed=x&count=-1", .quotes(seed: 0, count: 1)),
      ("commonplace-view://n/else", nil), ("commonplace-view://", nil), ("file:///search", nil),
    ] as [(String, ViewURI.Content?)])
  func names(uri: String, content: ViewURI.Content?) {
    #expect(ViewURI(uri)?.content == content)
    if let content {
      #expect(ViewURI(ViewURI(content, notebookPath: "/a/N.libnotes").text)?.content == content)
    }
  }

  @Test func aSearchIsADocumentOfLinks() throws {
    let server = try ServerFixture(notes: Self.notes)
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

  @Test func anUnknownViewIsRefused() throws {
    let server = try ServerFixture(notes: [])
    #expect(throws: ResponseError.self) {
      try server.client.request("commonplace/readView", ["uri": "commonplace-view://n/else"])
    }
  }

  @Test func quotesAreChosenByASeed() throws {
    let server = try ServerFixture(notes: Self.notes)
    func quotes(_ arguments: JSONValue) throws -> JSONValue {
      try server.client.request(
        "workspace/executeCommand",
        ["command": "commonplace.randomQuotes", "arguments": [arguments]])
    }
    let both = try quotes(["count": 5, "seed": 1])
    let text = try #require(both["text"]?.string)
    #expect(text.contains("> Simplify, simplify. (p. 91)\n\n— Walden\n"))
    #expect(text.contains("> Simplify life.\n\n— Letters\n"))
    #expect(try quotes(["count": 5, "seed": 1]) == both)
    #expect(try quotes(["count": 1])["text"]?.string?.contains("— ") == true)
    let uri = try #require(both["uri"]?.string)
    #expect(
      try server.client.request("commonplace/readView", ["uri": uri.json])["text"] == both["text"])
  }
}

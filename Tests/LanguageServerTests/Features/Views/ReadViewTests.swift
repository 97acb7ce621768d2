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
  static let notes = [
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

  @Test func anUnknownViewIsRefused() throws {
    let server = try ServerFixture(notes: [])
    #expect(throws: ResponseError.self) {
      try server.client.request("commonplace/readView", ["uri": "commonplace-view://n/else"])
    }
  }
}

import Books
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// Lists of books as documents.
@Suite struct BooksViewTests {
  private func view(_ book: BookFixture, _ query: String) throws -> (uri: String, text: String) {
    let uri = "commonplace-view://test-notes/books" + query
    let text = try book.client.request("commonplace/readView", ["uri": uri.json])["text"]?.string
    return (uri, try #require(text))
  }

  @Test func aListIsADocument() throws {
    let book = try BookFixture.withThree()
    #expect(
      try view(book, "").text == """
        # Books

        ## Reading

        - Walden, Henry David Thoreau  2026-10

        ## Read in 2024

        - Emma, Jane Austen  ★★★★  2024-03-02

        ## Read in 2021

        - Persuasion, Jane Austen  ★★★★★  2021

        """)
    #expect(
      try view(book, "?section=read&author=austen&sort=stars&year=2021").text == """
        # Books: Read, read in 2021, by austen, sorted by stars

        ## Read in 2021

        - Persuasion, Jane Austen  ★★★★★  2021

        """)
    #expect(try view(book, "?year=1900").text.hasSuffix("No books match.\n"))
  }

  /// Each line leads to its note, and has the actions of its book.
  @Test func linesAreLinks() throws {
    let book = try BookFixture.withThree()
    let (uri, text) = try view(book, "")
    book.client.open(uri, text)
    let links =
      try book.client.request("textDocument/documentLink", ["textDocument": ["uri": uri.json]])
      .array ?? []
    #expect(links.count == 3 && links.first?["target"] == book.note.json)
    let line = text.line(of: "- Walden")
    let actions = try book.actions(at: line, of: uri)
    #expect(actions.first?["title"] == "Finish today")
    // With the state of the record, so that a stale line changes nothing.
    let argument = actions.first?["command"]?["arguments"]?.array?.first
    #expect(argument?["uri"] == book.note.json && argument?["date"] == "today")
    #expect(argument?["version"]?.string?.hasPrefix("record-") == true)
    #expect(try book.actions(at: 0, of: uri).isEmpty)
    // It is live.
    try book.run("finish", ["date": "2026-11-20"])
    _ = try book.client.notification("commonplace/viewChanged") { $0["uri"] == uri.json }
    #expect(try view(book, "").text.contains("## Read in 2026\n\n- Walden"))
  }

  @Test(arguments: [
    ("books", BookSelection()), ("books?section=nothing&year=x&sort=size", BookSelection()),
    (
      "books?section=read&year=2021&author=a%20b&sort=title&reverse=true",
      BookSelection(section: .read, year: 2021, author: "a b", order: .title, isReversed: true)
    ),
  ])
  func names(path: String, selection: BookSelection) {
    let content = ViewURI("commonplace-view://n/" + path)?.content
    #expect(content == .books(selection))
    #expect(
      ViewURI(ViewURI(.books(selection), notebookPath: "/a/N.libnotes").text)?.content == content)
  }
}

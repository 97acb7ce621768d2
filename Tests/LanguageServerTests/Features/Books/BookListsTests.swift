import Books
import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// Lists of books, as values and as documents.
@Suite struct BookListsTests {
  private func fixture() throws -> BookFixture {
    let book = try BookFixture()
    try book.run("start", ["date": "2026-10"])
    for (title, year, stars) in [("Emma", "2024-03-02", 4), ("Persuasion", "2021", 5)] {
      let made = try BookFixture.run(
        book.client, "add", ["title": title.json, "authors": ["Jane Austen"]])
      let uri = made["uri"] ?? .null
      _ = try BookFixture.run(book.client, "finish", ["uri": uri, "date": year.json])
      _ = try BookFixture.run(book.client, "rate", ["uri": uri, "stars": stars.json])
    }
    return book
  }

  private func view(_ book: BookFixture, _ query: String) throws -> (uri: String, text: String) {
    let uri = "commonplace-view://test-notes/books" + query
    let text = try book.client.request("commonplace/readView", ["uri": uri.json])["text"]?.string
    return (uri, try #require(text))
  }

  @Test func aListIsADocument() throws {
    let book = try fixture()
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
        # Books: Read, read in 2021, by austen, by stars

        ## Read in 2021

        - Persuasion, Jane Austen  ★★★★★  2021

        """)
    #expect(try view(book, "?year=1900").text.hasSuffix("No note is about such a book.\n"))
  }

  /// Each line leads to its note, and has the actions of its book.
  @Test func linesAreLinks() throws {
    let book = try fixture()
    let (uri, text) = try view(book, "")
    book.client.open(uri, text)
    let links =
      try book.client.request("textDocument/documentLink", ["textDocument": ["uri": uri.json]])
      .array ?? []
    #expect(links.count == 3 && links.first?["target"] == book.note.json)
    let line = text.line(of: "- Walden")
    let actions = try book.actions(at: line, of: uri)
    #expect(actions.first?["title"] == "Finish today")
    #expect(actions.first?["command"]?["arguments"] == [["uri": book.note.json, "date": "today"]])
    #expect(try book.actions(at: 0, of: uri).isEmpty)
    // It is live.
    try book.run("finish", ["date": "2026-11-20"])
    _ = try book.client.notification("commonplace/viewChanged") { $0["uri"] == uri.json }
    #expect(try view(book, "").text.contains("## Read in 2026\n\n- Walden"))
  }

  @Test func listsAreValues() throws {
    let book = try fixture()
    func titles(_ params: JSONValue) throws -> [String] {
      let books = try book.client.request("commonplace/listBooks", params)["books"]?.array
      return books?.compactMap { $0["title"]?.string } ?? []
    }
    #expect(try titles([:]) == ["Walden", "Emma", "Persuasion"])
    #expect(try titles(["section": "read", "limit": 1]) == ["Emma"])
    #expect(try titles(["year": 2021]) == ["Persuasion"])
    #expect(try titles(["author": "thoreau"]) == ["Walden"])
    #expect(throws: ResponseError.self) { try titles(["section": "shelf"]) }
  }

  /// Authors and years stand wherever notes are listed.
  @Test func notesHaveBylines() throws {
    let book = try fixture()
    let notes = try book.client.request("commonplace/listNotes", ["sort": "title"])["notes"]?.array
    let emma = try #require(notes?.first { $0["title"] == "Emma" })
    #expect(emma["book"] == ["title": "Emma", "authors": ["Jane Austen"]])
    #expect(notes?.first { $0["title"] == "Plain" }?["book"] == nil)
    let symbols = try book.client.request("workspace/symbol", ["query": ""]).array ?? []
    #expect(symbols.first { $0["name"] == "Emma" }?["containerName"] == "Jane Austen")
  }

  @Test(arguments: [
    ("books", BookSelection()), ("books?section=nothing&year=x&sort=size", BookSelection()),
    (
      "books?section=read&year=2021&author=a%20b&sort=title&reverse=true",
      BookSelection(shelf: .read, year: 2021, author: "a b", order: .title, isReversed: true)
    ),
  ])
  func names(path: String, selection: BookSelection) {
    let content = ViewURI("commonplace-view://n/" + path)?.content
    #expect(content == .books(selection))
    #expect(
      ViewURI(ViewURI(.books(selection), notebookPath: "/a/N.libnotes").text)?.content == content)
  }
}

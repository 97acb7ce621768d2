import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import NotebookFile
import TestSupport
import Testing

@testable import LanguageServer

/// Lists of books as values, and bylines in lists of notes.
@Suite struct BookListsTests {
  @Test func listsAreValues() throws {
    let book = try BookFixture.withThree()
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

  /// Covers are files for the time of a screen, and are sent only if they are asked for.
  @Test func coversAreSentOnDemand() throws {
    let png = TestImages.png()
    let book = try BookFixture.withThree()
    func covers(_ params: JSONValue) throws -> [String: String] {
      let books = try book.client.request("commonplace/listBooks", params)["books"]?.array ?? []
      return Dictionary(
        books.compactMap { item in
          item["title"]?.string.flatMap { title in item["cover"]?.string.map { (title, $0) } }
        }, uniquingKeysWith: { first, _ in first })
    }
    let notes = try book.client.request("commonplace/listBooks", [:])["books"]?.array ?? []
    let id = try #require(notes.first { $0["title"] == "Emma" }?["id"]?.string)
    let notebook = try Notebook.open(
      at: book.server.notebookPath, state: StateFolder(path: book.server.folder.path("other-state"))
    )
    try notebook.books.setCover(of: id, to: NoteCover(mimeType: "image/png", data: png))
    try notebook.publish()
    try notebook.close()
    #expect(try book.client.eventually { try !covers(["covers": true]).isEmpty })
    let found = try covers(["covers": true])
    #expect(found.keys.sorted() == ["Emma"])
    let file = try #require(found["Emma"].flatMap { URL(string: $0) })
    #expect(try Data(contentsOf: file) == png)
    #expect(try covers([:]).isEmpty && covers(["covers": true, "section": "want"]).isEmpty)
  }

  /// Authors and years stand wherever notes are listed.
  @Test func notesHaveBylines() throws {
    let book = try BookFixture.withThree()
    let notes = try book.client.request("commonplace/listNotes", ["sort": "title"])["notes"]?.array
    let emma = try #require(notes?.first { $0["title"] == "Emma" })
    #expect(emma["book"] == ["title": "Emma", "authors": ["Jane Austen"]])
    #expect(notes?.first { $0["title"] == "Plain" }?["book"] == nil)
    let symbols = try book.client.request("workspace/symbol", ["query": ""]).array ?? []
    #expect(symbols.first { $0["name"] == "Emma" }?["containerName"] == "Jane Austen")
  }
}

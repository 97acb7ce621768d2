import JSON
import LanguageClient
import LanguageServerProtocol
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

import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Testing

@testable import LanguageServer

/// The search of notes, and that symbols are the same search.
@Suite struct SearchTests {
  private static let notes = [
    "# Walden\n\nSimplify, simplify.\n\nC++ and open-source, it's all here. #books/nature\n",
    "# Émile, or: a #1 title?\n\nNothing of the kind. #books\n",
    "No heading, but words about simplicity.\n",
  ]

  private func search(_ server: ServerFixture, _ query: String) throws -> JSONValue {
    try server.client.request("commonplace/search", ["query": .string(query)])
  }

  @Test func readsTheNoteThatASearchFinds() throws {
    let server = try ServerFixture(notes: Self.notes)
    let result = try search(server, "simpl")
    #expect(result["total"] == 2)
    let hit = try #require(result["hits"]?.array?.first { $0["title"] == "Walden" })
    #expect(hit["line"] == 2)
    let snippet = Array((hit["snippet"]?.string ?? "").utf16)
    let words = hit["highlights"]?.array?.compactMap { pair -> String? in
      guard let start = pair.array?.first?.int, let end = pair.array?.last?.int else { return nil }
      return String(decoding: snippet[start..<end], as: UTF16.self)
    }
    #expect(words == ["Simplify", "simplify"])

    let uri = try #require(hit["uri"]?.string)
    #expect(uri.hasPrefix("commonplace://test-notes/"), "\(uri)")
    #expect(uri.hasSuffix("/walden.md"))
    let note = try server.client.request("commonplace/readNote", ["uri": .string(uri)])
    #expect(note["text"] == .string(Self.notes[0]))
    #expect(note["version"]?.string?.isEmpty == false)
    // The id alone says which note it is.
    let id = try #require(NoteURI(uri)?.id)
    for spelling in ["commonplace://x/\(id)", "commonplace://y/\(id)/other.md"] {
      let same = try server.client.request("commonplace/readNote", ["uri": .string(spelling)])
      #expect(same["text"] == note["text"])
    }
  }

  @Test(arguments: ["c++", "open-source", "it's", "#books", "#books/nature simpl", "\"c++ and\""])
  func awkwardQueriesFind(query: String) throws {
    let server = try ServerFixture(notes: Self.notes)
    let titles = try search(server, query)["hits"]?.array?.compactMap { $0["title"]?.string }
    #expect(titles?.contains("Walden") == true)
  }

  /// The hit is the prompt that was asked for, not the head of its note.
  @Test func findsPrompts() throws {
    let server = try ServerFixture(notes: ["# Long\n\nhead\n\n> One.\n\n> Two words.\n"])
    let hit = try #require(try search(server, "is:quote words")["hits"]?.array?.first)
    #expect(hit["line"] == 6 && hit["snippet"] == "> Two words." && hit["highlights"] == [[6, 11]])
  }

  /// Tags of books may have spaces.
  @Test func findsTagsOfBooks() throws {
    let server = try ServerFixture(notes: ["# Dune\n", "# Science\n\nfiction words\n"])
    _ = try SQLite.run(
      """
      UPDATE entry SET json = json_set(json, '$.book', json('{"title":"Dune","authors":[],\
      "tags":["Science Fiction"]}')) WHERE key = '.metadata' AND json LIKE '%Dune%'
      """, on: server.notebookPath)
    for query in ["#\"Science Fiction\"", "tag:\"science fiction\"", "-#\"science fiction\""] {
      let titles = try search(server, query)["hits"]?.array?.compactMap { $0["title"]?.string }
      #expect(titles == [query.hasPrefix("-") ? "Science" : "Dune"], "\(query)")
    }
  }

  @Test func searchTakesALimit() throws {
    let server = try ServerFixture(notes: Self.notes)
    let result = try server.client.request("commonplace/search", ["query": "simpl", "limit": 1])
    #expect(result["hits"]?.array?.count == 1 && result["total"] == 2)
    let none = try server.client.request(
      "commonplace/search", ["query": "simpl", "limit": -9_223_372_036_854_775_808])
    #expect(none["hits"] == [])
  }

  @Test func workspaceSymbolsAreTheSameSearch() throws {
    let server = try ServerFixture(notes: Self.notes)
    let hits = try server.client.request("workspace/symbol", ["query": "simplify"]).array ?? []
    #expect(hits.contains { $0["name"] == "Walden" })
    #expect(hits.first { $0["name"] == "Walden" }?["location"]?["range"]?["start"]?["line"] == 2)
    #expect(try server.client.request("workspace/symbol", ["query": ""]).array?.count == 3)
  }
}

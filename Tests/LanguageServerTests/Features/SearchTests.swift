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

  /// The first match and each passage have their ranges; a match that is not in the text has none.
  @Test(arguments: [("utf-16", 5, 9), ("utf-8", 8, 12), ("utf-32", 4, 8)])
  func hitsLeadToTheMatch(encoding: String, start: Int, end: Int) throws {
    let gap = String(repeating: "other words ", count: 30)
    let server = try ServerFixture(
      notes: ["# T\n\né 🌱pond\n\n\(gap)\n\nthe pond\n", "# Else\n\n#walden\n"],
      capabilities: ["general": ["positionEncodings": [.string(encoding)]]])
    let hit = try #require(try search(server, "pond")["hits"]?.array?.first)
    let range = try LSPRange(json: hit["range"] ?? .null)
    #expect(range.start == Position(line: 2, character: UInt32(start - 1)))
    #expect(range.end == Position(line: 2, character: UInt32(end - 1)))
    let passages = hit["places"]?.array ?? []
    #expect(passages.count == 2 && hit["placeCount"] == 2)
    #expect(passages.first?["range"] == hit["range"])
    #expect(passages.last?["range"]?["start"]?["line"] == 6)
    #expect(passages.last?["highlights"]?.array?.count == 1)
    let tagged = try #require(try search(server, "#walden")["hits"]?.array?.first)
    #expect(tagged["range"] == nil && tagged["line"] == 0)
  }

  @Test func aMistakeIsExplained() throws {
    let server = try ServerFixture(notes: Self.notes)
    #expect(try search(server, "titel:walden")["note"]?.string?.contains("title:") == true)
    #expect(try search(server, "title:walden")["note"] == nil)
    let unknown = try search(server, "links-to:nothing")["note"]?.string
    #expect(unknown?.contains("does not name a note") == true)
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

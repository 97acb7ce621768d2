import JSON
import LanguageClient
import LanguageServerProtocol
import Testing

/// Lists of notes and of hashtags.
@Suite struct NoteListsTests {
  private static let notes = [
    "# Walden\n\nSimplify, simplify.\n\nC++ and open-source, it's all here. #books/nature\n",
    "# Émile, or: a #1 title?\n\nNothing of the kind. #books\n",
    "No heading, but words about simplicity.\n",
  ]

  @Test func listsNotesAndTags() throws {
    let server = try ServerFixture(notes: Self.notes)
    func titles(_ params: JSONValue) throws -> [String] {
      try server.client.request("commonplace/listNotes", params)["notes"]?.array?
        .compactMap { $0["title"]?.string } ?? []
    }
    #expect(try titles([:]).count == 3)
    #expect(try titles(["tag": "#books/nature"]) == ["Walden"])
    #expect(try titles(["sort": "title", "limit": 1]) == ["Émile, or: a #1 title?"])
    #expect(try titles(["query": "kind"]) == ["Émile, or: a #1 title?"])
    let tags = try server.client.request("commonplace/listTags", [:])["tags"]?.array
    #expect(tags?.contains(["tag": "#books", "noteCount": 2, "isImplied": false]) == true)
  }
}

import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

/// The notebook's search as symbols.
@Suite struct WorkspaceSymbolsTests {
  private static let notes = [
    "# Other\n",
    "# Walden\n\n## The woods\n\n> Simplify.\n\na ?[x](woods)\n\nQ: who?\nA: he\n\n#books/1854\n",
  ]

  /// `name kind` of each symbol.
  private func symbols(_ server: ServerFixture, _ query: String) throws -> [String] {
    try server.client.request("workspace/symbol", ["query": query.json]).array?.map {
      "\($0["name"]?.string ?? "?") \($0["kind"]?.int ?? 0) \($0["location"]?["range"]?["start"]?["line"]?.int ?? -1)"
    } ?? []
  }

  @Test(arguments: [
    ("", ["Walden 1 0", "Other 1 0"]),
    ("woods", ["Walden 1 2", "The woods 15 2", "a ?[x](woods) 20 6"]),
    ("who", ["Walden 1 8", "who? 24 8"]),
    ("simplify", ["Walden 1 4", "Simplify. 14 4"]),
    ("#books", ["#books 3 0", "#books/1854 3 0", "Walden 1 0"]),
    ("1854", ["#books/1854 3 0", "Walden 1 11"]),
    ("nowhere", []), ("#", []),
    // Letters in their order find titles and headings, not prompts.
    ("wdn", ["Walden 1 0"]), ("ohr", ["Other 1 0"]), ("WÁLDÉN", ["Walden 1 0"]), ("nlw", []),
  ])
  func kinds(query: String, expected: [String]) throws {
    let server = try ServerFixture(
      notes: Self.notes,
      capabilities: [
        "workspace": ["symbol": ["symbolKind": ["valueSet": Array(1...26).json]]]
      ])
    if query.isEmpty {
      #expect(Set(try symbols(server, query)) == Set(expected))
    } else {
      #expect(try symbols(server, query) == expected)
    }
  }

  /// Titles with the words, titles with the letters (the closest first), texts with the words.
  @Test func titlesComeBeforeTexts() throws {
    let server = try ServerFixture(notes: [
      "# Text\n\nAn owl.\n\n## Of wild\n", "# One was late\n", "# Owl\n", "# Œuvres, Ô wèlt\n",
      "# Lower\n\n## Often a wall\n",
    ])
    #expect(
      try symbols(server, "owl")
        == ["Owl 1 0", "Œuvres, Ô wèlt 1 0", "One was late 1 0", "Text 1 2", "Of wild 15 4"])
  }

  /// However many titles have the letters, texts with the word are found.
  @Test func manyTitlesLeaveRoomForTexts() throws {
    let titles = (0..<120).map { "# Word \($0) in deed\n" }
    let server = try ServerFixture(notes: titles + ["# Text\n\nThe wind.\n"])
    let found = try symbols(server, "wind")
    #expect(found.count == 101 && found.last == "Text 1 2")
  }

  /// A client that does not say which kinds it shows shows those of the protocol's first version.
  @Test(arguments: [
    ("woods", "a ?[x](woods) 8 6"), ("who", "who? 12 8"),
  ])
  func kindsOfClientsThatNameNone(query: String, expected: String) throws {
    let server = try ServerFixture(notes: Self.notes)
    #expect(try symbols(server, query).last == expected)
    let uri = try server.uri(titled: "Walden")
    server.client.open(uri, Self.notes[1])
    let outline = try server.client.request(
      "textDocument/documentSymbol", ["textDocument": ["uri": uri.json]])
    let parts = outline.array?.first?["children"]?.array?.first?["children"]?.array ?? []
    #expect(parts.map { $0["kind"] } == [14, 8, 12])
  }

  @Test func withoutANotebookThereAreNone() throws {
    let server = try ServerFixture(notes: nil)
    #expect(try symbols(server, "a") == [])
  }
}

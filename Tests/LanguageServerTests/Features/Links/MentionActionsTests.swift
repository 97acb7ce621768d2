import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// Words that are a note's title become a link to it.
@Suite struct MentionActionsTests {
  private static let notes = [
    "# Walden\n", "# Walden Pond\n", "# The *Great* Gatsby\n", "# C# [and] more\n",
    "# multi-word\n",
    "---\naliases: [Life in the Woods]\n---\n# Thoreau\n", "# What Is to Be Done?\n", "# λέξη\n",
    "# Twins\n\nOne.\n", "# Twins\n\nTwo.\n", "# 日本語の本\n", "# C++\n", "# snake_case\n",
  ]

  /// The position, and the text after each action.
  @Test(arguments: [
    ("see wal«»den here", ["see [[walden]] here"]), ("«»Walden", ["[[Walden]]"]),
    ("in Walden«»", ["in [[Walden]]"]), ("(“Wal«»den”),", ["(“[[Walden]]”),"]),
    ("at Walden P«»ond there", ["at [[Walden Pond]] there"]),
    ("at W«»alden Pond there", ["at [[Walden Pond]] there"]),
    ("the great gat«»sby!", ["[[the great gatsby]]!"]), ("a multi-w«»ord", ["a [[multi-word]]"]),
    ("of life in «»the woods.", ["of [[Thoreau|life in the woods]]."]),
    ("on What Is «»to Be Done?", ["on [[What Is to Be Done?]]"]),
    ("a C+«»+ book", ["a [[C++]] book"]),
    ("- λέ«»ξη", ["- [[λέξη]]"]), ("🗺 λέ«»ξη 🗺", ["🗺 [[λέξη]] 🗺"]),
    ("a snake_c«»ase", ["a [[snake_case]]"]),
    ("## On Wal«»den", ["## On [[Walden]]"]), ("> *Wal«»den*", ["> *[[Walden]]*"]),
    ("?[who](at Wal«»den)", ["?[who](at [[Walden]])"]), ("[x](walden-p«»ond)", []),
    ("[[Wal«»den]]", []), ("`Wal«»den`", []), ("#Wal«»den", []), ("![Wal«»den](a.png)", []),
    ("[Wal«»den](Emma.md)", []), ("Wald«»e", []), ("Walden  «»  Pond", []), ("«»", []),
    ("and C# [and] m«»ore", []), ("Walden\nP«»ond", []),
  ])
  func links(marked: String, expected: [String]) throws {
    #expect(try edited(marked) == expected)
  }

  @Test func aSelectionIsAName() throws {
    #expect(try edited("日本語の本が", selecting: 0..<5) == ["[[日本語の本]]が"])
    #expect(try edited("at Walden Pond", selecting: 3..<9) == ["at [[Walden]] Pond"])
    #expect(try edited("Walden\nPond", selecting: 0..<11) == [])
  }

  @Test func anAmbiguousTitleIsNamedByItsID() throws {
    let found = try edited("my tw«»ins")
    #expect(found.count == 2 && Set(found).count == 2)
    #expect(found.allSatisfy { $0.hasPrefix("my [[") && $0.hasSuffix("|twins]]") })
  }

  @Test func theNoteItselfIsNone() throws {
    let fixture = try fixture()
    let uri = try fixture.server.uri(titled: "Walden")
    fixture.client.open(uri, "# Walden\n")
    #expect(try actions(fixture, uri, from: (0, 3), to: (0, 3)).isEmpty)
  }

  private func fixture() throws -> HashtagFixture {
    let fixture = try HashtagFixture(
      notes: Self.notes,
      capabilities: HashtagFixture.capabilities(
        textDocument: ["codeAction": ["codeActionLiteralSupport": [:]]],
        workspace: ["workspaceEdit": ["documentChanges": true]]))
    // So that there is an index of links.
    let params = try fixture.open("file:///first.md", "[[Wal«»den]]")
    _ = try fixture.ask("textDocument/definition", params)
    return fixture
  }

  private func edited(_ marked: String, selecting: Range<Int>? = nil) throws -> [String] {
    let fixture = try fixture()
    let uri = "file:///a.md"
    let text = MarkedText(marked).text
    var start = (0, selecting?.lowerBound ?? 0)
    if selecting == nil {
      let position = try Position(json: fixture.open(uri, marked)["position"] ?? .null)
      start = (Int(position.line), Int(position.character))
    } else {
      fixture.client.open(uri, text)
    }
    let end = selecting.map { _ in
      let lines = text.split(separator: "\n")
      return (lines.count - 1, selecting.map { $0.upperBound } ?? 0)
    }
    return try actions(fixture, uri, from: start, to: end ?? start).map { action in
      try fixture.edited(text, uri, by: action["edit"] ?? .null)
    }
  }

  private func actions(
    _ fixture: HashtagFixture, _ uri: String, from start: (Int, Int), to end: (Int, Int)
  ) throws -> [JSONValue] {
    func position(_ lineAndColumn: (Int, Int)) -> JSONValue {
      ["line": lineAndColumn.0.json, "character": lineAndColumn.1.json]
    }
    let actions =
      try fixture.client.request(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": uri.json],
          "range": ["start": position(start), "end": position(end)],
          "context": ["diagnostics": [], "only": ["refactor.rewrite"]],
        ]
      ).array ?? []
    return actions.filter { $0["title"]?.string?.hasPrefix("Link to") == true }
  }
}

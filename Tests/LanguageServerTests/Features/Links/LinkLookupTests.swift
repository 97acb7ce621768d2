import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// A link leads to the note that it means, from notes and from files.
@Suite struct LinkLookupTests {
  static let notes = [
    "# Walden\n\n## The *Ponds*\n\nDeep.\n", "# The *Great* Gatsby\n", "# snake_case_title\n",
    "---\naliases: [Life in the Woods]\n---\n# Thoreau\n"
      + "\n## What's new?\n## Part 1.2\n## Part #2\n## Twice\n## Twice\n", "# Twins\n\nOne.\n",
    "# Twins\n\nTwo.\n",
  ]

  @Test(arguments: [
    ("see [[Wal«»den]]", ["# Walden 0 Walden"]), ("[[walden|t«»he pond]]", ["# Walden 0 Walden"]),
    ("[[Walden#the po«»nds]]", ["# Walden 2 ## The *Ponds*"]),
    ("[x](walden.md#the-pon«»ds)", ["# Walden 2 ## The *Ponds*"]),
    ("[[Walden#Nothing«»]]", ["# Walden 0 Walden"]),
    ("[[The Great G«»atsby]]", ["# The *Great* Gatsby 0 The *Great* Gatsby"]),
    ("[[The *Great* G«»atsby]]", ["# The *Great* Gatsby 0 The *Great* Gatsby"]),
    ("[[snake_case_«»title]]", ["# snake_case_title 0 snake_case_title"]),
    ("[x](the-great-gats«»by.md)", ["# The *Great* Gatsby 0 The *Great* Gatsby"]),
    ("[[life in the «»woods]]", ["--- 3 Thoreau"]),
    ("[[Walden#the%20po«»nds]]", ["# Walden 2 ## The *Ponds*"]),
    ("[[Wal«»den#^block]]", ["# Walden 0 Walden"]), ("αβγ[[Wal«»den]]", ["# Walden 0 Walden"]),
    ("🗺 [x](wal«»den.md) y", ["# Walden 0 Walden"]), ("🗺 «» [[Walden]]", []),
    ("- a\n  - b\n  - [[Wal«»den]]", ["# Walden 0 Walden"]),
    ("[](wal«»den.md)", ["# Walden 0 Walden"]),
    ("```\n[[Wal«»den]]\n```\n", []), ("a\n\n    [[Wal«»den]]\n", []),
    ("<!-- [[Wal«»den]] -->\n", []), ("<!--\n[x](Wal«»den.md)\n-->\n[[Twins]]", []),
    ("<!-- [[Twins]] -->\n[[Wal«»den]]", ["# Walden 0 Walden"]),
    ("[^1]: [[Wal«»den]]", ["# Walden 0 Walden"]), ("[x](https://wal«»den.md)", []),
    ("[[Thoreau#whats-«»new]]", ["--- 5 ## What's new?"]),
    ("[[Thoreau#Part 1.2«»]]", ["--- 6 ## Part 1.2"]),
    ("[[Thoreau#part-12«»]]", ["--- 6 ## Part 1.2"]),
    ("[[Thoreau#Part %232«»]]", ["--- 7 ## Part #2"]), ("[[Thoreau#twice«»]]", ["--- 8 ## Twice"]),
    ("[[Twi«»ns]]", ["# Twins 0 Twins", "# Twins 0 Twins"]), ("[[Emm«»a]]", []),
  ])
  func definition(marked: String, expected: [String]) throws {
    let fixture = try HashtagFixture(notes: Self.notes)
    for uri in ["file:///a.md", "untitled:a"] {
      let params = try fixture.open(uri, marked)
      #expect(try fixture.locations(fixture.ask("textDocument/definition", params)) == expected)
    }
  }

  @Test func aHeadingOfTheSameNote() throws {
    let fixture = try HashtagFixture(notes: [])
    let text = "# A\n\n[[#The Ponds]]\n\n## The ponds\n"
    let params = try fixture.open("file:///a.md", "# A\n\n[[#The P«»onds]]\n\n## The ponds\n")
    let locations = try fixture.locations(
      fixture.ask("textDocument/definition", params), open: ["file:///a.md": text])
    #expect(locations == ["# A 4 ## The ponds"])
  }

  @Test func anAddress() throws {
    let fixture = try HashtagFixture(notes: Self.notes)
    let uri = try fixture.server.uri(titled: "Walden")
    let params = try fixture.open("file:///a.md", "«»\(uri)#the-ponds")
    #expect(
      try fixture.locations(fixture.ask("textDocument/definition", params))
        == ["# Walden 2 ## The *Ponds*"])
  }

  /// The other links to the same note are highlighted.
  @Test func highlights() throws {
    let fixture = try HashtagFixture(notes: [])
    let params = try fixture.open("file:///a.md", "[[A«»]] [[B]] [[a|x]] `[[A]]`")
    let highlights = try fixture.ask("textDocument/documentHighlight", params).array ?? []
    #expect(highlights.compactMap { $0["range"]?["start"]?["character"]?.int } == [0, 12])
  }
}

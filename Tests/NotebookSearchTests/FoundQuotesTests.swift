import Notebook
import NotebookSearch
import NotebookTestSupport
import Testing

/// Quotes of a notebook, all or those that match a query, and what is known of each.
@Suite struct FoundQuotesTests {
  private let fixture: NotebookFixture
  private let notebook: Notebook

  init() throws {
    fixture = try NotebookFixture()
    notebook = try fixture.open()
    try make("# Walden\n\n> Simplify, simplify. (p. 91)\n\n> Time is a stream.\n\n#a\n")
    try make("# Seneca\n\n> Life is long, if you know how to use it. (II.1)\n\nsimplify\n\n#b\n")
    try make("# None\n\nstream\n")
  }

  private func make(_ text: String) throws { _ = try notebook.createNote(text: text) }

  @Test(arguments: [
    ("simplify", ["Simplify, simplify."]),
    ("walden", ["Simplify, simplify.", "Time is a stream."]),
    ("walden stream", ["Time is a stream."]),
    ("life OR simplify", ["Life is long, if you know how to use it.", "Simplify, simplify."]),
    ("#a", ["Simplify, simplify.", "Time is a stream."]),
    ("#a OR simplify", ["Simplify, simplify.", "Time is a stream."]),
    ("#b simplify", []), ("stream -walden", []), ("nothing", []),
  ])
  func finds(query: String, words: [String]) throws {
    let quotes = try notebook.quotes.matching(SearchQuery(parsing: query))
    #expect(quotes.map(\.words).sorted() == words.sorted())
  }

  @Test func someAreOfDifferentNotes() throws {
    for seed in 0..<20 as Range<UInt64> {
      let quotes = try notebook.quotes.some(2, seed: seed)
      #expect(Set(quotes.map(\.note.id)).count == 2)
    }
    #expect(try notebook.quotes.some(9, seed: 1).count == 3)
    #expect(try notebook.quotes.some(0, seed: 1).isEmpty)
  }

  @Test func theirLocations() throws {
    let quotes = try notebook.quotes.of(try notebook.notes.all())
    #expect(Set(quotes.map(\.location)) == ["p. 91", nil, "II.1"])
    #expect(quotes.map(\.line).sorted() == [2, 2, 4])
  }

  @Test(
    arguments: [
      ("> Words. (p. 1)", "Words.", "p. 1"), ("> Words (so). (III.i) ", "Words (so).", "III.i"),
      ("> (p. 1)", "(p. 1)", nil), ("> Words ()", "Words", nil), (">\n", "", nil),
      ("> Two\nlines (2).\n", "Two\nlines", "2"), ("> [Sic](x) (p. 2)", "[Sic](x)", "p. 2"),
    ] as [(String, String, String?)])
  func wordsAndLocation(text: String, words: String, location: String?) throws {
    let note = try #require(try notebook.notes.all().first)
    let quote = FoundQuote(note: note, text: text, line: 0)
    #expect(quote.words == words && quote.location == location)
  }

  /// Each note has its turn before one has two, and no more come than there are.
  @Test func someByChance() throws {
    for seed: UInt64 in 0..<20 {
      let all = try notebook.quotes.of(try notebook.notes.all())
      for quotes in [try notebook.quotes.random(2, seed: seed), all.random(2, seed: seed)] {
        #expect(Set(quotes.map(\.note.title)) == ["Walden", "Seneca"])
      }
      for quotes in [try notebook.quotes.random(9, seed: seed), all.random(9, seed: seed)] {
        #expect(quotes.count == 3)
      }
      #expect(all.random(2, seed: seed) == all.random(2, seed: seed))
      #expect(try notebook.quotes.random(3, seed: seed) == notebook.quotes.random(3, seed: seed))
    }
    #expect(try notebook.quotes.random(0, seed: 1).isEmpty)
  }
}

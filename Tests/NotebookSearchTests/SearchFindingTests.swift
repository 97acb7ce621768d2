import Notebook
import NotebookSearch
import NotebookTestSupport
import TestSupport
import Testing

/// The order of hits, their passages, and the spellings that are found.
@Suite struct SearchFindingTests {
  private static func titles(_ notes: [String], _ query: String) throws -> [String] {
    try NotebookFixture(notes: notes).open().searches.run(SearchQuery(parsing: query)).hits
      .map(\.note.title)
  }

  // MARK: Titles

  private static let filler = String(repeating: "Many other words are said here.\n\n", count: 60)

  /// However long the note is, and however often another one has the word.
  @Test(arguments: ["walden", "wald", "#ponds walden", "walden OR rome", "\"walden\" -rome"])
  func titlesComeFirst(query: String) throws {
    let notes = [
      "# Ponds\n\nwalden walden walden\n\n#ponds",
      "# Life at Walden\n\n" + Self.filler + "#ponds", "# Thoreau\n\nwalden thoreau\n\n#ponds",
    ]
    #expect(try Self.titles(notes, query).first == "Life at Walden", "\(query)")
  }

  /// All words have to be there; the words of a book's title count, too.
  @Test func allWordsAreInTheTitle() throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("part", title: "Pond", text: "# Pond\n\n" + Self.filler + "walden")
    try fixture.putNote("text", title: "X", text: "walden pond")
    #expect(try Self.ids(fixture, "walden pond") == ["text", "part"])
    try fixture.putNote("book", title: "", text: Self.filler, book: ("Walden Pond", "Thoreau", []))
    #expect(try Self.ids(fixture, "walden ponds").first == "book")
    #expect(try Self.ids(fixture, "\"walden pond\"").first == "book")
  }

  /// Also where only the best rows of a common word are looked at.
  @Test func titlesOfACommonWordComeFirst() throws {
    let fixture = try NotebookFixture()
    for number in 0..<40 { try fixture.putNote("\(number)", title: "\(number)", text: "oak oak") }
    try fixture.putNote("titled", title: "Oak trees", text: "# Oak trees\n\n" + Self.filler)
    let results = try fixture.open().searches.run(
      SearchQuery(parsing: "oak"), limit: 2, fewestRows: 4, observing: nil)
    #expect(results.hits.first?.note.id == "titled")
    #expect(results.total == 41 || !results.totalIsExact && results.total <= 42)
  }

  private static func ids(_ fixture: NotebookFixture, _ query: String) throws -> [String] {
    try fixture.open().searches.run(SearchQuery(parsing: query)).hits.map(\.note.id)
  }

  // MARK: Passages

  @Test func severalPassagesOfANote() throws {
    let gap = String(repeating: "é more words ", count: 30)
    let text = "# Title\n\nthe pond, a pond\n\n\(gap)\n\nWörter 🌱 and a pond\n\n\(gap)pond"
    let hit = try #require(
      try NotebookFixture(notes: [text]).open().searches.run(SearchQuery(parsing: "pond")).hits
        .first)
    #expect(hit.passageCount == 3 && hit.passages.map(\.line) == [2, 6, 8])
    #expect(hit.passages.map { $0.highlights.count } == [2, 1, 1])
    let second = hit.passages[1]
    #expect(second.columns == 16..<20 && second.scalarColumns == 15..<19)
    #expect(second.byteColumns == 19..<23)
    #expect(hit.passages.allSatisfy { $0.snippet.contains("pond") && $0.snippet.count <= 162 })
    // Passages do not overlap.
    #expect(!second.snippet.contains("a pond, a pond") && !hit.passages[2].snippet.contains("🌱"))
  }

  @Test func veryManyPassagesAreCounted() throws {
    let text = "# Title\n\n" + String(repeating: "pond \(Self.filler.prefix(200))\n\n", count: 150)
    let hit = try #require(
      try NotebookFixture(notes: [text]).open().searches.run(SearchQuery(parsing: "pond")).hits
        .first)
    #expect(hit.passages.count == SearchHit.mostPassages && hit.passageCount >= 140)
  }

  // MARK: Spellings

  @Test(arguments: [
    ("Straße", "strasse"), ("Strasse", "straße"), ("STRASSE", "Straße"),
    ("Große Freiheit", "\"grosse frei"),
    ("Grosse Freiheit", "\"große freiheit\""), ("всё", "все"), ("все", "всё"), ("Ёлка", "елк"),
    ("елка", "ёлка"), ("весёлый день", "\"веселый день\""), ("веселый день", "\"весёлый день\""),
    ("café", "cafe"), ("cafe", "CAFÉ"), ("straße", "in:title strasse"),
    ("Maßstab", "title:massstab"),
  ])
  func spellings(text: String, query: String) throws {
    #expect(try Self.titles(["# \(text)\n"], query) == [text], "\(query)")
    if !query.contains("title") {
      #expect(try Self.titles(["# T\n\nsome \(text) here\n"], query) == ["T"], "\(query)")
    }
  }

  @Test(arguments: [
    ("#café", "#cafe", true), ("#cafe", "#café", true), ("#Straße/x", "#strasse", true),
    ("#ёлка", "#елка", true), ("#école/été", "#Ecole/ete", true), ("#йод", "#иод", false),
    ("#cafés", "#cafe", false), ("#a/café", "-#a/cafe", false), ("#cafe\u{301}", "#café", true),
  ])
  func hashtags(tag: String, query: String, isFound: Bool) throws {
    let notes = ["# T\n\nword \(tag)\n"]
    #expect(try Self.titles(notes, query) == (isFound ? ["T"] : []), "\(query)")
    #expect(try Self.titles(notes, query + " word") == (isFound ? ["T"] : []), "\(query)")
  }

  // MARK: Mistakes

  @Test(arguments: [
    ("titel:x", "did you mean “title:”?"), ("autor:x", "did you mean “author:”?"),
    ("is:poem", "write is:quote"), ("created:soon", "write a date, such as created:2021"),
    ("rating:9", "write whole stars"), ("bogus:x", "“commonplace help search”"),
    ("author:", "write a name"),
  ])
  func mistakesAreExplained(query: String, remedy: String) throws {
    let misspelling = try #require(SearchQuery(parsing: query).misspelling)
    #expect(misspelling.problem == "“\(query)” is not a filter, and was searched as a word")
    #expect(misspelling.remedy.hasPrefix(remedy), "\(misspelling.remedy)")
  }

  @Test(arguments: ["walden", "https://example.org", "Q:", "a: b", "author:x", "10:30"])
  func wordsAreNoMistakes(query: String) {
    #expect(SearchQuery(parsing: query).misspelling == nil)
  }

  /// Parentheses multiply; there is a limit, and it is said.
  @Test func parenthesesHaveALimit() {
    let query = SearchQuery(parsing: String(repeating: "(a OR b) ", count: 12))
    #expect(query.groups.count <= 16 && query.limitNote != nil)
    let deep = String(repeating: "(", count: 2000) + "a" + String(repeating: ")", count: 2000)
    #expect(SearchQuery(parsing: deep).groups.count == 1)
  }
}

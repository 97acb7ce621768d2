import Notebook
import NotebookSearch
import NotebookTestSupport
import TestSupport
import Testing

/// One word that many notes have: only the best rows are looked at.
@Suite struct TopHitsTests {
  /// Looks at four rows to show one note, or at eight for two.
  private static func search(
    _ fixture: NotebookFixture, _ query: String = "oak", limit: Int
  ) throws -> SearchResults {
    try fixture.open().searches.run(
      SearchQuery(parsing: query), limit: limit, fewestRows: 4, observing: nil)
  }

  /// `count` notes with the word, the later the longer and the newer.
  private static func notes(_ count: Int) throws -> NotebookFixture {
    let fixture = try NotebookFixture()
    for number in 0..<count {
      let text = "oak" + String(repeating: " elm", count: number)
      try fixture.putNote("note \(number)", text: text, minute: number)
    }
    return fixture
  }

  @Test func findsTheSame() throws {
    let fixture = try Self.notes(14)
    for (limit, isExact) in [
      (1, false), (2, false), (3, false), (4, true), (14, true), (Int.max, true), (0, false),
      (-1, false), (.min, false),
    ] {
      let results = try Self.search(fixture, limit: limit)
      let expected = (0..<14).map { "note \($0)" }.prefix(max(0, limit))
      #expect(results.hits.map(\.note.id) == Array(expected), "\(limit)")
      #expect(results.total == 14 && results.totalIsExact == isExact, "\(limit)")
    }
    for query in ["oa", "\"oak\"", "oak."] {
      let results = try Self.search(fixture, query, limit: 2)
      #expect(results.hits.map(\.note.id) == ["note 0", "note 1"] && !results.totalIsExact)
    }
    // Where more is asked for than one word, all is looked at.
    for (query, total) in [("oak elm", 13), ("oak -fir", 14), ("oak -#t", 14), ("oak OR fir", 14)] {
      let results = try Self.search(fixture, query, limit: 2)
      #expect(results.totalIsExact && results.total == total, "\(query)")
    }
  }

  /// Of equal ones the newest come first, wherever they are in the notebook.
  @Test func looksAtAllThatRankTheSame() throws {
    let fixture = try NotebookFixture()
    for number in 0..<10 { try fixture.putNote("\(number)", text: "oak", minute: number) }
    let results = try Self.search(fixture, limit: 2)
    #expect(results.hits.map(\.note.id) == ["9", "8"])
    #expect(results.totalIsExact && results.total == 10)
  }

  /// The best rows may be of values without a note, of notes in the trash, or superseded.
  @Test func goesOnUntilThereAreEnough() throws {
    let fixture = try Self.notes(20)
    for number in 0..<5 {
      try fixture.putNote("trash \(number)", text: "oak oak", folder: "recentlyDeleted")
      try fixture.put("orphan \(number)", ".noteText", text: "oak oak")
      try fixture.putNote("old \(number)", text: "oak oak")
      try fixture.put(
        "old \(number)", ".noteText", text: "fir", author: 2, at: "2025-01-01 00:00:00.000")
    }
    let results = try Self.search(fixture, limit: 1)
    #expect(results.hits.map(\.note.id) == ["note 0"])
    #expect(!results.totalIsExact && (20...35).contains(results.total))
  }

  /// A row after the best counts for a note whose other row is one of them.
  @Test func addsUpTextAndBook() throws {
    let fixture = try Self.notes(14)
    let long = "oak" + String(repeating: " elm", count: 60)
    try fixture.putNote("plain", text: long, book: ("Oak", "", []), minute: 40)
    try fixture.putNote("newer", text: "elm", book: ("Oak", "", []), minute: 50)
    let results = try Self.search(fixture, limit: 3)
    #expect(results.hits.map(\.note.id) == ["plain", "newer", "note 0"])
    #expect(!results.totalIsExact && results.total == 16)
  }

  /// Each note with the word in the title has two rows with it, and all other rows rank better.
  @Test func titledNotesAreCountedNotTheirRows() throws {
    let fixture = try Self.notes(25)
    let long = String(repeating: "elm ", count: 100)
    for number in 0..<5 {
      try fixture.putNote(
        "titled \(number)", title: "Oak", text: "oak " + long, book: ("Oak", long, []))
    }
    let results = try Self.search(fixture, limit: 5)
    #expect(results.hits.map(\.note.id).sorted() == (0..<5).map { "titled \($0)" })
  }

  /// A `.metadata` that cannot be read makes no note, whether it would be shown or only counted.
  @Test(arguments: [
    "", "{", "[]", "1", "null", #"{"title": "x"}"#, #"{"title": 1, "tags": []}"#,
    #"{"title": "x", "tags": {}}"#, #"{"title": "x", "tags": [], "creationTimestamp": 1}"#,
  ])
  func countsOnlyNotes(json: String) throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("note", text: "oak")
    try fixture.put("none", ".metadata", json: json)
    try fixture.put("none", ".noteText", text: "oak elm elm")
    for limit in [0, 1, 2] {
      #expect(try fixture.open().searches.run(SearchQuery(parsing: "oak"), limit: limit).total == 1)
    }
  }
}

import Base
import Notebook
import NotebookSearch
import NotebookTestSupport
import TestSupport
import Testing

/// One small notebook and what is found in it.
@Suite struct SearchTests {
  private static func notebook() throws -> Notebook {
    let fixture = try NotebookFixture()
    try fixture.putNote(
      "hamlet", title: "Hamlet",
      text: "> Brevity is the soul of wit. (II.ii)\n\nto be or not to be",
      tags: ["#read/2021"], book: ("Hamlet", "William Shakespeare", ["Drama"]), minute: 5)
    try fixture.putNote(
      "essay", title: "Essay", text: "Open source, openly: it's in C++ by T. S. Eliot. Title foo.",
      tags: ["#reading"], minute: 4)
    try fixture.putNote(
      "anne", title: "Anne", text: "A world where there are Octobers. The CAFÉ, the cafe\u{301}.",
      tags: ["#read/2022"], book: ("Anne", "L. M. Montgomery", []), minute: 3)
    try fixture.putNote(
      "other", title: "Other", text: "A source of letters. The source is open near and or not.",
      minute: 2)
    try fixture.putNote(
      "trash", title: "Trash", text: "wit open source", tags: ["#read"],
      folder: "recentlyDeleted", minute: 9)
    // Other texts of a note are indexed, but are not what its reader wrote.
    try fixture.put("anne", "prompt=x", text: "wit")
    return try fixture.open()
  }

  @Test(arguments: [
    ("wit", ["hamlet"]), ("WIT", ["hamlet"]), ("witt", []), ("brevit", ["hamlet"]),
    ("brevit the", []), ("letter", ["other"]), ("letters", ["other"]),
    ("octob", ["anne"]), ("octo", ["anne"]), ("octo world", []), ("cafe", ["anne"]),
    ("café", ["anne"]),
    ("shakespeare wit", ["hamlet"]), ("shakespeare octobers", []), ("montgomery world", ["anne"]),
    ("drama", []), ("open-source", ["essay"]), ("open source", ["essay", "other"]),
    (#""open source""#, ["essay"]), (#""source is op"#, ["other"]), (#""source is op""#, []),
    (#"-"open source" source"#, ["other"]), ("source -eliot", ["other"]),
    ("source -#read", ["essay", "other"]),
    ("c++", ["essay"]), ("it's", ["essay"]), ("T. S.", ["essay"]), ("title:foo", []),
    ("\"title foo\"", ["essay"]),
    ("\"oops", []), ("\"openly", ["essay"]), ("NEAR(", ["other"]), ("and.", ["other"]), ("AND", []),
    ("*", []),
    ("+++", []), ("", []), ("open*", ["essay", "other"]), ("^open", ["essay", "other"]),
    ("wit OR octobers", ["hamlet", "anne"]), ("soul nothing OR octobers", ["anne"]),
    ("#read", ["hamlet", "anne"]), ("#READ/2022", ["anne"]), ("#read the", ["hamlet", "anne"]),
    ("#drama", ["hamlet"]), ("#read -#drama", ["anne"]), ("#re", []),
    ("#read/", ["hamlet", "anne"]),
    ("-#read", ["essay", "other"]), ("-source", ["hamlet", "anne"]),
    ("#reading OR octobers", ["anne", "essay"]), ("hamlet OR #reading", ["hamlet", "essay"]),
    ("\u{0}", []), ("\"", []), ("wit\u{0}soul", ["hamlet"]),
  ])
  func finds(text: String, ids: [String]) throws {
    let results = try Self.notebook().searches.run(SearchQuery(parsing: text))
    #expect(Set(results.hits.map(\.note.id)) == Set(ids))
    #expect(results.total == ids.count)
  }

  @Test func ordersByRelevance() throws {
    let fixture = try NotebookFixture()
    try fixture.putNote(
      "rare", text: "stoic " + String(repeating: "filler ", count: 200), minute: 9)
    try fixture.putNote("dense", text: "stoic stoic stoic", minute: 1)
    try fixture.putNote("tagged", tags: ["#t"], minute: 2)
    try fixture.putNote("tagged later", tags: ["#t"], minute: 3)
    let notebook = try fixture.open()
    let query = SearchQuery(parsing: "#t OR stoic")
    #expect(
      try notebook.searches.run(query).hits.map(\.note.id) == [
        "dense", "rare", "tagged later", "tagged",
      ])
    let first = try notebook.searches.run(query, limit: 1)
    #expect(first.hits.map(\.note.id) == ["dense"] && first.total == 4)
    #expect(try notebook.searches.run(query, limit: 0).total == 4)
    #expect(try notebook.searches.run(query, limit: -1).hits.isEmpty)
  }

  /// A query no one would type, but a program might send.
  @Test func copesWithAVeryLongQuery() throws {
    let text = (0..<2000).map { "word\($0)" }.joined(separator: " OR ")
    #expect(try Self.notebook().searches.run(SearchQuery(parsing: "wit OR " + text)).total == 1)
    let quotes = String(repeating: "\" -\"a OR #", count: 2000)
    _ = try Self.notebook().searches.run(SearchQuery(parsing: quotes))
  }

  /// Any text is a query.
  @Test func copesWithAnyText() throws {
    let notebook = try Self.notebook()
    let pieces =
      Array("\"-#*()^:+{}~'/\\.,").map(String.init)
      + [" ", " ", "OR", "AND", "NOT", "NEAR", "wit", "text", "é", "日本", "🎉", "\u{0}", "\u{301}"]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let text = (0..<8).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      #expect(throws: Never.self, "\(text)") {
        try notebook.searches.run(SearchQuery(parsing: text))
      }
    }
  }

  @Test(arguments: [
    ("wit", 0, 25..<28), ("\"not to be\"", 2, 9..<18), ("shakespeare wit", 0, 25..<28),
  ])
  func saysWhere(text: String, line: Int, columns: Range<Int>) throws {
    let hit = try #require(try Self.notebook().searches.run(SearchQuery(parsing: text)).hits.first)
    #expect(hit.line == line && hit.columns == columns)
    #expect(hit.note.id == "hamlet")
  }

  @Test func showsWhatMatchedOutsideTheText() throws {
    let notebook = try Self.notebook()
    let book = try #require(
      try notebook.searches.run(SearchQuery(parsing: "shakespeare")).hits.first)
    #expect(book.snippet == "Hamlet William Shakespeare" && book.highlights == [15..<26])
    #expect(book.line == 0 && book.columns == nil)
    let tag = try #require(try notebook.searches.run(SearchQuery(parsing: "#reading")).hits.first)
    #expect(tag.snippet.hasPrefix("Open source, openly") && tag.highlights.isEmpty)
    #expect(tag.line == 0 && tag.columns == nil)
  }
}

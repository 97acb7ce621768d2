import GRDB
import NotebookTestSupport
import Testing

@testable import Notebook
@testable import NotebookSearch

/// Words that the index does not have are looked for in the texts.
@Suite struct LiteralSearchTests {
  private static func notebook() throws -> Notebook {
    let fixture = try NotebookFixture()
    try fixture.putNote("garden", text: "Seeds 🌱🌻 grow → trees. ❤️ 5€", minute: 1)
    try fixture.putNote("tea", text: "お茶: 日本語の本 by abcDEF社 👩‍🌾", minute: 2)
    try fixture.putNote(
      "book", text: "Plain.", book: ("東京の🌻", "村上", []), minute: 3)
    try fixture.putNote("thai", text: "ภาษาไทย 👍🏽", minute: 4)
    try fixture.putNote("trash", text: "🌱 日本", folder: "recentlyDeleted")
    try fixture.put("garden", "prompt=x", text: "👍 本当")
    return try fixture.open()
  }

  @Test(arguments: [
    ("🌱", ["garden"]), ("🌻", ["book", "garden"]), ("🌻 seed", ["garden"]), ("🌻 -🌱", ["book"]),
    ("🌱 OR 👍", ["thai", "garden"]), ("\"→ trees\"", ["garden"]), ("→", ["garden"]),
    ("❤️", ["garden"]), ("❤", ["garden"]), ("👩", ["tea"]), ("👍", ["thai"]), ("🌴", []),
    ("5€", ["garden"]), ("€", ["garden"]), ("£", []), ("\"🌱🌻\"", ["garden"]),
    ("日本", ["tea"]), ("本語", ["tea"]), ("本", ["tea"]), ("本日", []), ("茶", ["tea"]),
    ("の", ["book", "tea"]),
    ("DEF社", ["tea"]), ("ไทย", ["thai"]), ("上", ["book"]), ("-本 -🌱", ["thai", "book"]),
    ("— seeds", ["garden"]), ("—", []), ("\u{FE0F}", []), ("…!", []),
  ])
  func finds(query: String, ids: [String]) throws {
    let results = try Self.notebook().searches.run(SearchQuery(parsing: query))
    #expect(results.hits.map(\.note.id) == ids)
    #expect(results.total == ids.count)
  }

  /// Words of plain letters are found in other spellings, which the index has as other words.
  @Test(arguments: [
    ("swift", "日本語Swift の本"), ("swift.", "日本語Swift の本"), ("swift.", "Swift入門"),
    ("swif", "本日本語Swift"), ("viet", "Việt Nam"), ("viet.", "Việt Nam"), ("nang.", "Đà Nẵng"),
    ("da.", "Đà Nẵng"), ("swift", "Ｓｗｉｆｔ"), ("swif", "Ｓｗｉｆｔ"), ("apple.", "Ａｐｐｌｅｓ"),
    ("fire", "ﬁre"), ("coffee.", "coﬀee"), ("apples.", "日本apple"), ("strasse.", "Straße"),
    ("lodz", "Łódź"), ("aether", "Æther"), ("xiv.", "ⅩⅣ"), ("swift in:title", "日本語Swift"),
    ("swift is:quote", "> 日本語Swift"),
  ])
  func findsOtherSpellings(_ query: String, _ text: String) throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("other", title: text, text: text)
    try fixture.putNote("none", text: "日本語Swit Vit Sｗｆｔ ﬁe 日本のsparrow")
    let hits = try fixture.open().searches.run(SearchQuery(parsing: query)).hits
    #expect(hits.map(\.note.id) == ["other"])
    #expect(hits.first?.highlights.isEmpty == false)
  }

  /// A notebook in English has no such words, and none is read; of very many some are.
  @Test func otherSpellingsCostNothingWhereThereAreNone() throws {
    let fixture = try NotebookFixture()
    let words = (0..<500).map { "word\($0) café naïve" }.joined(separator: " ")
    try fixture.putNote("plain", text: words)
    try fixture.putNote("many", text: (0..<300).map { "日\($0)本swift" }.joined(separator: " "))
    var statements: [SearchStatement] = []
    let notebook = try fixture.open()
    for (query, count) in [("cafe", 300), ("word7.", 300), ("swift", 300)] {
      statements = []
      #expect(
        try notebook.searches.run(SearchQuery(parsing: query), observing: { statements.append($0) })
          .total == 1)
      let statement = try #require(statements.first { $0.sql.contains(FullTextIndex.vocabulary) })
      let read = try notebook.read { db in
        try db.execute(sql: "PRAGMA query_only = OFF")
        try db.execute(sql: FullTextIndex.makingVocabulary)
        return try Row.fetchAll(
          db, sql: statement.sql, arguments: StatementArguments(statement.arguments)
        ).count
      }
      #expect(read == count)
    }
  }

  @Test func saysWhere() throws {
    let notebook = try Self.notebook()
    let tea = try #require(try notebook.searches.run(SearchQuery(parsing: "本")).hits.first)
    #expect(tea.highlights == [5..<6, 8..<9] && tea.line == 0 && tea.columns == 5..<6)
    let book = try #require(try notebook.searches.run(SearchQuery(parsing: "東")).hits.first)
    #expect(book.snippet == "東京の🌻 村上" && book.highlights == [0..<1] && book.columns == nil)
  }
}

import Notebook
import Testing

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
    let results = try Self.notebook().search(SearchQuery(parsing: query))
    #expect(results.hits.map(\.note.id) == ids)
    #expect(results.total == ids.count)
  }

  @Test func saysWhere() throws {
    let notebook = try Self.notebook()
    let tea = try #require(try notebook.search(SearchQuery(parsing: "本")).hits.first)
    #expect(tea.highlights == [5..<6, 8..<9] && tea.line == 0 && tea.columns == 5..<6)
    let book = try #require(try notebook.search(SearchQuery(parsing: "東")).hits.first)
    #expect(book.snippet == "東京の🌻 村上" && book.highlights == [0..<1] && book.columns == nil)
  }
}

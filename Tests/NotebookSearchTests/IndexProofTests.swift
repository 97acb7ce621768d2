import Foundation
import GRDB
import Maintenance
import Notebook
import NotebookFile
import NotebookSearch
import NotebookTestSupport
import Testing

/// A full-text index that is that of other rows is said to be so: it would name wrong notes.
@Suite struct IndexProofTests {
  private static let texts = [
    "oak": "# Oak\n\nAn oak is tall.\n", "elm": "# Elm\n\nAn elm is green.\n",
    "fir": "# Fir\n\nA fir is dark.\n", "yew": "# Yew\n\nA yew is old.\n",
  ]

  private static func fixture() throws -> NotebookFixture {
    let fixture = try NotebookFixture()
    for (id, text) in texts.sorted(by: { $0.key < $1.key }) {
      try fixture.putNote(id, title: id.capitalized, text: text)
    }
    return fixture
  }

  /// Numbers the rows anew and keeps the index, as a program may that copies tables.
  private static func number(_ fixture: NotebookFixture, as number: String) throws {
    try fixture.write { db in
      let triggers = try Row.fetchAll(
        db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
      for trigger in triggers {
        try db.execute(sql: "DROP TRIGGER \"\(trigger["name"] as String)\"")
      }
      try db.execute(
        sql: """
          CREATE TEMP TABLE numbers AS
            SELECT entry.rowid AS old, \(number) AS new FROM entry, (
              SELECT min(rowid) AS least, max(rowid) AS most FROM entry);
          UPDATE entry SET rowid = -rowid;
          UPDATE entry SET rowid = (SELECT new FROM numbers WHERE old = -entry.rowid);
          DROP TABLE numbers
          """)
      for trigger in triggers { try db.execute(sql: trigger["sql"]) }
    }
  }

  private static func found(_ notebook: Notebook, _ query: String) throws -> [String] {
    try notebook.searches.run(SearchQuery(parsing: query)).hits.map(\.note.id)
  }

  /// Texts instead of others or of other values, and numbers beyond all that there were.
  @Test(arguments: [
    "least + (entry.rowid - least + 1) % (most - least + 1)",
    "least + (entry.rowid - least + 2) % (most - least + 1)", "most + least - entry.rowid",
    "entry.rowid + 1000",
  ])
  func aWrongIndexIsNamed(_ number: String) throws {
    let fixture = try Self.fixture()
    for id in Self.texts.keys { #expect(try Self.found(fixture.open(), id) == [id]) }
    try Self.number(fixture, as: number)
    let notebook = try fixture.open()
    let error = NotebookError.wrongSearchIndex(path: fixture.path)
    for query in ["oak", "el", "fir.", "\"yew is\"", "oak OR elm"] {
      #expect(throws: error, "\(query)") { try Self.found(notebook, query) }
      #expect(throws: error, "\(query)") {
        try notebook.searches.notes(matching: SearchQuery(parsing: query))
      }
    }
    #expect(error.description.contains("search index") && error.description.contains("--repair"))
    #expect(try notebook.note(id: "oak").text == Self.texts["oak"])
    try notebook.close()

    let state = StateFolder(path: fixture.folder + "/state")
    _ = try Repair.run(at: fixture.path, state: state)
    let repaired = try fixture.open()
    for id in Self.texts.keys { #expect(try Self.found(repaired, id) == [id]) }
  }

  /// What SQLite does by itself is no damage, nor is a query that finds nothing, or notes without a match to show.
  @Test func aRightIndexIsNotAccused() throws {
    let fixture = try Self.fixture()
    try fixture.execute("DELETE FROM entry WHERE scope = 'fir'")
    try DatabaseQueue(path: fixture.path).inDatabase { db in try db.execute(sql: "VACUUM") }
    try fixture.putNote("tag", title: "Tag", text: "# Tag\n\n#oak/old\n", tags: ["#oak/old"])
    try fixture.putNote(
      "trash", title: "Pine", text: "# Pine\n\npine\n", folder: "recentlyDeleted")
    let notebook = try fixture.open()
    for (query, ids) in [
      ("fir", []), ("pine", []), ("elm OR #oak", ["elm", "tag"]), ("yew -elm", ["yew"]),
      ("is", ["elm", "oak", "yew"]), ("日", []), ("tall", ["oak"]), ("tal", ["oak"]),
    ] as [(String, [String])] {
      #expect(try Self.found(notebook, query).sorted() == ids, "\(query)")
      #expect(
        try notebook.searches.notes(matching: SearchQuery(parsing: query)).map(\.id).sorted() == ids
      )
    }
  }
}

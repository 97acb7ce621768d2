import Foundation
import GRDB
import NotebookTestSupport
import Testing

@testable import Notebook
@testable import NotebookFile

/// The declarations that a notebook may have, in all the ways in which programs word them.
@Suite struct SchemaObjectTests {
  /// Two wordings, and whether they are the same.
  @Test(arguments: [
    ("CREATE TABLE \"t\" (a TEXT)", "create  table t\n(`A` [text])", true),
    ("CREATE TABLE t (a)", "CREATE TABLE t (a) -- b", false),
    ("CREATE TABLE t (a)", "CREATE TABLE t (a /**/)", false),
    ("CREATE TABLE t (a)", "CREATE TABLE t (a)\0", false),
    ("x DEFAULT 'a b'", "x DEFAULT 'a  b'", false),
    ("x DEFAULT 'a'", "x DEFAULT 'A'", false),
    ("x DEFAULT 'a'", "x DEFAULT \"a\"", false),
    ("x DEFAULT 'it''s'", "x default 'it''s'", true),
    ("x INTEGER NOT NULL", "x INTEGER \"NOT\" NULL", false),
    ("\"a b\"", "a b", false), ("\"a\"\"b\"", "\"a\" \"b\"", false), ("\"", "", false),
    ("[a", "a", false), ("a.b", "a . b", true), ("", " \t", true), ("é", "\"É\"", true),
  ])
  func normalizes(_ first: String, _ second: String, isSame: Bool) {
    #expect(
      (SchemaObject.normalized(first) == SchemaObject.normalized(second)) == isSame)
  }

  @Test func knowsAllThatANotebookDeclares() {
    #expect(NotebookSchema.required.count == 16)
    #expect(NotebookSchema.optional.count == 4)
    #expect(!NotebookSchema.required.union(NotebookSchema.optional).contains { $0.name.isEmpty })
  }

  /// The app makes its tables with GRDB.
  @Test func acceptsTheFourthTableAsGRDBWordsIt() throws {
    let fixture = try NotebookFixture(notes: ["# One"])
    try fixture.execute("DROP TABLE applicationIdentifier")
    try fixture.write { db in
      try db.create(table: "applicationIdentifier") { table in
        table.column("id", .text).primaryKey()
        table.column("majorVersion", .integer).notNull()
        table.column("minorVersion", .integer).notNull()
        table.column("applicationDescription", .text)
      }
    }
    try fixture.execute(
      "INSERT INTO applicationIdentifier VALUES ('org.brians-brain.libnotes', 2, 0, 'x')")
    #expect(try fixture.open().notes.all().map(\.title) == ["One"])
  }

  /// The app's newer versions make the full-text table with GRDB 6, its older ones with GRDB 5.
  @Test(arguments: ["porter unicode61", "''porter'' ''unicode61''"])
  func acceptsTheTokenizersAsGRDBWordsThem(_ tokenizers: String) throws {
    let fixture = try NotebookFixture(notes: ["# One"])
    try fixture.execute(
      """
      DROP TABLE entryFullText;
      CREATE VIRTUAL TABLE "entryFullText" USING fts5(text, tokenize='\(tokenizers)', content='entry');
      INSERT INTO entryFullText(entryFullText) VALUES ('rebuild');
      """)
    let notebook = try fixture.open()
    #expect(try notebook.notes.all().map(\.title) == ["One"])
    _ = try notebook.createNote(text: "# Two")
    try notebook.publish()
    #expect(try Notebook.open(at: fixture.path).notes.all().count == 2)
  }

  /// Other tokenizers find other words.
  @Test(arguments: ["porter", "porter ascii", "unicode61", "''porter'' ''ascii''"])
  func refusesOtherTokenizers(_ tokenizers: String) throws {
    let fixture = try NotebookFixture(notes: ["# One"])
    try fixture.execute(
      """
      DROP TABLE entryFullText;
      CREATE VIRTUAL TABLE "entryFullText" USING fts5(text, tokenize='\(tokenizers)', content='entry');
      """)
    #expect(throws: NotebookError.self) { try fixture.open() }
  }

  /// Changes by people and programs that alter no object's meaning.
  @Test(arguments: ["VACUUM", "ANALYZE", "PRAGMA optimize", "REINDEX", "PRAGMA user_version = 7"])
  func accepts(sql: String) throws {
    let fixture = try NotebookFixture(notes: ["# One", "# Two"])
    try fixture.execute(sql)
    #expect(try fixture.open().notes.all().count == 2)
  }

  /// As the app saves.
  @Test func acceptsACopy() throws {
    let fixture = try NotebookFixture(notes: ["# One"])
    let copy = fixture.folder + "/copy.libnotes"
    try fixture.execute("VACUUM INTO '\(copy)'")
    #expect(try Notebook.open(at: copy).notes.all().count == 1)
  }
}

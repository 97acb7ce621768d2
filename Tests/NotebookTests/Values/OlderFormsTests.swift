import Foundation
import GRDB
import JSON
import NotebookTestSupport
import TestSupport
import Testing

@testable import Maintenance
@testable import Notebook
@testable import NotebookFile

/// Notebooks of the app's first versions, after one or two migrations: the app opens them, and brings them
/// up to date.
@Suite struct OlderFormsTests {
  /// A notebook after its first `count` migrations, made as the app's library makes it: with a note, and
  /// a version of its text that is superseded.
  private static func notebook(after count: Int) throws -> NotebookFixture {
    let fixture = try NotebookFixture()
    try fixture.putNote("A", title: "A", text: "# A\n", book: ("Emma", "Jane Austen", []))
    try fixture.put(
      "A", ".noteText", text: "# A, later\n", author: 2, at: "2024-01-02 00:00:00.000")
    try fixture.execute(
      """
      DELETE FROM entry WHERE key = '.noteText' AND text = '# A' || char(10);
      INSERT INTO tombstone VALUES ('A', '.noteText', x'01010101010101010101010101010101', 1,
        x'02020202020202020202020202020202', 1);
      DROP TABLE applicationIdentifier; ALTER TABLE author DROP COLUMN timestamp
      """)
    for migration in NotebookSchema.migrations.dropFirst(count) {
      try fixture.execute("DELETE FROM grdb_migrations WHERE identifier = ?", [migration])
    }
    guard count == 1 else { return fixture }
    try fixture.write { db in
      try db.rename(table: "tombstone", to: "other")
      try db.create(table: "tombstone") { table in
        table.column("scope", .text).notNull()
        table.column("key", .text).notNull()
        table.column("authorId", .text).notNull().references("author", onDelete: .restrict)
        table.column("usn", .integer).notNull()
        table.column("deletingAuthorId", .text).notNull().references("author", onDelete: .restrict)
        table.column("deletingUsn", .integer).notNull()
        table.primaryKey(["scope", "key", "deletingAuthorId", "deletingUsn"])
      }
      try db.execute(sql: "INSERT INTO tombstone SELECT * FROM other; DROP TABLE other; VACUUM")
    }
    return fixture
  }

  private static func schema(_ path: String) throws -> Set<SchemaObject> {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { db in
      Set(
        try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema").map {
          SchemaObject(
            type: $0.text(at: 0) ?? "", name: $0.text(at: 1) ?? "", table: $0.text(at: 2) ?? "",
            sql: $0.text(at: 3))
        })
    }
  }

  @Test(arguments: [1, 2]) func areReadAndBroughtUpToDate(count: Int) throws {
    let fixture = try Self.notebook(after: count)
    let state = StateFolder(path: fixture.folder + "-state")
    #expect(try Checkup.run(at: fixture.path, state: state).findings == [])
    let notebook = try fixture.open()
    #expect(try notebook.note(id: "A").text == "# A, later\n")
    _ = try notebook.status()
    _ = try notebook.createNote(text: "# B\n")
    try notebook.close()
    let known = NotebookSchema.required.union(NotebookSchema.optional)
    let schema = try Self.schema(fixture.path)
    #expect(NotebookSchema.required.isSubset(of: schema) && schema.isSubset(of: known))
    #expect(try Checkup.run(at: fixture.path, state: state).findings == [])
    let (migrations, tombstones) = try fixture.write { db in
      (
        try String.fetchSet(db, sql: "SELECT identifier FROM grdb_migrations"),
        try Int.fetchOne(db, sql: "SELECT count(*) FROM tombstone WHERE key = '.noteText'")
      )
    }
    #expect(migrations == Set(NotebookSchema.migrations) && tombstones == 1)
  }

  @Test(arguments: [1, 2]) func areTakenIn(count: Int) throws {
    let fixture = try Self.notebook(after: count)
    let device = try Device()
    let notebook = try device.open()
    #expect(try notebook.merge([fixture.path], isDryRun: true).map(\.new.count) == [1])
    #expect(try notebook.merge([fixture.path]).map(\.new.count) == [1])
    #expect(try notebook.note(id: "A").summary.authorLastFirst == "Austen Jane")
    try notebook.close()
    let new = fixture.folder + "/new.libnotes"
    let report = try Salvage.run(from: fixture.path, to: new)
    #expect(report.isComplete && report.notes == 1)
    #expect(try Notebook.open(at: new).note(id: "A").text == "# A, later\n")
  }

  /// A file of which the list of migrations says more than its tables show.
  @Test func areRefusedIfTheyContradictThemselves() throws {
    let fixture = try Self.notebook(after: 1)
    try fixture.execute("INSERT INTO grdb_migrations VALUES ('authorTimestamp')")
    #expect(throws: NotebookError.self) { try fixture.open() }
  }

  /// The full-text index of August 2021.
  @Test func anOlderIndexIsNamed() throws {
    let fixture = try NotebookFixture(notes: ["# One"])
    try fixture.execute(
      """
      DROP TRIGGER __entryFullText_ai; DROP TRIGGER __entryFullText_ad;
      DROP TRIGGER __entryFullText_au; DROP TABLE entryFullText;
      CREATE VIRTUAL TABLE "entryFullText" USING fts4(text, tokenize=porter, content="entry");
      """)
    #expect(throws: NotebookError.olderIndex(path: fixture.path)) { try fixture.open() }
    let new = fixture.folder + "/new.libnotes"
    #expect(try Salvage.run(from: fixture.path, to: new).isComplete)
    #expect(try Notebook.open(at: new).notes.all().map(\.title) == ["One"])
  }

  @Test(
    .enabled(if: AppOracle.isThere, "\(AppOracle.absence)"), arguments: [1, 2])
  func theAppBringsThemUpToDateAlike(count: Int) throws {
    let oracle = try AppOracle()
    let (app, ours) = (try Self.notebook(after: count), try Self.notebook(after: count))
    let saved = try oracle.ask([
      "cmd": "folder", "file": app.path.json, "id": "A", "folder": "recentlyDeleted",
    ])
    #expect(saved?["saved"]?.bool == true)
    let notebook = try ours.open()
    try notebook.trash("A")
    try notebook.close()
    #expect(try Self.schema(app.path) == Self.schema(ours.path))
    #expect(try oracle.faults(of: ours.path, isDerived: false) == [])
  }
}

import Foundation
import GRDB
import NotebookTestSupport
import Testing

@testable import Notebook
@testable import NotebookFile
@testable import NotebookSearch

/// The actions that a guarded connection allows, and those that it refuses.
@Suite struct GuardedFileTests {
  /// The last resort against what never ends: the budget.
  @Test func endsWhatDoesNotEnd() throws {
    let fixture = try NotebookFixture()
    let file = try GuardedFile.open(fixture.path)
    let endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    #expect(throws: NotebookError.takesTooLong(path: fixture.path)) {
      try file.read(milliseconds: 20) { db in _ = try Row.fetchAll(db, sql: endless) }
    }
    // The next gets its own budget.
    let count = try file.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM entry") }
    #expect(count == 0)
  }

  @Test func writesNothing() throws {
    let fixture = try NotebookFixture(notes: ["# One"])
    let file = try GuardedFile.open(fixture.path)
    for sql in [
      "DELETE FROM entry", "PRAGMA journal_mode = WAL", "PRAGMA user_version = 1",
      "UPDATE sqlite_schema SET sql = ''", "DELETE FROM entryFullText_data",
      "ATTACH ':memory:' AS other", "CREATE TABLE t (a)",
    ] {
      let content = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
      _ = try? file.queue.inDatabase { db in try db.execute(sql: sql) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == content, "\(sql)")
    }
    #expect(try fixture.files == ["test.libnotes"])
    #expect(throws: DatabaseError.self) {
      try file.queue.inDatabase { db in try db.execute(sql: "ATTACH ':memory:' AS other") }
    }
  }

  /// A journal that belongs to another state of the file must not be played into it.
  @Test func aForeignJournalIsNotPlayedBack() throws {
    let fixture = try NotebookFixture(notes: ["# One"])
    let journal = fixture.path + "-journal"
    var bytes = Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])
    bytes += Data([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 2, 0, 0, 0, 16, 0])
    bytes += Data(repeating: 0, count: 512 + 4104)
    try bytes.write(to: URL(fileURLWithPath: journal))
    let content = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    #expect(throws: NotebookError.interruptedWrite(path: fixture.path)) { try fixture.open() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == content)
    #expect(try Data(contentsOf: URL(fileURLWithPath: journal)) == bytes)
  }

  /// Damage in a part that is not read.
  @Test func checksTheWholeFile() throws {
    let fixture = try NotebookFixture(notes: ["# One"])
    let good = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    try fixture.open().quickCheck()
    let page = try fixture.write { db in
      try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'tombstone'")
    }
    var bad = good
    bad[((page ?? 1) - 1) * 4096] = 0xA5
    try bad.write(to: URL(fileURLWithPath: fixture.path))
    let notebook = try fixture.open()
    #expect(try notebook.notes.all().count == 1)
    #expect(throws: NotebookError.damaged(path: fixture.path)) { try notebook.quickCheck() }
    // Of a file that is there no more nothing is said.
    try good.write(to: URL(fileURLWithPath: fixture.path))
    try notebook.quickCheck()
    unlink(fixture.path)
    try notebook.quickCheck()
  }

  /// Values of a kind that their columns do not declare.
  @Test(arguments: ["scope", "key", "authorId", "usn", "timestamp", "type", "text", "json", "blob"])
  func readsValuesOfEveryKind(column: String) throws {
    for value in [
      "x'ff00fe'", "1.5", "1e400", "-9223372036854775808", "'x'", "CAST(x'ff00' AS TEXT)",
    ] {
      let fixture = try NotebookFixture(notes: ["# One", "# Two"])
      try fixture.execute(
        "PRAGMA foreign_keys = OFF; UPDATE OR IGNORE entry SET \(column) = \(value)")
      let notebook = try fixture.open()
      for note in try notebook.notes.all(includingTrash: true) {
        _ = try? notebook.note(id: note.id)
      }
      _ = try notebook.searches.run(SearchQuery(parsing: "one OR tw"))
    }
  }

  @Test func readsValuesOfEveryKindInTheVersion() throws {
    for value in ["x'ff00fe'", "1.5", "1e400", "'x'"] {
      let fixture = try NotebookFixture()
      try fixture.execute(
        "UPDATE applicationIdentifier SET majorVersion = \(value), minorVersion = \(value)")
      try fixture.execute("INSERT INTO grdb_migrations VALUES (\(value))")
      _ = try? fixture.open()
    }
  }
}

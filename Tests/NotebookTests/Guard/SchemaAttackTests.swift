import Foundation
import GRDB
import Testing

@testable import Notebook

/// Files that are made to harm their reader: nothing of theirs runs, and nothing of them changes.
@Suite struct SchemaAttackTests {
  @Test(arguments: SchemaAttack.all)
  func isRefusedAndSalvaged(_ attack: SchemaAttack) throws {
    let fixture = try NotebookFixture(notes: ["# One\n\nA sentence to be found.", "# Two"])
    try fixture.execute(attack.sql)
    let content = try Data(contentsOf: URL(fileURLWithPath: fixture.path))

    if let object = attack.object {
      #expect(throws: NotebookError.unsafeSchema(path: fixture.path, object: object)) {
        try fixture.open()
      }
    } else {
      let notebook = try fixture.open()
      let error = #expect(throws: NotebookError.self) {
        _ = try notebook.notes()
        _ = try notebook.search(SearchQuery(parsing: "sentence"))
      }
      #expect(
        error == .tooLarge(path: fixture.path) || error == .damaged(path: fixture.path))
    }

    let new = fixture.folder + "/new.libnotes"
    let report = try Salvage.run(from: fixture.path, to: new)
    #expect(report.notes == (attack.keepsNotes ? 2 : 0))
    let notes = try Notebook.open(at: new)
    #expect(try notes.search(SearchQuery(parsing: "sentence")).total == (attack.keepsNotes ? 1 : 0))
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == content)
    #expect(try fixture.files == ["new.libnotes", "test.libnotes"])
  }

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
}

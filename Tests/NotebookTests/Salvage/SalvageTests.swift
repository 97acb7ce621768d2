import Foundation
import GRDB
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile

@Suite struct SalvageTests {
  private func rows(_ path: String) throws -> Set<String> {
    let file = try GuardedFile.open(path)
    return try file.read { db in
      try ["author", "entry", "tombstone"].reduce(into: []) { rows, table in
        let all = try Row.fetchAll(db, sql: "SELECT * FROM \(table)")
        rows.formUnion(all.map { "\(table) \($0.databaseValues)" })
      }
    }
  }

  private func check(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
      #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
      try db.execute(
        sql: "INSERT INTO entryFullText(entryFullText, rank) VALUES('integrity-check', 1)")
      let behind = """
        SELECT count(*) FROM author WHERE usn < (SELECT max(usn) FROM entry WHERE authorId = id)
        """
      #expect(try Int.fetchOne(db, sql: behind) == 0)
    }
    try queue.close()
  }

  @Test(arguments: [512, 1024, 4096, 65536]) func keepsEveryRowOfAWholeNotebook(page: Int) throws {
    let fixture = try NotebookFixture.rich()
    try fixture.execute("PRAGMA page_size = \(page)")
    try fixture.execute("VACUUM")
    let new = fixture.folder + "/new.libnotes"
    let report = try Salvage.run(from: fixture.path, to: new)
    #expect(report.isComplete && report.losses.isEmpty && report.notes == 60)
    #expect(report.rowsRead == report.rowsKept)
    #expect(try rows(new) == rows(fixture.path))
    try check(new)
  }

  @Test(.enabled(if: LibrarySample.isThere, "\(LibrarySample.absence)"))
  func keepsEveryRowOfTheSample() throws {
    let folder = try TemporaryFolder()
    let new = folder.path("new.libnotes")
    let report = try Salvage.run(from: LibrarySample.path, to: new)
    #expect(report.isComplete && report.notes == 5)
    // It is from before the app's 2.0, and takes the app's step to it.
    let lost = try rows(LibrarySample.path).subtracting(rows(new))
    #expect(lost.count == 5 && lost.allSatisfy { $0.contains(".metadata") })
  }

  /// A notebook from before the app's 2.0 that says it is of 2.0 would never get what that gives its
  /// notes.
  @Test(arguments: [false, true]) func upgradesAnOldNotebook(isDamaged: Bool) throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("A", title: "A", text: "# A\n", book: ("Emma", "Jane Austen", []))
    try fixture.putNote("B", title: "B", text: "# B\n")
    try fixture.execute(
      "DROP TABLE applicationIdentifier; "
        + "DELETE FROM grdb_migrations WHERE identifier = 'applicationIdentifier'")
    let backup = fixture.folder + "/backup.libnotes"
    try FileManager.default.copyItem(atPath: fixture.path, toPath: backup)
    if isDamaged { try fixture.execute("UPDATE entry SET text = x'00' WHERE key = '.bookIndex'") }
    let (new, completed) = (fixture.folder + "/new.libnotes", fixture.folder + "/other.libnotes")
    let report = try Salvage.run(from: fixture.path, to: new)
    #expect(report.isComplete != isDamaged && report.notes == 2)
    _ = try Salvage.run(from: fixture.path, to: completed, with: backup)
    for path in [new, completed] {
      try check(path)
      let notebook = try Notebook.open(
        at: path, state: StateFolder(path: fixture.folder + "-state"))
      let sections = try notebook.read { db in
        try String.fetchAll(
          db,
          sql: """
            SELECT json_extract(json, '$.bookSection') FROM entry
            WHERE key = '.metadata' AND json IS NOT NULL
            """)
      }
      #expect(sections == ["wantToRead", "wantToRead"])
      // A backup brings back what is lost, and is in conflict with nothing.
      #expect(try notebook.merge([backup]).map(\.conflicts) == [[]])
      #expect(try notebook.merge([backup]).map(\.isNothing) == [true])
      try notebook.close()
    }
  }

  /// Pages are destroyed one by one: the rows on all others are kept.
  @Test func losesOnlyWhatIsOnADamagedPage() throws {
    let fixture = try NotebookFixture.rich(notes: 25)
    let good = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    let all = try rows(fixture.path)
    let new = fixture.folder + "/new.libnotes"
    for page in 0..<good.count / 4096 {
      var bad = good
      bad.replaceSubrange(
        page * 4096..<(page + 1) * 4096, with: repeatElement(0xA5, count: 4096))
      try bad.write(to: URL(fileURLWithPath: fixture.path))
      let report = try Salvage.run(from: fixture.path, to: new)
      // A leaf holds up to some eighty tombstones; values that go on in a lost page are lost whole.
      let lost = all.subtracting(try rows(new)).count
      #expect(lost <= 60, "page \(page)")
      #expect(lost == 0 || !report.isComplete, "page \(page)")
      #expect(report.notes >= 15 && report.rowsKept >= all.count - lost, "page \(page)")
      if page % 10 == 0 { try check(new) }
      unlink(new)
    }
  }

  @Test func makesLostMetadataAnewFromTheText() throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("A", title: "One", text: "# One #tag\n\nwords #tag")
    try fixture.putNote("B", title: "Two", text: "# Two")
    try fixture.execute("UPDATE entry SET json = '{\"title' WHERE scope = 'A' AND json IS NOT NULL")
    let new = fixture.folder + "/new.libnotes"
    let report = try Salvage.run(from: fixture.path, to: new)
    #expect(report.notes == 2 && report.notesRestored == 1 && report.rowsRefused == 1)
    #expect(!report.isComplete && report.losses.count == 2)
    let notebook = try Notebook.open(at: new)
    let note = try notebook.note(id: "A")
    #expect(note.summary.title == "One #tag" && note.summary.tags == ["#tag"])
    #expect(note.summary.created == Date(timeIntervalSince1970: 1_704_067_200))
    #expect(note.text == "# One #tag\n\nwords #tag")
    try check(new)
  }

  /// The damage to a value, and whether its row is refused.
  @Test(arguments: [
    ("key = ''", true), ("key = x'2e'", true), ("scope = NULL", true), ("scope = ''", false),
    ("key = printf('%.*c', 1001, 'k')", true), ("authorId = 'text'", true),
    ("authorId = x'00'", true), ("usn = -1", true), ("usn = 1.5", true),
    ("usn = 9223372036854775807", true), ("timestamp = 0", true), ("timestamp = '2024'", true),
    ("timestamp = '2024-01-01T00:00:00.000'", true), ("timestamp = '2024-01-01 00:00:00'", false),
    ("type = 'x'", false), ("text = x'00'", true), ("text = 7", true),
    ("text = NULL, json = '[1,'", true), ("text = NULL, json = '[1]'", false),
    ("text = NULL, json = printf('%.*c', 200, '[')", true), ("text = NULL, blob = 'x'", true),
    ("text = NULL", false),
  ])
  func validates(change: String, isRefused: Bool) throws {
    let fixture = try NotebookFixture()
    try fixture.put("A", "k", text: "text")
    try fixture.put("A", "other", text: "text")
    try fixture.putNote("B", title: "B")
    // As a damaged or hostile file has it: nothing is checked.
    try fixture.execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(replace(sql, ' NOT NULL', ''), ' TEXT', '')
      WHERE name = 'entry'
      """)
    try fixture.execute(
      "PRAGMA foreign_keys = OFF; UPDATE entry SET \(change) WHERE key = 'k'")
    let report = try Salvage.run(from: fixture.path, to: fixture.folder + "/new.libnotes")
    #expect(report.rowsRefused == (isRefused ? 1 : 0))
    // The change is a sign of damage: no version is believed.
    #expect(!report.isComplete)
    try check(fixture.folder + "/new.libnotes")
  }

  @Test func repairsDamagedLetters() throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("A", title: "One", text: "words")
    try fixture.execute("UPDATE entry SET text = CAST(x'61FF62' AS TEXT) WHERE key = '.noteText'")
    let new = fixture.folder + "/new.libnotes"
    let report = try Salvage.run(from: fixture.path, to: new)
    #expect(report.losses.count == 1 && !report.isComplete && report.rowsRefused == 0)
    #expect(try Notebook.open(at: new).note(id: "A").text == "a\u{FFFD}b")
  }

  /// A row whose key was damaged into that of another row, of the same author, takes nothing from it.
  @Test func aDamagedKeyLeavesTheTrueRow() throws {
    let fixture = try NotebookFixture.rich()
    try fixture.damageLeaves { page in
      guard let range = page.range(of: Data("note 17.noteText".utf8)) else { return }
      page.replaceSubrange(range, with: Data("note 18.noteText".utf8))
    }
    let new = fixture.folder + "/new.libnotes"
    let report = try Salvage.run(from: fixture.path, to: new)
    #expect(report.losses.contains { $0.hasSuffix("its key differs from the key in the index") })
    #expect(try Notebook.open(at: new).note(id: "note 18").text.hasPrefix("word18 "))
    try check(new)
  }

  /// The same where the index does not show which of the two rows is the true one: nothing is lost.
  @Test func twoRowsOfOneKeyAreBothKept() throws {
    let fixture = try NotebookFixture.rich()
    try fixture.damageLeaves(kinds: [2, 10, 13]) { page in
      if page.first != 13 {
        page = Data(count: page.count)
      } else if let range = page.range(of: Data("note 17.noteText".utf8)) {
        page.replaceSubrange(range, with: Data("note 18.noteText".utf8))
      }
    }
    let new = fixture.folder + "/new.libnotes"
    let report = try Salvage.run(from: fixture.path, to: new)
    #expect(report.losses.contains("some values have the same key: all are kept"))
    let note = try Notebook.open(at: new).note(id: "note 18")
    let texts = try rows(new).filter { $0.contains("word17 ") || $0.contains("word18 ") }
    #expect(texts.count == 2 && note.text.hasPrefix("word1"))
    try check(new)
  }

  /// A damaged count of an author's writes is a loss, but makes none of the author's rows older.
  @Test func aDamagedCountLeavesTheTimes() throws {
    let fixture = try NotebookFixture.rich()
    try fixture.execute("UPDATE author SET usn = 0")
    let new = fixture.folder + "/new.libnotes"
    #expect(try !Salvage.run(from: fixture.path, to: new).isComplete)
    #expect(try !rows(new).contains { $0.hasPrefix("entry") && $0.contains("1970-01-01") })
    try check(new)
  }

  /// A tombstone takes something away: where anything contradicts it, it is not believed.
  @Test(arguments: [
    ("UPDATE tombstone SET usn = 3", true), ("UPDATE tombstone SET usn = 200", false),
    ("UPDATE tombstone SET deletingUsn = 200", false),
  ])
  func onlyABelievableTombstoneRemoves(_ change: String, isBelieved: Bool) throws {
    let fixture = try NotebookFixture()
    try fixture.put("A", ".noteText", text: "kept", usn: 3)
    try fixture.put("B", "other", text: "other", author: 2)
    try fixture.execute(
      "INSERT INTO tombstone VALUES ('A', '.noteText', ?, 3, ?, 1)",
      [Data(repeating: 1, count: 16), Data(repeating: 2, count: 16)])
    try fixture.execute(change)
    let new = fixture.folder + "/new.libnotes"
    let report = try? Salvage.run(from: fixture.path, to: new)
    #expect(report?.isComplete ?? true == isBelieved)
    #expect((report?.notes ?? 0) == (isBelieved ? 0 : 1))
  }

  /// A notebook without notes is made of one without notes, but not of what is left of others.
  @Test func nothingIsMadeIfNoNoteIsLeft() throws {
    let fixture = try NotebookFixture()
    try fixture.put("A", "assets/a.png", text: "no note")
    let new = fixture.folder + "/new.libnotes"
    #expect(try Salvage.run(from: fixture.path, to: new).notes == 0)
    #expect(unlink(new) == 0)
    try fixture.put("B", ".noteText", text: "text")
    try fixture.execute("UPDATE entry SET timestamp = 'lost' WHERE scope = 'B'")
    #expect(throws: NotebookError.nothingRecovered(path: fixture.path)) {
      try Salvage.run(from: fixture.path, to: new)
    }
    #expect(try fixture.files == ["test.libnotes"])
  }

  @Test func replacesNothingAndLeavesNothing() throws {
    let fixture = try NotebookFixture(notes: ["# One"])
    #expect(throws: NotebookError.alreadyExists(path: fixture.path)) {
      try Salvage.run(from: fixture.path, to: fixture.path)
    }
    let other = fixture.folder + "/other"
    try Data(repeating: 7, count: 50_000).write(to: URL(fileURLWithPath: other))
    #expect(throws: NotebookError.notSQLite(path: other)) {
      try Salvage.run(from: other, to: fixture.folder + "/new.libnotes")
    }
    try Data().write(to: URL(fileURLWithPath: fixture.path + "-wal"))
    #expect(throws: NotebookError.walMode(path: fixture.path)) {
      try Salvage.run(from: fixture.path, to: fixture.folder + "/new.libnotes")
    }
    #expect(try fixture.files == ["other", "test.libnotes", "test.libnotes-wal"])
  }
}

import Base
import Foundation
import GRDB
import NotebookTestSupport
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Maintenance
@testable import Notebook
@testable import NotebookFile
@testable import NotebookSearch

@Suite struct SavingTests {
  @Test func readingMakesNoWorkingCopy() throws {
    let device = try Device()
    let notebook = try device.open()
    #expect(try notebook.notes.all().count == 1)
    #expect(try notebook.refresh() == nil)
    try notebook.publish()
    try notebook.close()
    #expect(try SystemCall.status(device.state.path) == nil)
    #expect(try device.files == ["book.libnotes"])
  }

  @Test func savingMakesAWorkingCopyForItsOwner() throws {
    let device = try Device()
    let before = FileIdentity(path: device.path)
    let notebook = try device.open()
    try notebook.save("one")
    #expect(FileIdentity(path: device.path) == before)
    #expect(try notebook.text() == "one")
    for (path, mode) in [
      (device.paths.state, 0o700), (device.paths.state + "/notebook.sqlite", 0o600),
      (device.paths.history, 0o600), (device.paths.lock, 0o600),
    ] as [(String, mode_t)] {
      let status = try #require(try SystemCall.status(path))
      #expect(status.st_mode & 0o777 == mode, "\(path)")
    }
    let copy = try #require(try WorkingCopy.current(device.paths))
    let modes = try copy.database.read { db in
      try ["journal_mode", "synchronous"].map {
        try String.fetchOne(db, sql: "PRAGMA \($0)")
      }
    }
    #expect(modes == ["wal", "2"])
  }

  @Test func aSaveIsReadByAllWhoLook() throws {
    let device = try Device()
    let (first, second) = (try device.open(), try device.open())
    #expect(try first.notes.all().count == 1 && second.notes.all().count == 1)
    try first.save("one")
    #expect(second.isStale)
    #expect(try second.refresh() == NotebookChange(notes: ["N"]))
    #expect(try second.text() == "one")
    #expect(try first.refresh() == nil)
    try second.save("two", to: "M")
    try second.save("three")
    #expect(try first.text() == "three")
    #expect(try first.refresh() == NotebookChange(notes: ["M", "N"]))
    #expect(try first.refresh() == nil && second.refresh() == nil)
  }

  @Test func listsFollowSaves() throws {
    let device = try Device()
    let notebook = try device.open()
    #expect(try notebook.notes.all().count == 1)
    for count in 2...4 {
      _ = try notebook.createNote(title: "Note \(count)")
      #expect(try notebook.notes.all().count == count)
      #expect(try notebook.searches.run(SearchQuery(parsing: "note")).hits.count == count - 1)
    }
  }

  @Test func unpublishedSavesAreKept() throws {
    let device = try Device()
    try device.open().save("one")
    #expect(try device.published()["N"] == nil)
    let again = try device.open()
    #expect(try again.text() == "one")
    #expect(again.publicationIsDue != nil)
    #expect(try again.publishIfDue())
    #expect(try device.published()["N"] == ["one"])
    #expect(again.publicationIsDue == nil)
    #expect(try !again.publishIfDue())
  }

  @Test func bigNotebooksArePublishedLater() throws {
    let device = try Device()
    let notebook = try device.open()
    let start = ContinuousClock.now
    try notebook.save(String(repeating: "many words ", count: 900_000))
    let due = try #require(notebook.publicationIsDue)
    #expect(due > start + .seconds(2) && due < .now + .seconds(2))
    #expect(try !notebook.publishIfDue(now: due - .milliseconds(1)))
    #expect(try device.published()["N"] == nil)
    #expect(try notebook.publishIfDue(now: due))
    // A whole file was written: the next one waits, unless files share blocks here.
    _ = try notebook.createNote(title: "Next")
    let next = try #require(notebook.publicationIsDue)
    let wrote = try #require(FileIdentity(path: device.path)).size
    let sharesBlocks = LastingDescriptor.forCloning(device.path) != nil
    #expect(sharesBlocks || next > due + .seconds(Double(wrote) / 1_000_000))
    try notebook.close()
    #expect(try device.published()["N"]?.count == 1)
  }

  @Test func aFailedSaveWritesNothing() throws {
    let device = try Device()
    let notebook = try device.open()
    #expect(throws: NotebookError.noteNotFound(id: "N", path: "")) {
      try notebook.write { author, db in
        try author.write(
          [(EntryKey(scope: "N", key: ".noteText"), .text("lost"))], at: Date(),
          superseding: .winners, in: db)
        throw NotebookError.noteNotFound(id: "N", path: "")
      }
    }
    #expect(try notebook.text() == nil)
    try notebook.save("one")
    try notebook.publish()
    #expect(try device.published()["N"] == ["one"])
  }

  @Test func savingNeedsAFolderForState() throws {
    let device = try Device()
    try Data().write(to: URL(fileURLWithPath: device.state.path))
    let notebook = try device.open()
    let error = #expect(throws: NotebookError.self) { try notebook.save("one") }
    guard case .notSaved(device.path, "Not a directory") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(unlink(device.state.path) == 0)
    try notebook.save("one")
    #expect(try notebook.text() == "one")
  }

  @Test func aFileOfTheFirstThreeMigrationsGetsTheFourth() throws {
    let device = try Device()
    let queue = try DatabaseQueue(path: device.path)
    try queue.write { db in
      try db.execute(
        sql: """
          DROP TABLE applicationIdentifier;
          DELETE FROM grdb_migrations WHERE identifier = 'applicationIdentifier'
          """)
    }
    try queue.close()
    try device.save("one")
    #expect(try device.published()["N"] == ["one"])
    let published = try DatabaseQueue(path: device.path)
    let (application, migrations) = try published.read { db in
      (
        try Row.fetchAll(db, sql: "SELECT * FROM applicationIdentifier").map(\.description),
        try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
      )
    }
    #expect(
      application == [
        "[id:\"org.brians-brain.libnotes\" majorVersion:2 minorVersion:0 "
          + "applicationDescription:\"Library Notes\"]"
      ])
    #expect(migrations == NotebookSchema.migrations)
  }

  @Test func aNewerVersionIsNotWritten() throws {
    let device = try Device()
    let newer = try Device(copying: device.path)
    try newer.sql("UPDATE applicationIdentifier SET majorVersion = 3")
    let file = try Data(contentsOf: URL(fileURLWithPath: newer.path))
    let notebook = try newer.open()
    #expect(throws: NotebookError.newerVersion(path: newer.path)) { try notebook.save("one") }
    #expect(try notebook.notes.all().count == 1)

    // Also when it arrives while there is a working copy.
    let open = try device.open()
    try open.save("one")
    try device.receive(newer.path)
    #expect(throws: NotebookError.newerVersion(path: device.path)) { try open.publish() }
    #expect(throws: NotebookError.newerVersion(path: device.path)) { try open.save("two") }
    #expect(try Data(contentsOf: URL(fileURLWithPath: device.path)) == file)
    #expect(try open.text() == "one")
  }

  @Test func keepsWhatSavesReplace() throws {
    let device = try Device()
    let notebook = try device.open()
    func text(_ number: Int, of note: String = "N", days: Int, size: Int = 1) -> ReplacedText {
      ReplacedText(
        note: note, version: "\(number)",
        time: Timestamps.row(Date().addingTimeInterval(-86_400 * Double(days))),
        text: String(repeating: "\(number % 10)", count: size))
    }
    #expect(try notebook.replacedTexts(of: "N").isEmpty)
    let first = text(1, days: 200)
    try notebook.save("one", to: "O")
    let history = HistoryFile(path: device.paths.history)
    try history.remember([first])
    try history.remember([text(1, days: 9), text(2, days: 100), text(3, days: 80)])
    try history.remember([text(4, of: "M", days: 300)])
    #expect(try notebook.replacedTexts(of: "N").map(\.version) == ["3", "2", "1"])
    #expect(try notebook.replacedTexts(of: "N").last == first)

    // As long as there is not too much, nothing goes, at any time of the clock.
    try history.prune()
    #expect(try notebook.replacedTexts(of: "N").map(\.version) == ["3", "2", "1"])
    // The oldest first, not much at once, and the newest of each note never.
    try history.remember((10..<80).map { text($0, days: 1, size: 1 << 10) })
    try history.prune(bytes: 64 << 10, atOnce: 2 << 10)
    #expect(try notebook.replacedTexts(of: "N").map(\.version).suffix(2) == ["13", "12"])
    try history.prune(bytes: 64 << 10)
    #expect(try notebook.replacedTexts(of: "N").count == 63)
    #expect(try notebook.replacedTexts(of: "N").first?.version == "79")
    // Never more than twice as much stays.
    try history.prune(bytes: 20 << 10, atOnce: 0)
    #expect(try notebook.replacedTexts(of: "N").count == 39)
    try history.prune(bytes: 0)
    #expect(try notebook.replacedTexts(of: "N").map(\.version) == ["79"])
    #expect(try notebook.replacedTexts(of: "M").map(\.version) == ["4"])
  }

  @Test func aDamagedHistoryIsPutAside() throws {
    let device = try Device()
    try device.save("one")
    for suffix in ["-wal", "-shm"] { unlink(device.paths.history + suffix) }
    try Data("not a database, but long enough to be taken for one".utf8)
      .write(to: URL(fileURLWithPath: device.paths.history))
    try device.save("two")
    #expect(try device.published()["N"] == ["two"])
    #expect(try device.damagedHistories.count == 1)
  }

  /// Its first page, and so its schema, can be whole all the same.
  @Test func aHistoryWithDamagedTablesIsPutAside() throws {
    let device = try Device()
    try device.save("one")
    try device.damageHistoryTables()
    try device.save("two")
    #expect(try device.published()["N"] == ["two"])
    #expect(try device.damagedHistories.count == 1)
  }

  /// Damage that comes out only in the middle of a save stops neither that nor any other.
  @Test func damageDeepInTheHistoryStopsNoSave() throws {
    let device = try Device(notes: ["# Walden\n"])
    let notebook = try device.open()
    let id = try #require(try notebook.notes.all().first?.id)
    let long = String(repeating: "many words ", count: 2000)
    for number in 1...6 { _ = try notebook.save(text: "# \(number)\n\n\(long)", note: id) }
    try notebook.close()
    #expect(notebook.takeNotices() == [])

    let file = URL(fileURLWithPath: device.paths.history)
    let good = try Data(contentsOf: file)
    let index = try #require(try Self.root(of: "replacedTime", in: device.paths.history))
    var bad = good
    bad.replaceSubrange((index - 1) * 4096..<index * 4096, with: Data(repeating: 0xA5, count: 4096))
    try bad.write(to: file)
    let found = try Checkup.run(at: device.path, state: device.state)
    #expect(found.findings.map(\.kind) == [.history])
    #expect(try device.damagedHistories.isEmpty)

    let again = try device.open()
    #expect(try again.history.of(id).texts.count == 7)
    _ = try again.save(text: "# Last\n", note: id)
    guard case .historySetAside(let aside)? = again.takeNotices().first else {
      throw NotebookError.damaged(path: "")
    }
    #expect(again.takeNotices() == [])
    #expect(try device.damagedHistories.map { device.paths.state + "/" + $0 } == [aside])
    #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == bad)
    // The content that the save replaced is in the new one.
    #expect(try again.history.of(id).texts.map(\.text) == ["# Last\n", "# 6\n\n\(long)"])
    try again.close()
    #expect(try device.published()[id] == ["# Last\n"])
    let afterwards = try Checkup.run(at: device.path, state: device.state)
    #expect(afterwards.findings.map(\.kind) == [.history])
    #expect(afterwards.findings.map(\.severity) == [.remark])
  }

  /// A process that had it open goes on in the new one.
  @Test func aHistoryThatAnotherSetAsideIsLetGo() throws {
    let device = try Device(notes: ["# Walden\n"])
    let notebook = try device.open()
    let id = try #require(try notebook.notes.all().first?.id)
    _ = try notebook.save(text: "# One\n", note: id)
    let other = HistoryFile(path: device.paths.history)
    try other.setAside()
    _ = try notebook.save(text: "# Two\n", note: id)
    #expect(try other.replacedTexts(of: id).map(\.text) == ["# One\n"])
    #expect(try notebook.history.of(id).texts.map(\.text) == ["# Two\n", "# One\n"])
    try notebook.close()
    #expect(try device.published()[id] == ["# Two\n"])
    #expect(try HistoryFile.isWhole(path: device.paths.history))
  }

  /// A process that ends while it makes the file leaves nothing that is damaged.
  @Test func anUnfinishedHistoryIsWhole() throws {
    let path = NSTemporaryDirectory() + "commonplace-history-\(UUID().uuidString).sqlite"
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) } }
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(try HistoryFile.isWhole(path: path))
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    #expect(try HistoryFile.isWhole(path: path))
    try queue.close()
    // It ended after the page, and before the journal that makes the file empty again was removed.
    let journal: [UInt8] = [
      0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0,
      0, 0, 2, 0, 0, 0, 16, 0,
    ]
    try (Data(journal) + Data(repeating: 0, count: 484))
      .write(to: URL(fileURLWithPath: path + "-journal"))
    #expect(try HistoryFile.isWhole(path: path))
    let history = HistoryFile(path: path)
    try history.setPublished(nil)
    try history.close()
    #expect(try HistoryFile.isWhole(path: path))
    #expect(history.takeSetAside() == nil)
  }

  @Test func repairingSetsADamagedHistoryAside() throws {
    let device = try Device()
    try device.save("one")
    try device.damageHistoryTables()
    let repair = try Repair.run(at: device.path, state: device.state)
    #expect(repair.checkup.findings.map(\.severity).max() == .remark)
    #expect(try device.damagedHistories.count == 1)
    try device.save("two")
    #expect(try device.published()["N"] == ["two"])
  }

  private static func root(of object: String, in path: String) throws -> Int? {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      let sql = "SELECT rootpage FROM sqlite_master WHERE name = ?"
      return try Int.fetchOne(db, sql: sql, arguments: [object])
    }
  }

  @Test func valuesOfOtherKindsInTheHistoryDoNoHarm() throws {
    let device = try Device()
    try device.save("one")
    let queue = try DatabaseQueue(path: device.paths.history)
    try queue.write { db in
      try db.execute(
        sql: """
          UPDATE published SET device = NULL, size = 'x', authors = x'00';
          INSERT INTO conflictCopy VALUES (NULL, 1, 2, 3, 4, 1);
          INSERT INTO inFlight VALUES (NULL, 'x', 1)
          """)
    }
    try queue.close()
    try device.save("two")
    #expect(try device.published()["N"] == ["two"])
  }
}

extension Device {
  /// The names of histories that were set aside.
  fileprivate var damagedHistories: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: paths.state).filter {
        $0.contains(".damaged") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
      }
    }
  }
}

extension Device {
  /// Overwrites all of the history but its first page.
  fileprivate func damageHistoryTables() throws {
    for suffix in ["-wal", "-shm"] { unlink(paths.history + suffix) }
    let file = URL(fileURLWithPath: paths.history)
    let good = try Data(contentsOf: file)
    try (good.prefix(4096) + Data(repeating: 0xA5, count: good.count - 4096)).write(to: file)
  }
}

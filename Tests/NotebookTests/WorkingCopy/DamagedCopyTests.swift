import Foundation
import GRDB
import NotebookTestSupport
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile

/// The working copy is damaged, or set back to an earlier state, from outside.
@Suite struct DamagedCopyTests {
  /// For each page that is overwritten, nothing that was published is lost, and no file leaves that is
  /// not whole.
  @Test(arguments: [0xA5 as UInt8, 0]) func noPageOfADamagedCopyIsPublished(byte: UInt8) throws {
    let device = try Device(notes: ["# First #tag\n", "# Second\n"])
    let other = try Device(copying: device.path)
    let before = try other.open()
    let id = try before.notes.all()[0].id
    _ = try before.save(text: "# First #tag\n\nMore.\n", note: id)
    try before.trash(before.notes.all()[1].id)
    try before.close()
    try device.receive(other.path)
    try device.save("one")
    let good = try device.values()
    let root = device.paths.state
    let kept = root + ".kept"
    try FileManager.default.copyItem(atPath: root, toPath: kept)
    let published = try Data(contentsOf: URL(fileURLWithPath: device.path))
    let path = root + "/notebook.sqlite"
    for page in 1...(try Data(contentsOf: URL(fileURLWithPath: path)).count / 4096) {
      try FileManager.default.removeItem(atPath: root)
      try FileManager.default.copyItem(atPath: kept, toPath: root)
      try published.write(to: URL(fileURLWithPath: device.path))
      try device.overwrite(path, at: (page - 1) * 4096, count: 4096, with: byte)
      let notebook = try device.open()
      try? notebook.save("two", to: "M")
      try notebook.save("three", to: "O")
      try notebook.close()
      let texts = try device.published()
      #expect(texts["O"] == ["three"] && texts["N"] == ["one"], "page \(page)")
      #expect(try device.values().isSuperset(of: good), "page \(page)")
      let notes = try device.open().notes.all(includingTrash: true)
      #expect(notes.count { $0.isTrashed } == 1, "page \(page)")
    }
  }

  /// A header that forbids writing, is for a newer SQLite, or has an unknown schema format.
  @Test(arguments: [18, 19, 47]) func aDamagedHeaderIsMended(offset: Int) throws {
    let device = try Device()
    try device.save("one")
    try device.overwrite(device.paths.state + "/notebook.sqlite", at: offset, count: 1, with: 9)
    let notebook = try device.open()
    try? notebook.save("two", to: "M")
    try notebook.save("three", to: "O")
    try notebook.close()
    let texts = try device.published()
    #expect(texts["N"] == ["one"] && texts["O"] == ["three"])
  }

  /// SQLite refuses to write with no more than “SQL logic error”: the second save works.
  @Test(arguments: [
    "UPDATE entryFullText_config SET v = 9", "DELETE FROM entryFullText_data WHERE id < 20",
  ])
  func aRefusalBecauseOfDamageIsMended(damage: String) throws {
    let device = try Device()
    try device.save("one")
    let copy = try DatabaseQueue(path: device.paths.state + "/notebook.sqlite")
    try copy.write { db in try db.execute(sql: damage) }
    try copy.close()
    let notebook = try device.open()
    try? notebook.save("two", to: "M")
    try notebook.save("three", to: "O")
    try notebook.close()
    let texts = try device.published()
    #expect(texts["N"] == ["one"] && texts["O"] == ["three"])
  }

  /// A log that is cut or damaged takes the copy back to an earlier state, without a word of SQLite's.
  @Test(arguments: [true, false]) func aDamagedLogTakesNothingBack(isCut: Bool) throws {
    let device = try Device()
    try device.save("one")
    let notebook = try device.open()
    try notebook.save("two")
    try notebook.publish()
    // As if the process had been killed now: the log is left.
    let log = device.paths.state + "/notebook.sqlite-wal"
    let content = try Data(contentsOf: URL(fileURLWithPath: log))
    let main = try Data(contentsOf: URL(fileURLWithPath: device.paths.state + "/notebook.sqlite"))
    try notebook.close()
    try main.write(to: URL(fileURLWithPath: device.paths.state + "/notebook.sqlite"))
    let rest = isCut ? Data() : Data(repeating: 0xA5, count: content.count - 100)
    try (content.prefix(100) + rest).write(to: URL(fileURLWithPath: log))

    let again = try device.open()
    #expect(try again.text() == "two")
    for number in 1...3 { try again.save("more", to: "M\(number)") }
    try again.close()
    #expect(try device.published()["N"] == ["two"])
    #expect(try device.published()["M3"] == ["more"])
  }

  /// A save that was acknowledged and not yet published is saved once more, also as a side of a
  /// conflict.
  @Test func aDamagedLogLosesNoSave() throws {
    let device = try Device()
    let notebook = try device.open()
    let id = try notebook.notes.all()[0].id
    _ = try notebook.save(text: "# First\n\nOne.\n", note: id)
    try notebook.publish()
    _ = try notebook.save(text: "# First\n\nTwo.\n", note: id)
    let made = try notebook.createNote(text: "# Made\n")
    _ = try notebook.save(text: "# Made\n\nMore.\n", note: made.summary.id)
    let kept = device.paths.state + ".kept"
    try FileManager.default.copyItem(atPath: device.paths.state, toPath: kept)
    _ = try notebook.refresh()
    try FileManager.default.removeItem(atPath: device.paths.state)
    try FileManager.default.moveItem(atPath: kept, toPath: device.paths.state)
    // As after a crash, with the log cut after what was published.
    let log = device.paths.state + "/notebook.sqlite-wal"
    try Data(contentsOf: URL(fileURLWithPath: log)).prefix(32)
      .write(to: URL(fileURLWithPath: log))

    let again = try device.open()
    #expect(try again.note(id: id).text == "# First\n\nTwo.\n")
    #expect(try again.note(id: made.summary.id).text == "# Made\n\nMore.\n")
    #expect(again.takeNotices().contains(.savesRestored(count: 2)))
    try again.close()
    #expect(try device.published()[id] == ["# First\n\nTwo.\n"])
    let last = try device.open()
    try last.save("after")
    try last.publish()
    #expect(last.takeNotices() == [])
  }

  /// A save that was restored is protected like any other, also if the log is damaged once more
  /// before it is published.
  @Test func aSecondDamagedLogLosesNoSave() throws {
    let device = try Device()
    let notebook = try device.open()
    let id = try notebook.notes.all()[0].id
    _ = try notebook.save(text: "# First\n\nOne.\n", note: id)
    try notebook.publish()
    _ = try notebook.save(text: "# First\n\nTwo.\n", note: id)
    let kept = device.paths.state + ".kept"
    // A notebook that is closed would publish.
    var open = [notebook]
    defer { withExtendedLifetime(open) {} }
    for round in 1...2 {
      try FileManager.default.copyItem(atPath: device.paths.state, toPath: kept)
      let log = kept + "/notebook.sqlite-wal"
      try Data(contentsOf: URL(fileURLWithPath: log)).prefix(32)
        .write(to: URL(fileURLWithPath: log))
      try FileManager.default.removeItem(atPath: device.paths.state)
      try FileManager.default.moveItem(atPath: kept, toPath: device.paths.state)
      let again = try device.open()
      open.append(again)
      #expect(try again.note(id: id).text == "# First\n\nTwo.\n", "round \(round)")
      #expect(again.takeNotices().contains(.savesRestored(count: 1)), "round \(round)")
    }
  }

  /// A save that failed does not come back.
  @Test func aFailedSaveIsNotRestored() throws {
    let device = try Device()
    let notebook = try device.open()
    try notebook.save("one")
    #expect(throws: NotebookError.self) {
      try notebook.write { author, db in
        try author.write(
          [(EntryKey(scope: "N", key: ".noteText"), .text("two"))], at: Date(),
          superseding: .winners, in: db)
        // Committing fails, when the text is noted already.
        try db.execute(
          sql: """
            PRAGMA defer_foreign_keys = ON;
            INSERT INTO tombstone VALUES ('N', 'k', x'00', 1, x'00', 1)
            """)
      }
    }
    try notebook.close()
    #expect(try device.open().text() == "one")
  }

  /// A copy that is empty, or something else, is no reason to refuse the file.
  @Test(arguments: ["", "no database, but long enough to be taken for one", "SQLite format 3\0"])
  func somethingElseUnderItsNameIsSetAside(content: String) throws {
    let device = try Device()
    try device.save("one")
    let path = device.paths.state + "/notebook.sqlite"
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    let notebook = try device.open()
    #expect(try notebook.text() == "one")
    #expect(notebook.takeNotices().count == 1 && notebook.takeNotices() == [])
    try notebook.save("two")
    try notebook.close()
    #expect(try device.published()["N"] == ["two"])
    let names = try FileManager.default.contentsOfDirectory(atPath: device.paths.state)
    #expect(names.contains { $0.hasPrefix("notebook.sqlite.damaged-") })
    #expect(names.contains("notebook-2.sqlite"))
  }

  /// A damaged copy is kept for 30 days.
  @Test func damagedCopiesAreSwept() throws {
    let device = try Device()
    try device.save("one")
    try Data("damaged".utf8).write(
      to: URL(fileURLWithPath: device.paths.state + "/notebook.sqlite"))
    try device.save("two")
    func damaged() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: device.paths.state)
        .count { $0.contains(".damaged-") }
    }
    #expect(try damaged() > 0)
    let lock = try FileLock(path: device.paths.lock, patience: .zero)
    try WorkingCopy.current(device.paths)?
      .sweep(holding: lock, now: Date().addingTimeInterval(31 * 86_400))
    #expect(try damaged() == 0)
  }
}

extension Device {
  /// All that is in the published file, but for who wrote it.
  func values() throws -> Set<String> {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { db in
      Set(
        try Row.fetchAll(db, sql: "SELECT scope, key, timestamp, text, json, blob FROM entry")
          .map { "\($0.databaseValues)" })
    }
  }

  func overwrite(_ path: String, at offset: Int, count: Int, with byte: UInt8) throws {
    var content = try Data(contentsOf: URL(fileURLWithPath: path))
    content.replaceSubrange(
      offset..<offset + count, with: repeatElement(byte, count: count))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.write(contentsOf: content)
    try file.close()
  }
}

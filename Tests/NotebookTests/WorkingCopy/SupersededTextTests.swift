import Base
import Foundation
import GRDB
import NotebookTestSupport
import TestSupport
import Testing

@testable import ImportExport
@testable import KeyValueStore
@testable import Maintenance
@testable import Notebook
@testable import NotebookFile

/// Every text that leaves a notebook is in history, with its author and the one who superseded it.
@Suite struct SupersededTextTests {
  private let device: Device
  private let notebook: Notebook
  private let note: String

  /// A machine that saved and published a note.
  init() throws {
    device = try Device(notes: [])
    notebook = try device.open()
    note = try notebook.createNote(text: "# Ours\n").summary.id
    try notebook.publish()
  }

  /// A device with what this one published, on which the note was written over.
  private func phone(_ text: String = "# Theirs\n") throws -> Device {
    let phone = try Device(copying: device.path)
    let notebook = try phone.open()
    _ = try notebook.save(text: text, note: note)
    try notebook.close()
    try phone.sql(
      """
      UPDATE author SET name = 'phone' WHERE id IN
        (SELECT authorId FROM entry WHERE text = '\(text)')
      """)
    return phone
  }

  private func receive(_ phone: Device) throws {
    try withExtendedLifetime(phone) { try device.receive(phone.path) }
  }

  private func history(of note: String? = nil) throws -> [NoteHistory.Text] {
    try notebook.history.of(note ?? self.note).texts
  }

  /// The ways by which what others wrote comes in.
  enum Way: CaseIterable { case file, publication, conflictCopy, merge, `import` }

  @Test(arguments: Way.allCases, [false, true])
  func textsSupersededElsewhereAreInHistory(way: Way, losesTombstones: Bool) throws {
    let phone = try phone()
    // As the app does when it merges.
    if losesTombstones { try phone.sql("DELETE FROM tombstone") }
    switch way {
    case .file: try device.receive(phone.path)
    case .publication:
      try device.receive(phone.path)
      _ = try notebook.createNote(text: "# Another\n")
      try notebook.publish()
    case .conflictCopy: try device.receive(phone.path, as: "book 2.libnotes")
    case .merge: _ = try notebook.merge([phone.path])
    case .import: _ = try notebook.exchange.importNotes(from: [phone.path])
    }
    #expect(try notebook.refresh()?.superseded == [note])
    #expect(try history().map(\.text) == ["# Theirs\n", "# Ours\n"])
    #expect(try history().map(\.writer) == ["phone", nil])
    #expect(try history().map(\.replacer) == [nil, "phone"])
    #expect(try notebook.refresh() == nil)
    #expect(notebook.takeSuperseded() == [])
  }

  /// Whichever process takes it in, each says it once; who opens the notebook then, too.
  @Test func eachProcessIsNotified() throws {
    let other = try device.open()
    try receive(phone())
    let opening = try device.open()
    #expect(opening.takeSuperseded() == [note])
    #expect(opening.takeSuperseded() == [])
    #expect(try other.refresh()?.superseded == [note])
    #expect(try other.refresh() == nil)
    #expect(try notebook.refresh()?.superseded == [note])
    #expect(try device.open().takeSuperseded() == [])
    // At its end a command knows what its publication took in.
    _ = try notebook.save(text: "# Ours again\n", note: note)
    try notebook.publish()
    try receive(phone("# Theirs again\n"))
    _ = try other.createNote(text: "# Another\n")
    var taken: Set<String> = []
    try other.close { taken = other.takeSuperseded() }
    #expect(taken == [note])
  }

  @Test func textsWrittenAndReplacedElsewhereAreKept() throws {
    let phone = try phone("# One\n")
    try device.receive(phone.path)
    #expect(try notebook.refresh()?.superseded == [note])
    let writing = try phone.open()
    for text in ["# Two\n", "# Three\n"] {
      _ = try writing.save(text: text, note: note)
      try writing.publish()
      try device.receive(phone.path)
      #expect(try notebook.refresh()?.superseded == [])
    }
    #expect(try history().map(\.text) == ["# Three\n", "# Two\n", "# One\n", "# Ours\n"])
    #expect(try history().map(\.replacer) == [nil, Author.name, Author.name, "phone"])
  }

  /// The app writes all of a note again, whatever was changed.
  @Test func aTextThatStaysIsNotSuperseded() throws {
    let phone = try Device(copying: device.path)
    let writing = try phone.open()
    try writing.save("# Ours\n", to: note)
    try writing.close()
    try device.receive(phone.path)
    #expect(try notebook.refresh() == NotebookChange(notes: [note]))
    #expect(try history().map(\.text) == ["# Ours\n"])
  }

  /// The texts that a chain of devices superseded before the file came here.
  @Test func textsDeadOnArrivalAreKept() throws {
    let phone = try phone()
    try phone.sql(
      """
      INSERT INTO author VALUES (X'01010101010101010101010101010101', 'laptop', 1, NULL),
        (X'02020202020202020202020202020202', 'tablet', 1, NULL);
      INSERT INTO entry VALUES ('M', '.noteText', X'01010101010101010101010101010101', 1,
        '2024-01-01 00:00:00.000', 1, 'dead', NULL, NULL, NULL),
        ('M', '.noteText', X'02020202020202020202020202020202', 1,
        '2024-01-02 00:00:00.000', 1, 'alive', NULL, NULL, NULL);
      INSERT INTO tombstone VALUES ('M', '.noteText', X'01010101010101010101010101010101', 1,
        X'02020202020202020202020202020202', 1)
      """)
    try device.receive(phone.path)
    #expect(try notebook.refresh()?.superseded == [note])
    #expect(try notebook.texts.plain()["M"] == ["alive"])
    #expect(try history(of: "M").map(\.text) == ["alive", "dead"])
    #expect(try history(of: "M").map(\.writer) == ["tablet", "laptop"])
    #expect(try history(of: "M").map(\.replacer) == [nil, "tablet"])
  }

  /// The file that others wrote has seen the text; the damaged copy is the last to have it.
  @Test func textsOfADamagedCopyAreKept() throws {
    try notebook.close()
    try receive(phone())
    let path = device.paths.state + "/notebook.sqlite"
    let queue = try DatabaseQueue(path: path)
    let sql = "SELECT rootpage FROM sqlite_master WHERE name = 'author'"
    let page = try #require(try queue.read { try Int.fetchOne($0, sql: sql) })
    try queue.close()
    var content = try Data(contentsOf: URL(filePath: path))
    let bytes = Data(repeating: 0xA5, count: 4096)
    content.replaceSubrange((page - 1) * 4096..<page * 4096, with: bytes)
    try content.write(to: URL(filePath: path))
    let repair = try Repair.run(at: device.path, state: device.state)
    #expect(repair.damagedCopy?.hasPrefix(path + ".damaged-") == true)
    let again = try device.open()
    #expect(try again.history.of(note).texts.map(\.text) == ["# Theirs\n", "# Ours\n"])
    #expect(try again.history.of(note).texts.map(\.writer) == ["phone", nil])
  }

  /// Files of earlier versions do not say who.
  @Test func anOlderHistoryGoesOn() throws {
    let old = try Device(notes: [])
    try SystemCall.makeFolder(old.paths.state)
    let queue = try DatabaseQueue(path: old.paths.history)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA journal_mode = WAL;
          CREATE TABLE published
            (device INTEGER, inode INTEGER, size INTEGER, modified INTEGER, authors INTEGER,
             writes INTEGER);
          CREATE TABLE inFlight (path TEXT PRIMARY KEY, device INTEGER, inode INTEGER);
          CREATE TABLE conflictCopy
            (path TEXT PRIMARY KEY, device INTEGER, inode INTEGER, size INTEGER, modified INTEGER,
             isMerged INTEGER);
          CREATE TABLE replaced
            (id INTEGER PRIMARY KEY, note TEXT, version TEXT, time TEXT, text BLOB, written TEXT,
             UNIQUE (note, version));
          CREATE INDEX replacedTime ON replaced (time)
          """)
      let time = Timestamps.row(Date().addingTimeInterval(-60))
      try db.execute(
        sql: "INSERT INTO replaced VALUES (1, 'N', '00:1', ?, X'6F6C64', ?)",
        arguments: [time, time])
    }
    try queue.close()
    #expect(try HistoryFile.isWhole(path: old.paths.history))
    try old.save("one")
    try old.save("two")
    let texts = try old.open().history.of("N").texts
    #expect(texts.map(\.text) == ["two", "one", "old"])
    #expect(texts.allSatisfy { $0.writer == nil && $0.replacer == nil })
  }
}

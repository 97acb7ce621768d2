import Base
import Foundation
import GRDB
import Notebook
import NotebookFile
import NotebookSearch
import NotebookTestSupport
import Testing

/// Every way in which a file can be no notebook, each from a real file.
@Suite struct OpeningTests {
  @Test func opensANotebookWithoutTouchingItsFolder() throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("A", title: "One", text: "words")
    let before = FileIdentity(path: fixture.path)
    let notebook = try fixture.open()
    _ = try notebook.notes.all()
    _ = try notebook.searches.run(SearchQuery(parsing: "words"))
    #expect(try fixture.files == ["test.libnotes"])
    #expect(FileIdentity(path: fixture.path) == before)
  }

  @Test func opensAFileFromBeforeApplicationIdentifiers() throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("A", title: "One")
    try fixture.execute("DROP TABLE applicationIdentifier")
    try fixture.execute("DELETE FROM grdb_migrations WHERE identifier = 'applicationIdentifier'")
    #expect(try fixture.open().notes.all().map(\.title) == ["One"])
  }

  @Test func opensANewerMinorVersion() throws {
    let fixture = try NotebookFixture()
    try fixture.execute("UPDATE applicationIdentifier SET minorVersion = 9")
    _ = try fixture.open()
  }

  /// Of a newer version the known part is read; other tables do not disturb it.
  @Test(arguments: [
    "UPDATE applicationIdentifier SET majorVersion = 3", newer,
    newer + "; CREATE TABLE color (id PRIMARY KEY, name); CREATE INDEX names ON color(name)",
  ])
  func readsANewerVersion(sql: String) throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("A", title: "One", text: "words")
    #expect(try !fixture.open().isNewer)
    try fixture.execute(sql)
    let notebook = try fixture.open()
    #expect(notebook.isNewer)
    #expect(
      try notebook.searches.run(SearchQuery(parsing: "words")).hits.map(\.note.title) == ["One"])
  }

  private static let newer = "INSERT INTO grdb_migrations VALUES ('nextYear')"

  /// Changes of a notebook by SQL, and the error that each makes.
  @Test(
    arguments: [
      ("DROP TABLE entry", .notANotebook(path: "")),
      ("DROP TABLE grdb_migrations", .notANotebook(path: "")),
      ("DELETE FROM grdb_migrations", .notANotebook(path: "")),
      ("UPDATE applicationIdentifier SET id = 'org.example'", .notANotebook(path: "")),
      ("\(newer); ALTER TABLE entry ADD COLUMN color TEXT", .newerVersion(path: "")),
      ("\(newer); DROP TABLE tombstone", .newerVersion(path: "")),
      (
        "\(newer); CREATE VIEW v AS SELECT 1", .unsafeSchema(path: "", object: "v")
      ),
      (
        "\(newer); CREATE TRIGGER t AFTER DELETE ON author BEGIN SELECT 1; END",
        .unsafeSchema(path: "", object: "t")
      ),
      (
        "\(newer); CREATE INDEX i ON entry(lower(key))", .unsafeSchema(path: "", object: "i")
      ),
      ("PRAGMA journal_mode = WAL", .walMode(path: "")),
    ] as [(String, NotebookError)])
  func refusesAnotherSchema(sql: String, error: NotebookError) throws {
    let fixture = try NotebookFixture()
    try fixture.execute(sql)
    #expect(throws: error.at(fixture.path)) { try fixture.open() }
  }

  /// The content of a file, and the error it makes.
  @Test(
    arguments: [
      (Data(), .notHereYet(path: "")),
      (Data("# A note, not a notebook".utf8), .notSQLite(path: "")),
      (Data("SQLite format 3\0 cut off".utf8), .damaged(path: "")),
      (Data("SQLite format 3\0".utf8) + Data(repeating: 0, count: 4096), .damaged(path: "")),
    ] as [(Data, NotebookError)])
  func refusesOtherContent(content: Data, error: NotebookError) throws {
    let fixture = try NotebookFixture()
    try content.write(to: URL(fileURLWithPath: fixture.path))
    #expect(throws: error.at(fixture.path)) { try fixture.open() }
    #expect(try fixture.files == ["test.libnotes"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == content)
  }

  @Test func refusesWhatIsNotAFile() throws {
    let fixture = try NotebookFixture()
    #expect(throws: NotebookError.notAFile(path: fixture.folder)) {
      try Notebook.open(at: fixture.folder)
    }
    let pipe = fixture.folder + "/pipe.libnotes"
    try #require(mkfifo(pipe, 0o600) == 0)
    // A program that opens a pipe as a file waits for a writer. A time limit of the test would count
    // how long it waits for its turn, too.
    let refusal = Mutex<(any Error)?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      do { _ = try Notebook.open(at: pipe) } catch { refusal.withLock { $0 = error } }
      isOver.signal()
    }
    #expect(isOver.wait(timeout: .now() + 60) == .success)
    #expect(refusal.withLock { $0 as? NotebookError } == .notAFile(path: pipe))
    #expect(throws: NotebookError.notAFile(path: "/dev/null")) {
      try Notebook.open(at: "/dev/null")
    }
  }

  @Test func refusesWhatIsNotThere() throws {
    let fixture = try NotebookFixture()
    for path in ["/other.libnotes", "/test.libnotes/below", "/test.libnotes\0"].map({
      fixture.folder + $0
    }) {
      #expect(throws: NotebookError.missing(path: path)) { try Notebook.open(at: path) }
    }
    #expect(try fixture.files == ["test.libnotes"])
  }

  @Test func refusesWhatTheSystemRefuses() throws {
    let fixture = try NotebookFixture()
    let loop = fixture.folder + "/loop.libnotes"
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    let error = #expect(throws: NotebookError.self) { try Notebook.open(at: loop) }
    guard case .unreadable(loop, let reason) = error else {
      Issue.record("not unreadable: \(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test(.disabled(if: geteuid() == 0, "the superuser may read everything"))
  func refusesWhatIsForbidden() throws {
    let fixture = try NotebookFixture()
    chmod(fixture.path, 0)
    let error = #expect(throws: NotebookError.self) { try fixture.open() }
    guard case .unreadable = error else {
      Issue.record("not unreadable: \(String(describing: error))")
      return
    }
  }

  @Test func refusesAFileWithALogBesideIt() throws {
    let fixture = try NotebookFixture()
    try Data().write(to: URL(fileURLWithPath: fixture.path + "-wal"))
    #expect(throws: NotebookError.walMode(path: fixture.path)) { try fixture.open() }
    #expect(try fixture.files == ["test.libnotes", "test.libnotes-wal"])
  }

  /// A copy taken while a program writes: the journal beside it says that it must be undone.
  @Test func refusesAnInterruptedWrite() throws {
    let fixture = try NotebookFixture()
    let copy = try NotebookFixture()
    try fixture.write { db in
      try db.execute(sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE; PRAGMA cache_spill = 1")
      for i in 0..<50 {
        try db.execute(
          sql: "INSERT INTO author VALUES (?, 'x', 1, NULL)",
          arguments: ["\(i)" + String(repeating: "x", count: 4000)])
      }
      for suffix in ["", "-journal"] {
        try Data(contentsOf: URL(fileURLWithPath: fixture.path + suffix))
          .write(to: URL(fileURLWithPath: copy.path + suffix))
      }
      try db.execute(sql: "ROLLBACK")
    }
    #expect(throws: NotebookError.interruptedWrite(path: copy.path)) { try copy.open() }
    #expect(try copy.files == ["test.libnotes", "test.libnotes-journal"])
  }

  @Test func reportsAWriterAsLocked() throws {
    let fixture = try NotebookFixture()
    let notebook = try fixture.open()
    try fixture.write { db in
      try db.execute(sql: "BEGIN EXCLUSIVE")
      let start = ContinuousClock.now
      #expect(throws: NotebookError.locked(path: fixture.path)) { try notebook.notes.all() }
      #expect(ContinuousClock.now - start > .milliseconds(200))
      #expect(throws: NotebookError.locked(path: fixture.path)) { try fixture.open() }
      try db.execute(sql: "COMMIT")
    }
    #expect(try notebook.notes.all() == [])
  }

  /// Each page is overwritten in turn: whatever happens, it is an answer or `damaged`.
  @Test func survivesDamage() throws {
    let fixture = try NotebookFixture()
    for i in 0..<30 {
      try fixture.putNote(
        "note \(i)", title: "T\(i)", text: String(repeating: "word\(i) ", count: 99))
    }
    let good = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    var damages = 0
    for page in 0..<good.count / 4096 {
      var bad = good
      let start = page == 0 ? 100 : page * 4096
      bad.replaceSubrange(
        start..<(page + 1) * 4096, with: repeatElement(0xA5, count: 4096 - start % 4096))
      try bad.write(to: URL(fileURLWithPath: fixture.path))
      do {
        let notebook = try fixture.open()
        _ = try notebook.notes.all()
        _ = try notebook.note(id: "note 7")
        _ = try notebook.searches.run(SearchQuery(parsing: "word7"))
      } catch let error as NotebookError {
        #expect(
          [.damaged(path: fixture.path), .noteNotFound(id: "note 7", path: fixture.path)]
            .contains(error))
        damages += 1
      }
    }
    #expect(damages > 3)
  }

  @Test func noticesThatTheFileWasReplaced() throws {
    let fixture = try NotebookFixture()
    let other = try NotebookFixture()
    let notebook = try fixture.open()
    #expect(!notebook.isStale)
    #expect(notebook.identity == FileIdentity(path: fixture.path))
    #expect(rename(other.path, fixture.path) == 0)
    #expect(notebook.isStale)
    let again = try fixture.open()
    #expect(!again.isStale)
    try fixture.putNote("A")
    #expect(again.isStale)
    #expect(unlink(fixture.path) == 0)
    #expect(again.isStale)
  }

  @Test func everyErrorSaysWhatHappenedAndWhatToDo() {
    let errors: [NotebookError] = [
      .missing(path: "/n"), .notHereYet(path: "/n"), .notAFile(path: "/n"), .notSQLite(path: "/n"),
      .walMode(path: "/n"), .interruptedWrite(path: "/n"), .notANotebook(path: "/n"),
      .newerVersion(path: "/n"), .damaged(path: "/n"), .locked(path: "/n"),
      .unsafeSchema(path: "/n", object: "x"), .tooLarge(path: "/n"), .takesTooLong(path: "/n"),
      .olderIndex(path: "/n"),
      .unreadable(path: "/n", reason: "x"), .alreadyExists(path: "/n"),
      .cannotCreate(path: "/n", reason: "x"), .noteNotFound(id: "7", path: "/n"),
      .textLost(note: "/n"), .bookWithoutTitle(note: "/n"), .damagedCopy(path: "/n"),
      .nothingRecovered(path: "/n"),
    ]
    for error in errors {
      #expect(error.message.contains("/n") && error.message.hasSuffix("."))
      #expect(error.advice.hasSuffix("."))
      #expect("\(error)" == error.message + " " + error.advice)
      #expect(!"\(error)".contains("\n"))
    }
    #expect(Set(errors.map(\.message)).count == errors.count)
  }
}

extension NotebookError {
  /// The same error about `path`.
  func at(_ path: String) -> NotebookError {
    switch self {
    case .notHereYet: .notHereYet(path: path)
    case .notSQLite: .notSQLite(path: path)
    case .damaged: .damaged(path: path)
    case .notANotebook: .notANotebook(path: path)
    case .newerVersion: .newerVersion(path: path)
    case .walMode: .walMode(path: path)
    case .unsafeSchema(_, let object): .unsafeSchema(path: path, object: object)
    default: self
    }
  }
}

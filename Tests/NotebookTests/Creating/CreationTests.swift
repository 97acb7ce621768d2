import Foundation
import GRDB
import JSON
import NotebookTestSupport
import Testing

@testable import KeyValueStore
@testable import MiniMarkdown
@testable import Notebook
@testable import NotebookFile
@testable import NotebookSearch

@Suite struct CreationTests {
  private static let now = Date(timeIntervalSince1970: 1_632_200_331.347)
  private let folder = NSTemporaryDirectory() + "creation-" + UUID().uuidString

  private func created(_ notes: [String] = StarterNotes.texts) throws -> String {
    let path = folder + "/not/there/yet/new.libnotes"
    try Notebook.create(at: path, notes: notes, now: Self.now)
    return path
  }

  private func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    return try queue.read(body)
  }

  @Test func leavesOneFileForItsOwner() throws {
    let path = try created()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let parent = folder + "/not/there/yet"
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent) == ["new.libnotes"])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let header = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(100)
    #expect(Array(header[16..<20]) == [0x10, 0, 1, 1])  // pages of 4096 bytes, rollback journal
  }

  @Test func replacesNothing() throws {
    let fixture = try NotebookFixture()
    let link = fixture.folder + "/link.libnotes"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    let before = FileIdentity(path: fixture.path)
    for path in [fixture.path, fixture.folder, link] {
      #expect(throws: NotebookError.alreadyExists(path: path)) { try Notebook.create(at: path) }
    }
    #expect(FileIdentity(path: fixture.path) == before)
    #expect(try fixture.files == ["link.libnotes", "test.libnotes"])
  }

  /// Someone else took the name after we looked.
  @Test(arguments: [true, false]) func losesARaceWithoutDamage(hasLinks: Bool) throws {
    let fixture = try NotebookFixture()
    let path = fixture.folder + "/new.libnotes"
    let publication = try Publication(to: path)
    try Data("theirs".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: NotebookError.alreadyExists(path: path)) {
      try hasLinks ? publication.publish() : publication.publishWithoutLinks()
    }
    publication.discard()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("theirs".utf8))
    #expect(try fixture.files == ["new.libnotes", "test.libnotes"])
  }

  @Test func publishesWithoutLinks() throws {
    let fixture = try NotebookFixture()
    let path = fixture.folder + "/new.libnotes"
    let publication = try Publication(to: path)
    try Data("ours".utf8).write(to: URL(fileURLWithPath: publication.temporaryPath))
    try publication.publishWithoutLinks()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("ours".utf8))
    #expect(try fixture.files == ["new.libnotes", "test.libnotes"])
  }

  @Test(arguments: ["/test.libnotes/below/new.libnotes", "/new\u{0}.libnotes"])
  func saysWhyItCannot(path: String) throws {
    let fixture = try NotebookFixture()
    let error = #expect(throws: NotebookError.self) {
      try Notebook.create(at: fixture.folder + path)
    }
    guard case .cannotCreate(_, let reason) = error else {
      Issue.record("not cannotCreate: \(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty)
    #expect(try fixture.files == ["test.libnotes"])
  }

  /// The rules that the app relies on.
  @Test func keepsTheFormat() throws {
    let path = try created(["# One\n", "# Two\n", "two\r\nlines\n", "> twice\n\n> twice\n\n> end"])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
      #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
      try db.execute(
        sql: "INSERT INTO entryFullText(entryFullText, rank) VALUES('integrity-check', 1)")

      func all(_ sql: String) throws -> [String] {
        try Row.fetchAll(db, sql: sql).map { row in
          row.databaseValues.map { $0.isNull ? "NULL" : "\($0.storage.value ?? "")" }
            .joined(separator: "|")
        }
      }
      let identifiers = try all("SELECT identifier FROM grdb_migrations ORDER BY rowid")
      #expect(
        identifiers == [
          "initialSchema", "noTombstonePrimarykey", "authorTimestamp", "applicationIdentifier",
        ])
      #expect(
        try all("SELECT * FROM applicationIdentifier")
          == ["org.brians-brain.libnotes|2|0|Library Notes"])
      #expect(
        try all("SELECT typeof(id), length(id), usn, timestamp FROM author")
          == ["blob|16|1|2021-09-21 04:58:51.347"])
      #expect(
        try all(
          """
          SELECT DISTINCT typeof(e.authorId), e.usn, e.timestamp, a.usn >= e.usn FROM entry e
          JOIN author a ON a.id = e.authorId
          """) == ["blob|1|2021-09-21 04:58:51.347|1"])
      #expect(
        try all("SELECT count(*), count(DISTINCT scope) FROM entry WHERE key = '.metadata'")
          == ["4|4"])
      #expect(try all("SELECT count(*) FROM tombstone") == ["0"])
      #expect(
        try all("SELECT DISTINCT type, text, json FROM entry WHERE key = '.bookIndex'")
          == ["0|NULL|NULL"])
      #expect(
        try all("SELECT text FROM entry WHERE key = '.noteText' ORDER BY text")
          == ["# One\n", "# Two\n", "> twice\n\n> twice\n\n> end", "two\nlines\n"])
      // The type says which column holds the value.
      #expect(
        try all(
          """
          SELECT count(*) FROM entry WHERE blob IS NOT NULL OR blobMimeType IS NOT NULL
            OR type <> (text IS NOT NULL) + 2 * (json IS NOT NULL AND json_valid(json))
          """) == ["0"])
    }
  }

  @Test func isReadBackInOrder() throws {
    let path = try created(["first", "second", "third"])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let notebook = try Notebook.open(at: path)
    let notes = try notebook.notes.all()
    #expect(try notes.map { try notebook.note(id: $0.id).text } == ["first", "second", "third"])
    #expect(notes.first?.modified == Date(timeIntervalSince1970: 1_632_200_331))
    #expect(notes.allSatisfy { UUID(uuidString: $0.id)?.uuidString == $0.id })
    #expect(try notebook.searches.run(SearchQuery(parsing: "seco")).hits.map(\.note) == [notes[1]])
  }

  @Test func storesWhatTheTextSaysAboutItself() throws {
    let path = try created()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let notebook = try Notebook.open(at: path)
    for (note, text) in zip(try notebook.notes.all(), StarterNotes.texts) {
      let content = NoteContent(text: text)
      #expect(note.storedTitle == content.title && note.summary == content.summary)
      #expect(note.tags == content.hashtags.sorted())
      let keys = try read(path) { db in
        try String.fetchSet(
          db, sql: "SELECT key FROM entry WHERE scope = ? AND key LIKE 'prompt=%'",
          arguments: [note.id])
      }
      #expect(
        keys
          == Set(
            content.promptCollections.map { freshKey($0.kind, $0.rawValue, count: $0.promptCount) })
      )
    }
  }

  @Test func writesPromptsAsTheAppDoes() throws {
    let quote = "> Listen to many, speak to a few. (I.iii)\n"
    let key = "prompt=quote;count=1;id=50917144db6b7b5c4d023cd0ab367d6cb6dc6249"
    #expect(freshKey(.quote, quote) == key)
    let note = TestNote(quote)
    #expect(
      try note.prompts[key]
        == JSONValue(
          stored: #"""
            {"type":"prompt=quote","rawValue":"> Listen to many, speak to a few. (I.iii)\n",
            "promptStatistics":[{"reviewCount":0,"lapseCount":0,"totalCorrect":0,
            "totalIncorrect":0,"spacedRepetitionFactor":2.5}]}
            """#))
    let clozes = TestNote("?[](a) ?[](b)").prompts
    #expect(clozes.keys.first?.hasPrefix("prompt=cloze;count=2;id=") == true)
    #expect(clozes.values.first?["promptStatistics"]?.array?.count == 2)
    #expect(TestNote("Q: a\nA: b").prompts.values.first?["type"] == "prompt=qanda")
  }
}

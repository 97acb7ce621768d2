import Base
import Foundation
import GRDB
import JSON
import NotebookTestSupport
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile

/// `commonplace merge`: what a dry run says is what happens.
@Suite struct NotebookMergeTests {
  /// Two devices that began with the same notebook and edited it apart, from a seed.
  private func devices(_ seed: UInt64) throws -> (Device, Device) {
    var random = SeededGenerator(seed: seed)
    let ours = try Device(notes: (1...6).map { "# Note \($0)\n\n> A quote, \($0).\n" })
    let theirs = try Device(copying: ours.path)
    for device in [ours, theirs] {
      let notebook = try device.open()
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let notes = try notebook.notes.all(includingTrash: true)
        let id = notes.randomElement(using: &random)?.id ?? ""
        switch Int.random(in: 0..<5, using: &random) {
        case 0: _ = try notebook.createNote(text: "# New \(random.next())\n")
        case 1: try notebook.trash(id)
        case 2: try notebook.delete(id)
        default: _ = try notebook.save(text: "# Edited \(random.next())\n", note: id)
        }
      }
      try notebook.close()
    }
    return (ours, theirs)
  }

  @Test(arguments: 1...12)
  func aDryRunTellsTheTruth(_ seed: UInt64) throws {
    let (ours, theirs) = try devices(seed)
    let other = theirs.folder + "/theirs"
    try FileManager.default.copyItem(atPath: theirs.path, toPath: other)
    let notebook = try ours.open()
    let before = try Data(contentsOf: URL(filePath: ours.path))
    let titles = try notebook.notes.all(includingTrash: true)

    let said = try notebook.merge([other, theirs.path], isDryRun: true)
    #expect(try Data(contentsOf: URL(filePath: ours.path)) == before)
    #expect(try notebook.notes.all(includingTrash: true) == titles)
    let done = try notebook.merge([other, theirs.path])
    #expect(said == done, "seed \(seed)")
    #expect(done[1].isNothing)
    try notebook.close()

    let after = try ours.open()
    let ids = try Set(after.notes.all(includingTrash: true).map(\.id))
    #expect(Set(done[0].new.map(\.id)) == ids.subtracting(titles.map(\.id)))
    #expect(Set(done[0].deleted.map(\.id)) == Set(titles.map(\.id)).subtracting(ids))
    #expect(try after.conflicts.all().map(\.note) == done[0].conflicts.map(\.id))
    for note in done[0].conflicts {
      let choices: [ConflictChoice] = [.shown, .other, .both, .text("# Chosen\n")]
      try after.conflicts.resolve(in: note.id, keeping: choices[Int(seed) % 4])
      #expect(try Self.versions(of: note.id, in: after).allSatisfy { $0 == 1 })
    }
    #expect(try after.conflicts.all() == [])
  }

  /// The number of versions of each key of a note.
  static func versions(of note: String, in notebook: Notebook) throws -> [Int] {
    try notebook.read { db in
      try Int.fetchAll(
        db, sql: "SELECT count(*) FROM entry WHERE scope = ?1 OR key GLOB ?2 GROUP BY scope, key",
        arguments: [note, note + ";*"])
    }
  }

  @Test func anotherNotebookIsTakenIn() throws {
    let ours = try Device(notes: ["# Ours\n"])
    let theirs = try Device(notes: ["# Theirs\n"])
    let notebook = try ours.open()
    #expect(try notebook.merge([theirs.path])[0].new.map(\.title) == ["Theirs"])
    try notebook.close()
    #expect(try ours.open().notes.all().map(\.title).sorted() == ["Ours", "Theirs"])
  }

  @Test(arguments: [
    "UPDATE applicationIdentifier SET id = 'com.example.other'",
    "UPDATE applicationIdentifier SET majorVersion = 3",
    "INSERT INTO grdb_migrations VALUES ('of the future')",
  ])
  func otherApplicationsAreRefused(_ sql: String) throws {
    let fixture = try NotebookFixture(notes: ["# Theirs\n"])
    try fixture.execute(sql)
    let ours = try Device(notes: ["# Ours\n"])
    let notebook = try ours.open()
    for isDryRun in [true, false] {
      #expect(throws: NotebookError.self) {
        try notebook.merge([fixture.path], isDryRun: isDryRun)
      }
    }
    #expect(try ours.files == ["book.libnotes"])
  }

  @Test func versionZeroIsMerged() throws {
    let fixture = try NotebookFixture(notes: ["# Old\n"])
    try fixture.execute(
      """
      DROP TABLE applicationIdentifier;
      DELETE FROM grdb_migrations WHERE identifier = 'applicationIdentifier'
      """)
    let device = try Device(notes: [])
    defer { withExtendedLifetime(device) {} }
    let notebook = try device.open()
    let said = try notebook.merge([fixture.path], isDryRun: true)
    #expect(said[0].new.map(\.title) == ["Old"])
    #expect(try notebook.merge([fixture.path]) == said)
  }

  @Test func statisticsOfPromptsSurviveAChoice() throws {
    let (text, other) = ("# N\n\n> A quote.\n\nMine.\n", "# N\n\n> A quote.\n\nTheirs.\n")
    let ours = try Device(notes: ["# N\n\n> A quote.\n"])
    let theirs = try Device(copying: ours.path)
    let notebook = try ours.open()
    let id = try notebook.notes.all()[0].id
    let reviewing = try theirs.open()
    let key = try reviewing.read { db in
      try String.fetchOne(db, sql: "SELECT key FROM entry WHERE key LIKE 'prompt=quote%'")
    }
    let entryKey = EntryKey(scope: id, key: try #require(key))
    for (notebook, count) in [(reviewing, 5 as Int64), (notebook, 1)] {
      try notebook.write { author, db in
        let stored = try NoteValues.fetch(db, note: id).values[entryKey]
        var json = try #require(stored?.json?.object)
        json["promptStatistics"] = [
          [
            "reviewCount": .integer(count), "lapseCount": 0, "totalCorrect": 0, "totalIncorrect": 0,
            "spacedRepetitionFactor": 2.5,
          ]
        ]
        try author.write(
          [(entryKey, .json(.object(json)))], at: Date(), superseding: .winners, in: db)
      }
    }
    _ = try reviewing.save(text: other, note: id)
    try reviewing.close()
    _ = try notebook.save(text: text, note: id)
    #expect(try notebook.merge([theirs.path])[0].conflicts.map(\.id) == [id])
    try notebook.conflicts.resolve(in: id, keeping: .shown)
    #expect(try notebook.note(id: id).text == text)
    #expect(try Self.versions(of: id, in: notebook).allSatisfy { $0 == 1 })
    let stored = try notebook.read { db in try NoteValues.fetch(db, note: id).values[entryKey] }
    #expect(stored?.json?["promptStatistics"]?.array?.first?["reviewCount"]?.int == 5)
  }
}

import Base
import Books
import Foundation
import JSON
import NotebookTestSupport
import TestSupport
import Testing

@testable import ImportExport
@testable import KeyValueStore
@testable import Notebook

/// The databases from before notebooks.
@Suite struct LegacyTests {
  private typealias Legacy = LegacyFixture

  private func fixture(_ others: [String] = [], name: String = "old.grail") throws -> (
    ExchangeFixture, path: String
  ) {
    let fixture = try ExchangeFixture()
    let path = fixture.path(name)
    try Legacy.make(at: path, others: others)
    return (fixture, path)
  }

  private func json(_ fixture: ExchangeFixture, _ scope: String, _ key: String) throws -> JSONValue
  {
    try fixture.device.open().read { db in
      try EntryVersion.fetch(db, EntryKey(scope: scope, key: key)).first?.value.json ?? .null
    }
  }

  @Test(arguments: ["old.grail", "old.notedb"])
  func becomesNotes(_ name: String) throws {
    let (fixture, path) = try fixture(name: name)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let dry = try fixture.take([path], isDryRun: true)
    let report = try fixture.take([path])
    #expect(report == dry)
    #expect(report.new == 2 && report.skipped == [])
    #expect(report.remarks.map(\.text) == ["has 1 deleted note, not imported"])

    let note = try fixture.device.open().note(id: Legacy.walden)
    #expect(note.summary.title == "Walden" && note.summary.summary == "By a pond")
    #expect(note.summary.tags == ["#nature", "#old"])
    #expect(note.summary.folder == "archive")
    #expect(Timestamps.json(note.summary.created) == "2020-12-01T08:00:00Z")
    #expect(Timestamps.json(note.summary.modified) == "2021-01-02T09:10:11Z")
    #expect(note.text.hasPrefix("# Walden\n> Simplify.\n"))
    #expect(note.summary.book?.year == 1854)
    let metadata = try json(fixture, Legacy.walden, ".metadata")
    #expect(metadata["book"]?["x"] == [1])
    #expect(metadata["authorLastFirst"]?.string == "Thoreau Henry David")

    let keys = try fixture.content().values.keys.filter { $0.scope == Legacy.walden }.map(\.key)
    #expect(
      keys.sorted() == [
        ".bookIndex", ".coverImage", ".metadata", ".noteText", "0123.jpg", "assets/abc.png",
        "prompt=cloze;count=2;id=k2", "prompt=quote;count=1;id=k1",
      ])
    let quote = try json(fixture, Legacy.walden, "prompt=quote;count=1;id=k1")
    #expect(
      quote["promptStatistics"]?.array?.first == [
        "reviewCount": 3, "lapseCount": 1, "totalCorrect": 2, "totalIncorrect": 1,
        "lastReview": "2021-01-01T00:00:00Z", "idealInterval": 604800.5,
        "due": "2021-02-01T00:00:00Z", "spacedRepetitionFactor": 2.35,
      ])
    #expect(quote["type"] == "prompt=quote" && quote["rawValue"] == "> Simplify.\n")

    // Values that notebooks do not support.
    let kept = try json(
      fixture, ".commonplace", "\(Legacy.walden);prompt=vocabulary;count=1;id=k3")
    #expect(kept["rawValue"] == "pond: Teich")
    let address = try json(fixture, ".commonplace", "\(Legacy.page);reference=reference")
    #expect(address["text"] == "https://example.org/")

    let log = try fixture.content().values.keys.filter { $0.scope == ".studyLog" }.map(\.key)
      .sorted()
    let device = Legacy.device.uppercased()
    #expect(
      log == [
        "2021-01-01T00:00:00Z;note=\(Legacy.walden);promptId=prompt=cloze;count=2;id=k2;author=\(device)",
        "2021-01-01T00:00:00Z;note=\(Legacy.walden);promptId=prompt=cloze;count=2;id=k2;author=\(device);",
        "2021-01-01T00:00:00Z;note=\(Legacy.walden);promptId=prompt=quote;count=1;id=k1;author=\(device)",
      ])

    // Again, and again after the note was edited: nothing new.
    let content = try fixture.content()
    #expect(try fixture.take([path]).unchanged == 2)
    #expect(try fixture.content() == content)
    try fixture.save("# Walden Pond\n", to: Legacy.walden)
    #expect(try fixture.take([path]).unchanged == 2)
    #expect(try fixture.note("Walden Pond").text == "# Walden Pond\n")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try fixture.files == [name])
  }

  /// Answers of one second to one block have separate keys, however many there are.
  @Test func manyAnswersOfOneSecond() throws {
    let (fixture, path) = try fixture([
      """
      WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 409)
      INSERT INTO promptHistory
      SELECT i, '2021-01-01 00:00:00.000', 1, 0, '\(Legacy.walden)', 'k2', 0 FROM n
      """
    ])
    try fixture.take([path])
    let content = try fixture.content()
    let keys = content.values.keys.filter { $0.scope == ".studyLog" }.map(\.key)
    #expect(keys.count == 403)
    #expect(keys.allSatisfy { $0.count < 250 })
    try fixture.take([path])
    #expect(try fixture.content() == content)
  }

  /// The statistics go on when the text is saved.
  @Test func promptsGoOn() throws {
    let (fixture, path) = try fixture()
    try fixture.take([path])
    let text = try fixture.device.open().note(id: Legacy.walden).text
    try fixture.save(text + "\nmore\n", to: Legacy.walden)
    let quote = try json(fixture, Legacy.walden, "prompt=quote;count=1;id=k1")
    #expect(quote["promptStatistics"]?.array?.first?["reviewCount"]?.int == 3)
  }

  /// Declarations that no such database has.
  @Test(
    arguments: [
      "CREATE VIEW \"noteView\" AS SELECT * FROM note",
      "CREATE TABLE other (x)", "CREATE VIRTUAL TABLE other USING fts5(x)",
      "DROP TABLE asset; CREATE VIEW asset AS SELECT id, '' AS data FROM note",
      "ALTER TABLE asset ADD COLUMN y GENERATED ALWAYS AS (zeroblob(1000000000)) VIRTUAL",
      "DROP TABLE noteLink; CREATE VIRTUAL TABLE noteLink USING fts5(noteId, targetTitle)",
      "CREATE TRIGGER evil AFTER INSERT ON other BEGIN SELECT 1; END",
      "INSERT INTO grdb_migrations VALUES ('later')", "DELETE FROM grdb_migrations",
      "DROP TABLE content", "ALTER TABLE note DROP COLUMN title",
      "CREATE TABLE entry (scope)",
    ])
  func refuses(_ sql: String) throws {
    // A trigger needs its table.
    let others = sql.contains(" ON other ") ? ["CREATE TABLE other (x)", sql] : [sql]
    let (fixture, path) = try fixture(others)
    let report = try fixture.take([path])
    #expect(report.skipped.count == 1 && report.new == 0, "\(report)")
    #expect(try fixture.content().values.isEmpty)
  }

  /// Older forms, which lack tables and columns; and values of other types than their columns'.
  @Test(
    arguments: [
      ["DROP TABLE asset", "DROP TABLE promptHistory"], ["ALTER TABLE note DROP COLUMN summary"],
      ["ALTER TABLE note DROP COLUMN folder", "DROP TABLE device"],
      [
        "UPDATE note SET title = X'FF00', modifiedTimestamp = 5, deleted = 'no', folder = X'00' WHERE deleted = 0"
      ],
      ["UPDATE content SET text = X'C328' WHERE role <> 'primary'"],
      ["UPDATE prompt SET lastReview = 'then', spacedRepetitionFactor = 9e999, reviewCount = 'x'"],
      ["UPDATE content SET mimeType = 1, text = '{' WHERE role = 'reference'"],
      ["UPDATE binaryContent SET blob = 'text', mimeType = X'00FF'"],
      ["UPDATE promptHistory SET timestamp = 'then', noteId = X'00'"],
    ])
  func takesWhatIsThere(_ statements: [String]) throws {
    let (fixture, path) = try fixture(statements)
    let report = try fixture.take([path])
    #expect(report.new == 2 && report.skipped == [], "\(report)")
    #expect(try fixture.device.open().notes.all().count == 2)
    #expect(try fixture.take([path]).unchanged == 2)
  }
}

import Base
import Foundation
import GRDB
import NotebookTestSupport
import TestSupport
import Testing

@testable import NotebookFile
@testable import NotebookSearch

/// Our highlight(), which takes linear time, against SQLite's own.
@Suite struct HighlightTests {
  private static let pieces = [
    "a", "the", "letters", "letter", "é", "Ünder", "x-y", "\"q\"", "\n", "日本", " ", "👩‍👧",
  ]

  @Test(arguments: [
    "a", "\"a the\"", "letter", "\"a the\" OR \"the letter\" OR letter", "\"a a a\" OR a", "l*",
    "\"a l\"*", "under AND x", "\"x y\" OR y", "日本", "NOTHING",
  ])
  func marksWhatSQLiteMarks(_ query: String) throws {
    var random = SeededGenerator(seed: 7)
    let texts = (0..<80).map { _ in
      (0..<Int.random(in: 0...40, using: &random)).map { _ in
        (Self.pieces.randomElement(using: &random) ?? "")
          + (Int.random(in: 0...4, using: &random) > 0 ? " " : "")
      }.joined()
    }
    let fixture = try NotebookFixture(notes: texts)
    let sql = """
      SELECT rowid, CAST(highlight(entryFullText, 0, '[', ']') AS BLOB) FROM entryFullText
      WHERE entryFullText MATCH ? ORDER BY rowid
      """
    func marked(_ db: Database) throws -> [Row] {
      try Row.fetchAll(db, sql: sql, arguments: [query])
    }
    let file = try GuardedFile.open(fixture.path)
    let ours = try file.read(marked)
    let plain = try DatabaseQueue(path: fixture.path)
    #expect(try ours == plain.read(marked))
    #expect(ours.isEmpty == (query == "NOTHING"))
  }

  /// SQLite's own ends at the first NUL.
  @Test func marksWhatFollowsANul() throws {
    let fixture = try NotebookFixture(notes: ["one\u{0}two three"])
    let hit = try #require(
      try fixture.open().searches.run(SearchQuery(parsing: "three")).hits.first)
    #expect(hit.snippet == "one two three" && hit.highlights == [8..<13])
  }

  /// As many matches as there are words.
  @Test func marksATextThatIsAllMatches() throws {
    let text = String(repeating: "a ", count: 200_000)
    let fixture = try NotebookFixture(notes: [text])
    let hit = try fixture.open().searches.run(SearchQuery(parsing: "a")).hits.first
    #expect(hit?.highlights.count == 80 && hit?.columns == 0..<1)
  }
}

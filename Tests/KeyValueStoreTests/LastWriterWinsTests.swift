import Base
import Foundation
import GRDB
import KeyValueStore
import Notebook
import NotebookSearch
import NotebookTestSupport
import Testing

/// A merge leaves several versions of a key; the app and we must pick the same one.
@Suite struct LastWriterWinsTests {
  private static let early = "2024-01-01 00:00:00.000"
  private static let late = "2024-01-01 00:00:00.001"

  @Test(arguments: [
    // The times of two authors' texts, and which one counts.
    (early, late, "second"), (late, early, "first"), (early, early, "first"),
  ])
  func theLatestTextCounts(first: String, second: String, winner: String) throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("A")
    try fixture.put("A", ".noteText", text: "second", author: 2, usn: 9, at: second)
    try fixture.put("A", ".noteText", text: "first", author: 1, usn: 5, at: first)
    let notebook = try fixture.open()
    let note = try notebook.note(id: "A")
    #expect(note.text == winner)
    let version = winner == "first" ? "01:5" : "02:9"
    #expect(note.version.hasSuffix(version) && note.version.count == 34)
    #expect(
      try notebook.searches.run(SearchQuery(parsing: "first")).total == (winner == "first" ? 1 : 0))
    #expect(
      try notebook.searches.run(SearchQuery(parsing: "second")).total == (winner == "first" ? 0 : 1)
    )
  }

  @Test func theLatestMetadataCounts() throws {
    let fixture = try NotebookFixture()
    try fixture.put("A", ".metadata", json: metadata(title: "old"), author: 1, at: Self.early)
    try fixture.put("A", ".metadata", json: metadata(title: "new"), author: 2, at: Self.late)
    let notebook = try fixture.open()
    #expect(try notebook.notes.all().map(\.title) == ["new"])
    #expect(try notebook.note(id: "A").summary.title == "new")
  }

  @Test func aLaterDeletionCounts() throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("A", title: "A", text: "words")
    try fixture.put("A", ".noteText", author: 2, at: "2024-01-02 00:00:00.000")
    try fixture.putNote("B", title: "B")
    try fixture.put("B", ".metadata", author: 2, at: "2024-01-02 00:00:00.000")
    let notebook = try fixture.open()
    #expect(try notebook.notes.all().map(\.id) == ["A"])
    #expect(try notebook.note(id: "A").text == "")
    #expect(try notebook.searches.run(SearchQuery(parsing: "words")).total == 0)
  }

  /// Looking at each row, and passing over all, find the same versions, also where there are very many.
  @Test(arguments: 0..<4) func allConditionsFindTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let replica = try Replica()
    try replica.queue.write { db in
      for scope in ["A", "B", "C"] {
        for key in [".metadata", ".noteText", "prompt=q"] where Bool.random(using: &random) {
          let most = Bool.random(using: &random) ? 3 : 100
          for author in 0..<Int.random(in: 1...most, using: &random) {
            let id = Data([UInt8(truncatingIfNeeded: author)])
            try db.execute(
              sql: "INSERT OR IGNORE INTO author VALUES (?, '', 1, NULL)", arguments: [id])
            try db.execute(
              sql:
                "INSERT INTO entry (scope, key, authorId, usn, timestamp, type) VALUES (?, ?, ?, 1, ?, 0)",
              arguments: [
                scope, key, id,
                Bool.random(using: &random) ? Self.early : Self.late,
              ])
          }
        }
      }
      func rows(_ condition: String) throws -> [Int64] {
        try Int64.fetchAll(db, sql: "SELECT rowid FROM entry WHERE \(condition) ORDER BY rowid")
      }
      let winners = try rows(LastWriterWins.condition)
      #expect(try rows(LastWriterWins.scanCondition) == winners)
      let outdated = try LastWriterWins.outdated(db)
      #expect(try outdated.map(\.row).sorted() == rows("rowid NOT IN (\(winners.list))"))
      #expect(
        outdated.allSatisfy { ["A", "B", "C"].contains($0.key.scope) && !$0.key.key.isEmpty })
      let texts = try rows("key = '.noteText' AND \(LastWriterWins.condition)")
      #expect(
        try rows("key = '.noteText' AND \(LastWriterWins.scanCondition(".noteText"))") == texts)
    }
  }

  @Test func textsComeBackWhole() throws {
    let fixture = try NotebookFixture()
    let text = "one\r\ntwo\u{0}three\rfour 👩‍👩‍👧 e\u{301}\n"
    try fixture.putNote("A", text: text)
    try fixture.putNote("B")
    let notebook = try fixture.open()
    #expect(try Array(notebook.note(id: "A").text.utf8) == Array(text.utf8))
    #expect(try notebook.note(id: "B").text == "")
    #expect(try notebook.note(id: "B").version == "")
  }
}

extension [Int64] {
  fileprivate var list: String { map(String.init).joined(separator: ", ") }
}

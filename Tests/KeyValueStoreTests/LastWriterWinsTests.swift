import Foundation
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
    #expect(try notebook.search(SearchQuery(parsing: "first")).total == (winner == "first" ? 1 : 0))
    #expect(
      try notebook.search(SearchQuery(parsing: "second")).total == (winner == "first" ? 0 : 1))
  }

  @Test func theLatestMetadataCounts() throws {
    let fixture = try NotebookFixture()
    try fixture.put("A", ".metadata", json: metadata(title: "old"), author: 1, at: Self.early)
    try fixture.put("A", ".metadata", json: metadata(title: "new"), author: 2, at: Self.late)
    let notebook = try fixture.open()
    #expect(try notebook.notes().map(\.title) == ["new"])
    #expect(try notebook.note(id: "A").summary.title == "new")
  }

  @Test func aLaterDeletionCounts() throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("A", title: "A", text: "words")
    try fixture.put("A", ".noteText", author: 2, at: "2024-01-02 00:00:00.000")
    try fixture.putNote("B", title: "B")
    try fixture.put("B", ".metadata", author: 2, at: "2024-01-02 00:00:00.000")
    let notebook = try fixture.open()
    #expect(try notebook.notes().map(\.id) == ["A"])
    #expect(try notebook.note(id: "A").text == "")
    #expect(try notebook.search(SearchQuery(parsing: "words")).total == 0)
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

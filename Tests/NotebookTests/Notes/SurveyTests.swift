import Foundation
import GRDB
import Notebook
import NotebookTestSupport
import Testing

/// Going through the whole notebook, again and again.
@Suite struct SurveyTests {
  private func fixture() throws -> NotebookFixture {
    let fixture = try NotebookFixture()
    try fixture.putNote("A", title: "A", text: "# A\n\nQ: a?", tags: ["#x"])
    try fixture.putNote("B", title: "B", text: "# B")
    try fixture.putNote("C", title: "C", text: "Q: c", folder: "recentlyDeleted")
    try fixture.putNote("D", title: "D")
    // Values that a file can hold and no program writes.
    try fixture.execute("UPDATE entry SET text = X'FF51' WHERE scope = 'B' AND key = '.noteText'")
    try fixture.execute("UPDATE entry SET json = 7 WHERE scope = 'D' AND key = '.metadata'")
    return fixture
  }

  @Test func notesOutsideTheTrash() throws {
    let notebook = try fixture().open()
    var titles: [String] = []
    try notebook.notes.forEach { titles.append($0.title) }
    #expect(titles.sorted() == ["A", "B"])
  }

  @Test func textsAreReadByVersion() throws {
    let fixture = try fixture()
    let notebook = try fixture.open()
    let versions = try notebook.texts.versions()
    #expect(Set(versions.keys) == ["A", "B", "C"])
    #expect(versions["A"] == (try notebook.note(id: "A").version))
    #expect(Set(try notebook.texts.versions(containing: "Q: ").keys) == ["A", "C"])
    #expect(try notebook.texts.versions(containing: "%").isEmpty)
    // The latest of several versions counts, for the search, too.
    try fixture.put(
      "A", ".noteText", text: "nothing", author: 2, usn: 5, at: "2025-01-01 00:00:00.000")
    let reopened = try fixture.open()
    #expect(Set(try reopened.texts.versions(containing: "Q: ").keys) == ["C"])
    #expect(try reopened.texts.versions()["A"] != versions["A"])
    let texts = try reopened.texts.of(["nobody", "A", "B"])
    #expect(texts.map(\.id) == ["nobody", "A", "B"])
    #expect(texts.map(\.text) == ["", "nothing", "\u{FFFD}Q"])
    #expect(texts.map(\.version) == ["", try reopened.note(id: "A").version, versions["B"] ?? ""])
  }

  @Test func textsComeAsTheyAreStored() throws {
    let fixture = try fixture()
    // Of several versions the latest counts; a note without a text has an empty one.
    try fixture.put(
      "A", ".noteText", text: "older", author: 2, usn: 5, at: "2019-01-01 00:00:00.000")
    for number in 0..<600 { try fixture.putNote("N\(number)", title: "N", text: "\(number)") }
    let notebook = try fixture.open()
    let ids = ["nobody", "B", "A", "D"] + (0..<600).reversed().map { "N\($0)" }
    var texts: [Int: String] = [:]
    var times = 0
    try notebook.texts.forEach(of: ids) { some in
      times += 1
      for (index, text) in some {
        #expect(texts[index] == nil)
        texts[index] = text
      }
    }
    #expect(times > 2)
    #expect(ids.indices.map { texts[$0] } == (try notebook.texts.of(ids).map(\.text)))
  }

  @Test func imagesOfNotes() throws {
    let fixture = try fixture()
    try fixture.put("A", "assets/gone.png")
    try fixture.execute(
      """
      INSERT INTO entry SELECT 'A', keys.key, authorId, 1, timestamp, 3, NULL, NULL, 'image/png', X'00'
      FROM entry, (SELECT 'assets/a.png' AS key UNION SELECT '.coverImage' UNION SELECT 'assets0')
        AS keys
      WHERE scope = 'A' AND entry.key = '.metadata'
      """)
    let notebook = try fixture.open()
    let keys = try notebook.images.keys(of: ["A", "B", "nobody"])
    #expect(keys == ["A": ["assets/a.png"], "B": []])
  }
}

import Books
import JSON
import Testing

@testable import Notebook

/// Notes about the same book, and with the same hashtags.
@Suite struct KindredNotesTests {
  private func note(_ id: String, _ tags: [String], book: String? = nil) throws -> NoteSummary {
    var json: JSONObject = [
      "title": .string(id), "tags": tags.json, "creationTimestamp": "2024-01-01T00:00:00Z",
      "modifiedTimestamp": "2024-01-01T00:00:00Z",
    ]
    json["book"] = book.map { ["title": .string($0), "authors": ["Jane Austen"]] }
    let text = String(decoding: JSONValue.object(json).serialized(), as: UTF8.self)
    return NoteSummary(id: id, metadata: try #require(NoteMetadata(json: text)))
  }

  @Test func thoseWithRareHashtagsComeFirst() throws {
    let notes = try [
      note("A", ["#often"]), note("B", ["#often", "#other"]), note("C", ["#rare"]),
      note("D", ["#other"]), note("E", ["#often"], book: "Emma"), note("F", ["#often", "#rare"]),
    ]
    let emma = try note("N", ["#often", "#rare"], book: "Emma")
    let record = BookRecord(title: "Emma", authors: ["Jane Austen"])
    let kindred = KindredNotes(of: emma, about: record, among: notes + [emma], known: ["F"])
    #expect(kindred.sameBook.map(\.id) == ["E"])
    #expect(kindred.sameTags.map(\.id) == ["C", "A", "B"])
    let alone = KindredNotes(of: try note("N", []), about: nil, among: notes, known: [])
    #expect(alone.sameBook.isEmpty && alone.sameTags.isEmpty)
  }
}

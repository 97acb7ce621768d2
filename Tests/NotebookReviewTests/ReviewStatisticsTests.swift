import Foundation
import NotebookReview
import NotebookTestSupport
import Testing

/// Statistics with an index, and without.
@Suite struct ReviewStatisticsTests {
  private static let now = Date(timeIntervalSince1970: 1_704_200_000)

  private static func prompts(_ kind: String, _ statistics: String...) -> String {
    #"{"type":"prompt=\#(kind)","rawValue":"> x","promptStatistics":[\#(statistics.joined(separator: ","))]}"#
  }

  private static let (new, learned, late) = (
    "{}", #"{"reviewCount":2,"due":"2024-01-20T00:00:00Z","lastReview":"2023-12-01T00:00:00Z"}"#,
    #"{"reviewCount":1,"due":"2023-01-20T00:00:00Z","lastReview":"2022-12-01T00:00:00Z"}"#
  )

  /// If nothing was saved here, rows are counted by themselves unless a key has several versions or
  /// there are values in our scope; otherwise the index is made. All count the same.
  @Test(arguments: ["", "several", "ours"]) func countsTheSameWithAnIndex(others: String) throws {
    let fixture = try NotebookFixture()
    // Rows of a note do not stand together, and prompts may stand before it. One has a hashtag in two
    // spellings.
    try fixture.put("A", "prompt=quote;count=1;id=a", json: Self.prompts("quote", Self.new))
    try fixture.put(
      "B", "prompt=cloze;count=2;id=b", json: Self.prompts("cloze", Self.learned, Self.late))
    try fixture.putNote(
      "A", tags: ["#x", "#X/y", "#X/Y"], book: ("Walden", "Thoreau", []), minute: 1)
    try fixture.putNote("B", tags: ["#x/Y"], minute: 2)
    try fixture.put("A", "prompt=quote;count=1;id=c", json: Self.prompts("quote", Self.late))
    // These are not asked.
    try fixture.put("A", "prompt=quote;count=2;id=d", json: Self.prompts("quote", Self.late))
    try fixture.put("A", "prompt=quote;count=1;id=e")
    try fixture.putNote("C", folder: "recentlyDeleted")
    try fixture.put("C", "prompt=quote;count=1;id=a", json: Self.prompts("quote", Self.new))
    try fixture.put("gone", "prompt=quote;count=1;id=a", json: Self.prompts("quote", Self.new))
    try fixture.put(
      ".studyLog", "2024-01-01T10:00:00Z;note=B;promptId=prompt=cloze;count=2;id=b;author=1",
      json: #"{"statistics":{"correct":1,"incorrect":0}}"#)
    if others == "several" {
      try fixture.put("B", "prompt=cloze;count=2;id=b", json: "{}", author: 2, at: "2020")
    } else if others == "ours" {
      try fixture.put(".commonplace", "X;imported", json: "{}")
    }
    let notebook = try fixture.open()
    let statistics = try notebook.reviews.statistics(now: Self.now)
    #expect(statistics.prompts == 4 && statistics.new == 1)
    #expect(statistics.due[0] == 3 && statistics.due.reduce(0, +) == 4)
    #expect(statistics.answers.all == 1)
    #expect(statistics.tags.map { "\($0.name) \($0.prompts) \($0.due)" } == ["#x 2 2", "#x/Y 4 3"])
    #expect(statistics.books.map(\.prompts) == [2])
    try notebook.reviews.count()
    #expect(try notebook.reviews.statistics(now: Self.now) == statistics)
  }
}

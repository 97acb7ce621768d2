import Foundation
import Notebook
import NotebookTestSupport
import TestSupport
import Testing

@testable import NotebookSearch

/// The conditions of a search besides words.
@Suite struct SearchConditionTests {
  private let fixture: NotebookFixture
  private let notebook: Notebook

  init() throws {
    fixture = try NotebookFixture()
    let notebook = try fixture.open()
    self.notebook = notebook
    func make(_ text: String, _ date: String) throws {
      let day = try #require(try? Date(date + "T12:00:00Z", strategy: .iso8601))
      _ = try notebook.createNote(text: text, now: day)
    }
    try make(
      "# On letters\n\n> Simplify your lives.\n\nQ: who wrote?\nA: Seneca\n\n#a", "2020-06-01")
    try make("# Simple things\n\na ?[x](letter) of life\n\n> Other words.\n", "2021-05-31")
    try make("# Plain\n\nlives and letters, simply\n\n#a/b", "2021-06-01")
  }

  @Test(arguments: [
    ("in:title letter", ["On letters"]), ("in:title simpl", ["Simple things"]),
    ("in:title \"simple things\"", ["Simple things"]), ("in:title \"things simple\"", []),
    ("letters -in:title", ["Simple things", "Plain"]),
    ("is:quote", ["On letters", "Simple things"]), ("is:quote simplify", ["On letters"]),
    ("is:quote lives simplify", ["On letters"]), ("is:quote seneca", []),
    ("is:quote letter", []), ("is:cloze letter", ["Simple things"]),
    ("is:cloze", ["Simple things"]),
    ("is:question seneca", ["On letters"]), ("-is:quote letters", ["Plain"]),
    ("-is:quote", ["Plain"]), ("is:quote -is:cloze", ["On letters"]),
    ("after:2021", ["Simple things", "Plain"]), ("after:2021-06", ["Plain"]),
    ("before:2021 letters", ["On letters"]), ("before:2021-05-31", ["On letters"]),
    ("after:2021-05-31 before:2021-06-01", ["Simple things"]),
    ("-after:2021 letters", ["On letters"]),
    ("tag:a -tag:a/b", ["On letters"]),
    ("is:cloze letter OR seneca", ["Simple things", "On letters"]),
    ("in:title", ["On letters", "Simple things", "Plain"]), ("section:read", []),
    ("title:LETT", ["On letters"]), ("title:\"simple th\"", ["Simple things"]),
    ("-title:plain letters", ["On letters", "Simple things"]), ("title:seneca", []),
    ("created:2021", ["Simple things", "Plain"]), ("created:2021-05", ["Simple things"]),
    ("created:2021-06-01", ["Plain"]), ("created:<2021", ["On letters"]),
    ("created:>2021-05", ["Plain"]), ("created:>=2021-05-31 created:<=2021-05", ["Simple things"]),
    ("changed:2020", ["On letters"]), ("modified:>2020", ["Simple things", "Plain"]),
    ("(seneca OR things) letter", ["On letters", "Simple things"]),
    ("letters NOT (seneca OR simple)", ["Plain"]),
    ("letters -(seneca things)", ["On letters", "Simple things", "Plain"]),
  ])
  func finds(query: String, titles: [String]) throws {
    let results = try notebook.searches.run(SearchQuery(parsing: query))
    #expect(Set(results.hits.map(\.note.title)) == Set(titles))
    #expect(results.total == titles.count)
  }

  @Test(arguments: [
    ("section:want", "", ["want"]), ("section:read", "", ["read"]),
    ("section:reading", "", ["reading"]),
    ("-section:read book", "", ["want", "reading"]),
  ])
  func sectionsOfBooks(query: String, _: String, ids: [String]) throws {
    let fixture = try NotebookFixture()
    let finished =
      #"{"entries":[{"start":{"year":2020},"finish":{"year":2021}}],"hasRead":true,"multipleReadings":false}"#
    for (id, history) in [
      ("want", "null"), ("read", finished),
      (
        "reading",
        #"{"entries":[{"start":{"year":2020}}],"hasRead":false,"multipleReadings":false}"#
      ),
    ] {
      try fixture.put(id, ".noteText", text: "a book")
      try fixture.put(
        id, ".metadata",
        json: #"{"title":"\#(id)","tags":[],"creationTimestamp":"2024-01-01T00:00:00Z","#
          + #""modifiedTimestamp":"2024-01-01T00:00:00Z","#
          + #""book":{"title":"B","authors":[],"readingHistory":\#(history)}}"#)
    }
    try fixture.putNote("plain", text: "no book")
    let results = try fixture.open().searches.run(SearchQuery(parsing: query))
    #expect(Set(results.hits.map(\.note.id)) == Set(query.contains("book") ? ids + ["plain"] : ids))
  }

  /// Days without a midnight, of 23 and of 25 hours, and those before them.
  @Test(arguments: [
    ("America/Santiago", "2026-09-05", "2026-09-05T04:00:00Z", "2026-09-06T04:00:00Z"),
    ("America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"),
    ("America/Santiago", "2026-09", "2026-09-01T04:00:00Z", "2026-10-01T03:00:00Z"),
    ("America/Santiago", "2026-04-04", "2026-04-04T03:00:00Z", "2026-04-05T04:00:00Z"),
    ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z", "2026-04-24T21:00:00Z"),
    ("Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z"),
    ("America/Havana", "2026-03-08", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"),
    ("America/Havana", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"),
    ("Europe/Berlin", "2026", "2025-12-31T23:00:00Z", "2026-12-31T23:00:00Z"),
  ])
  func periodsEndWhereTheCalendarSays(
    zone: String, period: String, start: String, end: String
  ) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    let (start, end) = try (Date(start, strategy: .iso8601), Date(end, strategy: .iso8601))
    let conditions: [(word: String, expected: SearchCondition)] = [
      ("created:", .created(start..<end)), ("changed:>", .changed(end..<Date.distantFuture)),
      ("changed:<=", .changed(Date.distantPast..<end)),
      ("created:<", .created(Date.distantPast..<start)),
      ("before:", .before(start)), ("after:", .after(start)),
    ]
    for (word, expected) in conditions {
      #expect(SearchCondition(word + period, calendar: calendar) == expected)
    }
  }
}

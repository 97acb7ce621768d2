import Base
import Books
import Foundation
import NotebookTestSupport
import Testing

@testable import ImportExport
@testable import Notebook

/// The times of Markdown files, in front matter and of the files themselves.
@Suite struct ImportedTimesTests {
  /// The spellings of other programs for a note's times.
  @Test(arguments: [
    ("date: 2021-05-03", nil), ("created-at: 2021-05-03", nil),
    ("date: [a]\ncreated: 2021-05-03", nil),
    (
      "created: 2021-05-03T00:00:00Z\ndate: 2020-01-01\nupdated: 2022-06-01", "2022-06-01T00:00:00Z"
    ),
    ("date: 2021-05-03\nlast_modified: 2022-06-01 10:00", "2022-06-01T10:00:00Z"),
    ("date: 2021-05-03\nmodified: 2022-02-30\nupdated: 2022-06-01", "2022-06-01T00:00:00Z"),
  ])
  func hasTheTimesOfFrontMatter(_ fields: String, modified: String?) throws {
    let fixture = try ExchangeFixture()
    try fixture.write("---\n\(fields)\n---\n# A\n", to: "a.md")
    let date = Date(timeIntervalSince1970: 1_500_000_000)
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: fixture.path("a.md"))
    try fixture.take(options: ImportOptions(zone: .gmt))
    let note = try fixture.note().summary
    #expect(Timestamps.json(note.created) == "2021-05-03T00:00:00Z")
    #expect(Timestamps.json(note.modified) == modified ?? Timestamps.json(date))
  }

  /// Times without an offset are local in files of other programs, and UTC in files with a note's ID.
  @Test(arguments: [
    ("date: 2026-09-06", "2026-09-06T04:00:00Z"),
    ("created: 2026-09-06 10:20", "2026-09-06T13:20:00Z"),
    ("created: 2026-09-06T10:20:00Z", "2026-09-06T10:20:00Z"),
    ("id: 202609061020\ncreated: 2026-09-06 10:20", "2026-09-06T13:20:00Z"),
    (
      "id: 0B5C7D16-3C5A-4F0B-9A3B-0D8B7D9F2A11\ncreated: 2026-09-06 10:20",
      "2026-09-06T10:20:00Z"
    ),
  ])
  func timesOfOtherProgramsAreLocal(_ fields: String, created: String) throws {
    let fixture = try ExchangeFixture()
    try fixture.write("---\n\(fields)\n---\n# A\n", to: "a.md")
    let zone = try #require(TimeZone(identifier: "America/Santiago"))
    #expect(try fixture.take(options: ImportOptions(zone: zone)).new == 1)
    #expect(try Timestamps.json(fixture.note().summary.created) == created)
    // In another zone, the file is known.
    #expect(try fixture.take(options: ImportOptions(zone: .gmt)).unchanged == 1)
    #expect(try Timestamps.json(fixture.note().summary.created) == created)
  }

  /// Also a book's time is local, in each form of the fields.
  @Test(arguments: [
    "title: Emma\nauthors: [Jane Austen]\ndate-added: 2026-09-06",
    "book:\n  title: Emma\n  authors: [Jane Austen]\n  date-added: 2026-09-06",
  ])
  func booksOfOtherProgramsAreAddedInLocalTime(_ fields: String) throws {
    let fixture = try ExchangeFixture()
    try fixture.write("---\n\(fields)\n---\n", to: "a.md")
    let zone = try #require(TimeZone(identifier: "America/Santiago"))
    #expect(try fixture.take(options: ImportOptions(zone: zone)).new == 1)
    let added = try #require(try fixture.note().summary.book?.added)
    #expect(Timestamps.json(added) == "2026-09-06T04:00:00Z")
  }

  /// Days that do not exist are reported by the name that the program uses.
  @Test(arguments: ["created", "date", "created_at", "updated"])
  func reportsDaysThatDoNotExist(_ field: String) throws {
    let fixture = try ExchangeFixture()
    try fixture.write("---\n\(field): 2024-02-30\n---\n# A\n", to: "a.md")
    let report = try fixture.take()
    #expect(
      report.remarks.map(\.text) == [
        "has an invalid value in “\(field)”, which is kept as written"
      ])
  }

  @Test func hasTheTimesOfTheFile() throws {
    let fixture = try ExchangeFixture()
    try fixture.write("# A\n", to: "a.md")
    let date = Date(timeIntervalSince1970: 1_500_000_000)
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: fixture.path("a.md"))
    try fixture.take()
    #expect(try fixture.note().summary.created == date)
    #expect(try fixture.note().summary.modified == date)
  }
}

import Books
import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook

@Suite struct BookStatisticsTests {
  private func day(_ text: String) -> PartialDate { PartialDate(text) ?? .unknown }

  @Test func readingsCountInTheirYears() throws {
    let device = try Device(notes: ["# No book\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    func add(_ title: String, _ edit: (inout BookRecord) -> Void) throws {
      var record = BookRecord(title: title, authors: ["Ann Example"])
      record.pages = 100
      edit(&record)
      _ = try notebook.books.add(record)
    }
    try add("Twice in a year") { record in
      record.add(BookReading(start: day("2021-01-01"), finish: day("2021-01-10")))
      record.add(BookReading(finish: day("2021-03")))
      record.stars = 4.5
    }
    try add("Again, and now") { record in
      record.add(BookReading(finish: day("2020")))
      record.add(BookReading(start: day("2024-02-28"), finish: day("2024-03-01")))
      record.start(day("2026-01"))
      record.stars = 2
    }
    try add("When?") { $0.finish(.unknown) }
    try add("Given up") { $0.stop(day("2022")) }
    try add("Newer") { $0.added = Date(timeIntervalSince1970: 2) }
    try add("Older") { $0.added = Date(timeIntervalSince1970: 1) }

    let statistics = BookStatistics(try notebook.books.list())
    #expect(statistics.books == 6)
    #expect(statistics.years.map(\.year) == [2024, 2021, 2020, nil])
    #expect(statistics.years.map(\.books) == [1, 2, 1, 1])
    #expect(statistics.years.map(\.pages) == [100, 200, 100, 100])
    #expect(statistics.years.map(\.undatedBooks) == [0, 0, 1, 1])
    #expect(statistics.years[1].monthBooks.prefix(4) == [1, 0, 1, 0])
    #expect(statistics.sections == [.reading: 1, .read: 3, .stopped: 1, .want: 2])
    #expect(statistics.stars == [0, 1, 0, 0, 1] && statistics.meanStars == 3.25)
    #expect(statistics.authors == [BookStatistics.Count(name: "Ann Example", books: 5)])
    #expect(statistics.durations.map(\.days) == [3, 10] && statistics.medianDays == 10)
    #expect(statistics.unread.map(\.title) == ["Older", "Newer"])
    #expect(BookStatistics([]).years == [] && BookStatistics([]).medianDays == nil)
  }

  @Test func aBookStandsWhereItWasRead() throws {
    let device = try Device(notes: [])
    let notebook = try device.open()
    defer { try? notebook.close() }
    var record = BookRecord(title: "A", authors: ["Bo Bee", "Ann Éxample"])
    record.finish(day("2020-01"))
    record.finish(day("2022"))
    _ = try notebook.books.add(record)
    let rows = try notebook.books.list()
    var listing = BookListing()
    listing.order = .read
    #expect(listing.listed(rows).map(\.year) == [2022, 2020])
    listing.isByYear = false
    listing.isReversed = true
    #expect(listing.listed(rows).map(\.year) == [2020, 2022])
    listing.year = 2020
    #expect(listing.listed(rows).map(\.year) == [2020])
    listing.author = "example"
    #expect(listing.listed(rows).count == 1)
    listing.sections = [.want]
    #expect(listing.listed(rows).isEmpty)
  }
}

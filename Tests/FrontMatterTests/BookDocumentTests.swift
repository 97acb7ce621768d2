import Base
import Books
import JSON
import Testing

@testable import FrontMatter

@Suite struct BookDocumentTests {
  private func random(_ random: inout SeededGenerator) -> BookRecord {
    let texts = [
      "Walden", "a: b", "# no", "", "yes", "2021", "é \"q\" \\", "two\nlines", "[x]", "- y",
    ]
    func text() -> String { texts.randomElement(using: &random) ?? "" }
    func date() -> PartialDate {
      [.unknown, PartialDate("2021"), PartialDate("2021-03"), PartialDate("2021-03-04")]
        .compactMap { $0 }.randomElement(using: &random) ?? .unknown
    }
    var record = BookRecord(title: text(), authors: [text(), text()])
    record.setISBN(
      ["9999900011", "12345", "978-0-00-000001-8", nil].randomElement(using: &random) ?? nil)
    record.publisher = text()
    record.review = text()
    record.tags = [text(), text()]
    record.pages = Int.random(in: 1...999, using: &random)
    record.originalYearPublished = Int.random(in: -50...2026, using: &random)
    record.stars = [nil, 1, 2.5, 4.75].randomElement(using: &random) ?? nil
    record.series = text()
    record.seriesNumber = "1-3"
    record.language = "no"
    record.sources = ["goodreads:1"]
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      record.add(BookReading(start: date(), finish: date()))
    }
    record.add(StoppedReading(start: PartialDate("2020"), stop: PartialDate("2020-05"), page: 3))
    return record
  }

  /// A record that is not edited is the same, byte for byte; and another of the same text says the same.
  @Test func writtenTextIsRead() throws {
    var generator = SeededGenerator(seed: 3)
    for round in 0..<300 {
      let record = random(&generator)
      let text = BookDocument.text(of: record)
      let read = try BookDocument.record(from: text, over: record)
      #expect(read == record, "round \(round)")
      #expect(
        JSONValue.object(read.book).serialized() == JSONValue.object(record.book).serialized())
      #expect(text.split(separator: "\n").count >= BookDocument.names.count)
    }
  }

  @Test func fieldsAreChangedOneByOne() throws {
    let record = BookRecord(title: "Walden", authors: ["Henry David Thoreau"])
    let text = BookDocument.text(of: record)
      .replacing("stars:", with: "stars: 3.5").replacing("isbn:", with: "isbn: 9999900011")
      .replacing("reading-history:", with: "reading-history:\n  - start: 2020-05\n    finish: 2021")
      .replacing("page:", with: "# a remark").replacing("language:\n", with: "")
    let read = try BookDocument.record(from: text, over: record)
    #expect(read.stars == 3.5 && read.isbn?.ten == "9999900011")
    #expect(read.readings.map { $0.finish?.description } == ["2021"])
    #expect(read.section == .read && read.authors == record.authors)
  }

  /// A field that is taken out is empty; a record without a title is no book.
  @Test func removedFieldsAreGone() throws {
    var record = BookRecord(title: "Walden", authors: ["Henry David Thoreau"])
    record.publisher = "Ticknor"
    for text in ["title: Walden\n", "title: Walden\nauthors:\npublisher:\n"] {
      let read = try BookDocument.record(from: text, over: record)
      #expect(read.authors == [] && read.publisher == nil)
    }
    for text in ["", "title:\n", "authors: [\"A\"]\n"] {
      #expect(throws: BookDocument.Fault(reason: "the record has no title")) {
        try BookDocument.record(from: text, over: record)
      }
    }
  }

  @Test(arguments: [
    ("stars: 6", "“stars” must be a number from 0.25 to 5, in steps of 0.25"),
    ("stars: 3.3", "“stars” must be a number from 0.25 to 5, in steps of 0.25"),
    ("page: x", "“page” must be a whole number from 1 to 999999"),
    (
      "reading-history:\n  - start: 2021-02-30",
      "“reading-history” must be a list of readings with dates such as 2021-03"
    ),
    (
      "stopped:\n  - finish: 2021",
      "“stopped” must be a list of readings with dates such as 2021-03"
    ),
    ("colour: red", "unknown field “colour”"), ("isbn: [1]", "“isbn” must be text"),
    ("prose without a colon", "“prose without a colon” cannot be read: it is not a field"),
  ])
  func faultsAreNamed(line: String, reason: String) {
    let record = BookRecord(title: "T", authors: [])
    #expect(throws: BookDocument.Fault(reason: reason)) {
      try BookDocument.record(from: "title: T\n\(line)\n", over: record)
    }
  }
}

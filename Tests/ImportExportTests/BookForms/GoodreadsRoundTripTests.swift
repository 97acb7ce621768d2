import Base
import Books
import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import ForeignFormats
@testable import ImportExport
@testable import Notebook

/// Our list for Goodreads, read by our own reader: all that the form can hold comes back.
@Suite struct GoodreadsRoundTripTests {
  private static let words = [
    "pond", "\"quoted\"", "semi;colon", "comma, word", "é", "日本", "=1+1", "&", "<i>", "a’s", "#1",
    "O'Neil",
    "&amp;", "-", "@x", "Straße", "Ω",
  ]

  @Test(arguments: 1...40) func allThatItCanHoldComesBack(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let books = (0..<25).map { _ in Self.book(&random) }
    for isForSpreadsheets in [false, true] {
      let file = BookExportForm.goodreads.file(books, forSpreadsheets: isForSpreadsheets)
      let read = ForeignFormat.read(ImportedFile(Array(file.text.utf8), ending: "csv"))
      let found = try #require(read.found.first)
      guard case .books(let list) = found.content else {
        Issue.record("seed \(seed): it is no list")
        continue
      }
      #expect(found.format == .goodreads && list.unknownShelves == [])
      #expect(list.rows.count == books.count)
      for (book, row) in zip(books, list.rows) {
        guard case .book(let foreign) = row.content else {
          Issue.record("seed \(seed): a row is no book")
          continue
        }
        #expect(foreign.remarks == [], "seed \(seed)")
        // An apostrophe before a formula is a loss that was asked for.
        guard !isForSpreadsheets || !Self.hasFormula(book.record) else { continue }
        #expect(Self.facts(foreign.record) == Self.facts(book.record), "seed \(seed)")
        #expect(foreign.shelves == book.tags.map { $0.replacing("/", with: "-") }, "seed \(seed)")
      }
    }
  }

  private static func hasFormula(_ record: BookRecord) -> Bool {
    ([record.title, record.publisher ?? "", record.review ?? ""] + record.authors)
      .contains { $0.first.map("=+-@".contains) ?? false }
  }

  private static func phrase(_ random: inout SeededGenerator, _ count: ClosedRange<Int>) -> String {
    (0..<Int.random(in: count, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
    }
    .joined(separator: " ")
  }

  private static func date(_ random: inout SeededGenerator) -> PartialDate {
    PartialDate(
      year: .random(in: 1990...2026, using: &random), month: .random(in: 1...12, using: &random),
      day: .random(in: 1...28, using: &random))
  }

  private static func book(_ random: inout SeededGenerator) -> ExportedBook {
    let names = [
      "Ann Example", "Bo Bee", "Žofie Nováková", "Plato", "Ludwig van Beethoven", "J. R. R. Dee",
    ]
    var record = BookRecord(
      title: phrase(&random, 1...4),
      authors: Array(names.shuffled(using: &random).prefix(.random(in: 1...3, using: &random))))
    if Bool.random(using: &random) {
      (record.series, record.seriesNumber) = (
        "Cycle of Ponds", ["1", "2", "1.5"].randomElement(using: &random)
      )
    }
    if Bool.random(using: &random) { record.setISBN("9789999900010") }
    if Bool.random(using: &random) { record.publisher = "Reed & Sons; " + phrase(&random, 1...2) }
    record.pages = Bool.random(using: &random) ? .random(in: 1...2000, using: &random) : nil
    record.yearPublished =
      Bool.random(using: &random) ? .random(in: 1500...2026, using: &random) : nil
    record.originalYearPublished =
      Bool.random(using: &random) ? .random(in: -500...2026, using: &random) : nil
    if record.originalYearPublished == 0 { record.originalYearPublished = nil }
    record.stars =
      Bool.random(using: &random) ? Double(Int.random(in: 4...20, using: &random)) / 4 : nil
    if Bool.random(using: &random) {
      record.review = "Well. " + (0..<3).map { _ in phrase(&random, 1...5) }.joined(separator: "\n")
    }
    record.added = Date(
      timeIntervalSince1970: 43_200 + 86_400 * Double(Int.random(in: 7000...20_000, using: &random))
    )
    switch Int.random(in: 0..<6, using: &random) {
    case 0: break
    case 1: record.start(nil)
    case 2: record.finish(date(&random))
    case 3: record.finish(.unknown)
    case 4: record.stop(Bool.random(using: &random) ? date(&random) : nil)
    default:
      record.finish(.unknown)
      record.finish(date(&random))
    }
    let tags = ["#nature", "#to/lend", "#été"].filter { _ in Bool.random(using: &random) }
    let note = NoteSummary(id: "ID", title: record.title, tags: tags)
    return ExportedBook(note: note, record: record)
  }

  /// The facts that the form can hold: the last of several readings, and how many there were.
  private static func facts(_ record: BookRecord) -> [String] {
    let ended = record.readings.filter { !$0.isOpen }
    return [
      record.title, record.authors.joined(separator: "|"), record.series ?? "",
      record.seriesNumber ?? "", record.isbn?.thirteen ?? "", record.publisher ?? "",
      "\(record.pages ?? 0)", "\(record.yearPublished ?? 0)",
      "\(record.originalYearPublished ?? 0)",
      "\(Int(record.stars.map { max($0, 1).rounded(.toNearestOrAwayFromZero) } ?? 0))",
      record.review ?? "", record.added?.formatted(.iso8601.year().month().day()) ?? "",
      "\(record.isBeingRead) \(record.isStopped) \(record.hasRead) \(record.wasReread)",
      "\(ended.count)", ended.last?.finish.map { $0 == .unknown ? "" : $0.description } ?? "",
      record.stopped.last?.stop?.description ?? "",
    ]
  }
}

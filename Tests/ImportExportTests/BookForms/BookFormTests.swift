import Books
import Foundation
import JSON
import NotebookTestSupport
import Quoting
import TestSupport
import Testing

@testable import ForeignFormats
@testable import ImportExport
@testable import Notebook

/// Lists of books for other programs: the records below, and the files in `Expected`.
///
/// With `COMMONPLACE_REWRITE_EXAMPLES` set, the files are written again, to be read before they are
/// committed.
@Suite struct BookFormTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Expected")

  static let names: [(form: BookExportForm, file: String)] = [
    (.goodreads, "books.csv"), (.jsonl, "books.jsonl"), (.bibtex, "books.bib"),
    (.csl, "books.json"),
  ]

  /// Books with all that is hard for some form.
  static var books: [ExportedBook] {
    var all = [
      book("The Pond", ["Ann Example", "Bo Bee"], tags: ["#nature", "#to/lend"]) { record in
        (record.series, record.seriesNumber) = ("Water Cycle", "2")
        record.setISBN("9999900011")
        record.publisher = "Reed & Sons"
        (record.yearPublished, record.originalYearPublished, record.pages) = (1999, 1854, 320)
        record.stars = 4.5
        record.review = "Good, \"very\" good.\nSecond <line> & more"
        record.add(BookReading(start: PartialDate("2019"), finish: PartialDate("2019-03")))
        record.add(BookReading(finish: PartialDate("2021-03-04")))
        (record.language, record.sources) = ("en", ["goodreads:101", "openlibrary:OL1M"])
        record.tags = ["Nature"]
      },
      book("=1+1: {a} 100% $5_#", ["Ludwig van Beethoven"]) { record in
        record.start(PartialDate("2026-01"))
        record.page = 12
      },
      book("Given up", ["Plato"], tags: ["#did-not-finish"]) { record in
        record.stop(PartialDate("2020-02-03"))
        record.setISBN("9791032305690")
      },
      book("Wanted, “with marks”; über Wörter", []) { _ in },
      book("Once", ["Žofie Nováková"]) { record in
        record.add(BookReading(finish: .unknown))
        record.originalYearPublished = -50
        record.setISBN("9780000000017")
      },
      book("The Pond", ["Cy Example"]) { record in
        record.yearPublished = 1999
        record.add(BookReading(finish: PartialDate("2018")))
        record.stars = 3
      },
    ]
    all[0].hasCover = true
    return all
  }

  private static func book(
    _ title: String, _ authors: [String], tags: [String] = [], _ edit: (inout BookRecord) -> Void
  ) -> ExportedBook {
    var record = BookRecord(title: title, authors: authors)
    record.added = Date(timeIntervalSince1970: 1_600_000_000)
    edit(&record)
    let note = NoteSummary(id: "ID", title: title, tags: tags)
    return ExportedBook(note: note, record: record)
  }

  @Test(arguments: names.indices) func isAsExpected(_ index: Int) throws {
    let (form, name) = Self.names[index]
    let file = Self.folder.appending(path: name)
    let made = form.file(Self.books)
    let losses = made.losses.map { "\($0.facts): \($0.books)\n" }.joined()
    let text = made.text + "--- no place for\n" + losses
    if ProcessInfo.processInfo.environment["COMMONPLACE_REWRITE_EXAMPLES"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    } else {
      let expected = try String(contentsOf: file, encoding: .utf8)
      #expect(text == expected)
    }
    #expect(made.books == Self.books.count)
  }

  @Test func noBookIsNoBook() throws {
    #expect(BookExportForm.jsonl.file([]).text == "")
    #expect(BookExportForm.csl.file([]).text == "[]\n")
    #expect(BookExportForm.bibtex.file([]).text == "")
    #expect(BookExportForm.goodreads.file([]).text.hasPrefix("Book Id,Title,Author,Author l-f,"))
  }

  /// Each row has all columns, and each JSON is whole.
  @Test func formsAreSound() throws {
    for line in BookExportForm.jsonl.file(Self.books).text.split(separator: "\n") {
      #expect(try JSONValue(parsing: Array(line.utf8))["title"]?.string != nil)
    }
    let items =
      try JSONValue(parsing: Array(BookExportForm.csl.file(Self.books).text.utf8)).array ?? []
    #expect(Set(items.compactMap { $0["id"]?.string }).count == Self.books.count)
    let braces = BookExportForm.bibtex.file(Self.books).text.filter { "{}".contains($0) }
    #expect(braces.count { $0 == "{" } == braces.count { $0 == "}" })
  }

  /// Spreadsheets run no text as a formula, and keep the digits of numbers.
  @Test func spreadsheetsGetNoFormula() {
    let text = BookExportForm.goodreads.file(Self.books, forSpreadsheets: true).text
    #expect(text.hasPrefix("\u{FEFF}Book Id"))
    #expect(text.contains(",'=1+1: {a} 100% $5_#,") && text.contains("\"=\"\"9789999900010\"\"\""))
    #expect(CSVField.text("-50", isGuarded: true) == "-50")
    #expect(CSVField.text("=\"\"&A1&\"\"", isGuarded: true) == "\"'=\"\"\"\"&A1&\"\"\"\"\"")
    #expect(CSVField.text("@a, \"b\"", isGuarded: true) == "\"'@a, \"\"b\"\"\"")
  }

  /// A mark with a combining mark beside it is a mark to those who read the files.
  @Test func marksAreThoseOfBytes() throws {
    let titles = HostileTexts.lines
    let books = titles.map {
      Self.book($0, ["Ann \($0)"], tags: []) { $0.review = "<\u{301}b> & \"\u{301}" }
    }
    let table = DelimitedText(Array(BookExportForm.goodreads.file(books).text.utf8))
    #expect(table.rows.count == titles.count)
    for (row, title) in zip(table.rows, titles) {
      #expect(row.fields.count == 24, "\(title.debugDescription)")
      #expect(row.fields.dropFirst().first?.utf8.elementsEqual(title.utf8) == true)
    }
    let entries = BookExportForm.bibtex.file(books).text
    let braces = entries.utf8.reduce(into: (0, 0)) { counts, byte in
      if byte == UInt8(ascii: "{") { counts.0 += 1 }
      if byte == UInt8(ascii: "}") { counts.1 += 1 }
    }
    #expect(braces.0 == braces.1)
    let items = try JSONValue(parsing: Array(BookExportForm.csl.file(books).text.utf8)).array ?? []
    #expect(items.map { Array(($0["title"]?.string ?? "").utf8) } == titles.map { Array($0.utf8) })
  }

  @Test func keysAreUnique() {
    var keys = CitationKeys()
    let record = BookRecord(title: "The Ög #1", authors: ["Zoë O'Neil"])
    let made = (0..<30).map { _ in keys.key(for: record) }
    #expect(Set(made).count == 30 && made.prefix(3) == ["oneilthe", "oneilthea", "oneiltheb"])
    #expect(made.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isLetter } })
    #expect(keys.key(for: BookRecord(title: "—", authors: [])) == "book")
  }
}

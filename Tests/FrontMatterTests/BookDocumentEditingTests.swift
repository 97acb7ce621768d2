import Base
import Books
import Testing

@testable import FrontMatter

/// The text of a record in an editor: what is wrong in it, what can be completed, and merging.
@Suite struct BookDocumentEditingTests {
  private typealias Problem = BookDocument.Problem

  /// A title without a visible character is refused.
  @Test(arguments: ["\\n", "\\u200B\\u2060", "", " \\t"])
  func aRecordHasATitle(escaped: String) throws {
    let walden = BookRecord(title: "Walden", authors: [])
    let text = BookDocument.text(of: walden)
      .replacing("title: Walden", with: "title: \"\(escaped)\"")
    #expect(throws: BookDocument.Fault(reason: "the record has no title")) {
      try BookDocument.record(from: text, over: walden)
    }
    guard !escaped.isEmpty else { return }
    #expect(BookDocument.problems(in: text).map(\.message) == ["The record has no title."])
  }

  @Test(
    arguments: [
      ("isbn: 9780691096123", "book-isbn", "9780691096123", "9780691096124"),
      ("isbn: 0691096120", "book-isbn-10", "0691096120", "9780691096124"),
      ("isbn: 0691096121", "book-isbn", "0691096121", "0691096120"),
      ("isbn: 12345", "book-isbn", "12345", nil), ("isbn:", nil, nil, nil),
      ("isbn: 978-0-691-09612-4", nil, nil, nil),
      ("stars: 7", "book-stars", "7", "5"), ("stars: 3,5", "book-stars", "3,5", "3.5"),
      ("stars: 3.3", "book-stars", "3.3", "3.25"), ("stars: many", "book-stars", "many", nil),
      ("stars: 4.25", nil, nil, nil),
      ("auhtors: [\"A\"]", "book-field", "auhtors", "authors"),
      ("colour: red", "book-field", "colour", nil),
      ("prose without a colon", "book-syntax", "prose without a colon", nil),
      ("title: a\ntitle: b", "book-syntax", "title", nil),
      ("date-added: 2021/03/04", "book-date", "2021/03/04", "2021-03-04"),
      ("page: x", "book-value", "x", nil),
      ("reading-history:\n  - start: 2021/3/4", "book-date", "2021/3/4", "2021-03-04"),
      ("reading-history:\n  - start: 4.3.2021", "book-date", "4.3.2021", "2021-03-04"),
      ("reading-history:\n  - start: 4/3/2021", "book-date", "4/3/2021", nil),
      ("reading-history:\n  - start: 2021-02-30", "book-date", "2021-02-30", nil),
      (
        "reading-history:\n  - start: 2021-03\n    finish: 2020", "book-order", "2020", nil
      ),
      ("reading-history:\n  - start: 2021\n  - finish: 2020", nil, nil, nil),
      ("# a remark\n\ntags: [\"a\"]\r", nil, nil, nil),
    ] as [(String, String?, String?, String?)])
  func problems(text: String, code: String?, part: String?, fix: String?) throws {
    let whole = "# é\n" + text + "\n"
    let found = BookDocument.problems(in: whole)
    #expect(found.map(\.code.rawValue) == (code.map { [$0] } ?? []))
    guard let problem = found.first else { return }
    let bytes = Array(whole.utf8)[problem.range]
    #expect(String(decoding: bytes, as: UTF8.self) == part)
    #expect(problem.fixes.first?.newText == fix)
    // A warning says that the record is saved all the same.
    let nothing = BookRecord(title: "", authors: [])
    let isRead = (try? BookDocument.record(from: text, over: nothing)) != nil
    #expect(isRead == problem.isHarmless)
  }

  private let record = BookRecord(title: "T", authors: [])

  @Test(
    arguments: [
      ("au|", "name au"), ("|title: x", "name "), ("ti|tle: x", "name ti"),
      ("publisher: |", "publisher “” plain"), ("publisher: Tick|nor", "publisher “Tick” plain"),
      ("authors: |", "authors “” bracketed"), ("authors: [\"He|\"]", "authors “He” inBrackets"),
      ("authors: [\"A, B\", He|]", "authors “He” inBrackets"),
      ("authors: [|]", "authors “” inBrackets"), ("authors:\n  - He|", "authors “He” plain"),
      ("# ti|", nil), ("publisher:|", nil), ("authors|: x", "name authors"),
      ("reading-history:\n  - start: 2|", nil),
    ] as [(String, String?)])
  func completables(text: String, completable: String?) {
    let offset = text.split(separator: "|", omittingEmptySubsequences: false)[0].utf8.count
    let words: String?
    switch BookDocument.completable(at: offset, in: text.replacing("|", with: "")) {
    case .name(let typed, _)?: words = "name \(typed)"
    case .value(let field, let typed, _, let form)?: words = "\(field) “\(typed)” \(form)"
    case nil: words = nil
    }
    #expect(words == completable)
  }

  /// An editor shows a fault just where a save would be refused, whatever is in the text.
  @Test func faultsAreThoseOfTheReader() {
    var random = SeededGenerator(seed: 17)
    let parts = [
      "title: T", "stars: 3", "stars: x", "isbn: 1", "tags: [\"a\", b]", "tags:", "  - a", "- b",
      "reading-history:", "  - start: 2021", "    finish: 2020-13", "  - finish: {}", "stopped:",
      "    page: 3", "# remark", "", "\t", "page: 4", "page: 0", "date-added: 2021-03-04", "é: ü",
      "review: |", "review: >-", "sources: {", "}", "x", "\"title\": a", "title : b", "authors: 3",
      "- - -", "number-of-pages: 2.5", "language: no", "stars: \"4\"", "---", "...", "\u{0}",
    ]
    let nothing = BookRecord(title: "", authors: [])
    for _ in 0..<4000 {
      let text = (0..<Int.random(in: 0...7, using: &random))
        .map { _ in parts.randomElement(using: &random) ?? "" }
        .joined(separator: Bool.random(using: &random) ? "\n" : "\r\n")
      let found = BookDocument.problems(in: text)
      let isRead = (try? BookDocument.record(from: text, over: nothing)) != nil
      #expect(found.allSatisfy(\.isHarmless) == isRead, "\(text.debugDescription)")
      let length = text.utf8.count
      #expect(found.allSatisfy { $0.range.lowerBound >= 0 && $0.range.upperBound <= length })
      for offset in 0...length { _ = BookDocument.completable(at: offset, in: text) }
    }
  }

  @Test func anyTextIsRead() {
    let texts = [
      "", "\n", "a:\r\n", "authors: [\"\\", "  - ", "é: ü", ":", "\"a\": [", "authors: [,",
    ]
    for text in texts {
      _ = BookDocument.problems(in: text)
      for offset in 0...text.utf8.count + 1 { _ = BookDocument.completable(at: offset, in: text) }
    }
  }

  /// Changes of different fields are both kept; of one field, there is no merged text.
  @Test func changesOfDifferentFieldsMerge() throws {
    var stored = record
    stored.language = "en"
    let text = BookDocument.text(of: record).replacing("stars:", with: "stars: 3.5")
    let merged = try #require(BookDocument.merged(text, over: record, with: stored))
    let read = try BookDocument.record(from: merged, over: stored)
    #expect(read.stars == 3.5 && read.language == "en")
    stored.stars = 2
    #expect(BookDocument.merged(text, over: record, with: stored) == nil)
    stored.stars = 3.5
    #expect(BookDocument.merged(text, over: record, with: stored) != nil)
    #expect(record.version != stored.version)
  }
}

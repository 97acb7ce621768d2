import Books
import Foundation
import JSON
import Notebook
import TestSupport
import Testing

@testable import BookLookup

/// The services against recorded answers, over a server on this machine.
@Suite struct ServiceTests {
  static let pond = "9789999900010"

  private func question(_ text: String) throws -> LookupQuestion {
    try #require(ISBN(text).map(LookupQuestion.isbn) ?? LookupQuestion(words: text))
  }

  /// An edition on one line.
  private func line(_ edition: FoundEdition) -> String {
    let facts: [String?] = [
      edition.source, edition.title, edition.authors.joined(separator: " & "), edition.publisher,
      edition.year.map(String.init), edition.originalYear.map { "(\($0))" },
      edition.pages.map { "\($0) p" }, edition.isbn?.thirteen, edition.language,
      edition.series.map { "\($0) #\(edition.seriesNumber ?? "")" }, edition.cover?.path,
    ]
    return facts.compactMap { $0 }.joined(separator: "; ")
  }

  /// A question, the names of the services, and the editions that are found.
  @Test(
    arguments: [
      (
        pond, "open-library",
        [
          "openlibrary:OL1M; The Pond: A Life in Reeds; Ann Example & Bo Bee; Reed Press; 1999; (1854); "
            + "320 p; 9789999900010; en; Water Cycle #2; /b/id/1001-L.jpg?default=false"
        ]
      ),
      // A search does not know it, and the interface of libraries does.
      (
        "9780000000019", "open-library",
        [
          "openlibrary:OL2M; Small Waters; Cy Dee; Bank & Sons; 1987; 96 p; 9780000000019; "
            + "/b/id/1001-L.jpg?default=false"
        ]
      ),
      (
        "the pond", "open-library",
        [
          "openlibrary:OL1M; The Pond; Ann Example; Reed Press; 1999; (1854); 320 p; 9789999900010; en; "
            + "/b/id/1001-L.jpg?default=false",
          "openlibrary:OL3M; Der Teich; Ann Example; (1901); de", "openlibrary:OL4W; Pond Life; ",
        ]
      ),
      (
        pond, "google-books",
        [
          "google-books:gpond; The Pond: A Life in Reeds; Ann Example; Reed Press; 1999; 9789999900010; en"
        ]
      ),
      ("9780306406157", "google-books", []),
      (
        "9780306406157", "inventaire",
        [
          "inventaire:isbn:9780306406157; Ponds Apart; Eve Fee; Small House; 2001; (1899); 210 p; "
            + "9780306406157; Waters #3; /img/entities/abc123"
        ]
      ),
      (
        "ponds apart", "inventaire",
        ["inventaire:wd:Q7; Teiche; Eve Fee; (1899); Waters #3"]
      ),
      // The first that knows it counts.
      (
        "9780306406157", "open-library inventaire",
        [
          "inventaire:isbn:9780306406157; Ponds Apart; Eve Fee; Small House; 2001; (1899); 210 p; "
            + "9780306406157; Waters #3; /img/entities/abc123"
        ]
      ),
      ("xyzzy plugh", "open-library google-books inventaire", []),
    ])
  func finds(_ words: String, _ services: String, _ expected: [String]) throws {
    let server = try RecordedServer.recorded()
    let lookup = try Lookup.testing(server, services: services)
    let answer = try lookup.editions(for: try question(words))
    #expect(answer.editions.map(line) == expected, "\(server.paths)")
    #expect(answer.failures == [])
  }

  /// An ISBN leads to no question for words.
  @Test func anISBNStaysAnISBN() throws {
    let server = try RecordedServer.recorded()
    let lookup = try Lookup.testing(server, services: "open-library google-books inventaire")
    #expect(try lookup.editions(for: try question("9783161484100")).editions == [])
    #expect(server.paths.count > 3)
    for path in server.paths {
      #expect(path.contains("9783161484100") || path.contains("316148410X"), "\(path)")
    }
  }

  /// Nothing of a book is sent but its number, or its title and first author.
  @Test func nothingElseIsSent() throws {
    var record = BookRecord(
      title: "The Pond (Water Cycle, #2)", authors: ["Ann Example", "Bo Bee"])
    (record.review, record.publisher) = ("SECRET", "SECRET")
    record.sources = ["SECRET:1"]
    let question = try #require(LookupQuestion(about: record))
    #expect(question == .words("The Pond Ann Example"))
    let server = try RecordedServer.recorded()
    _ = try Lookup.testing(server, services: "open-library inventaire").editions(for: question)
    #expect(!server.paths.isEmpty && !server.paths.contains { $0.contains("SECRET") })
    record.setISBN(Self.pond)
    #expect(LookupQuestion(about: record) == ISBN(Self.pond).map(LookupQuestion.isbn))
    #expect(LookupQuestion(words: " a\u{1B}b ") == nil)
    #expect(LookupQuestion(words: "a\u{1B}\nbc") == .words("a bc"))
    let long = LookupQuestion(words: String(repeating: "word ", count: 1000))?.description ?? ""
    #expect(long.utf8.count <= LookupQuestion.mostBytes + 6)
  }

  /// An edition fills what is missing and leaves the rest.
  @Test func anEditionFillsARecord() throws {
    var edition = try #require(
      FoundEdition(source: "openlibrary:OL1M", title: "The Pond", subtitle: "A Life"))
    edition.authors = ["Ann Example"]
    (edition.year, edition.originalYear, edition.pages) = (1999, 1854, 320)
    edition.isbn = ISBN(Self.pond)
    (edition.publisher, edition.language) = ("Reed Press", "en")
    var record = BookRecord(title: "the pond ann", authors: [])
    record.pages = 300
    record.publisher = "Mine"
    var other = record
    let outcome = edition.fill(&record)
    #expect(
      outcome.filled == ["authors", "year", "original year", "isbn", "language"])
    #expect(
      outcome.kept.map { "\($0.name) \($0.stored) \($0.found)" } == [
        "title the pond ann The Pond: A Life", "publisher Mine Reed Press", "pages 300 320",
      ])
    #expect(record.pages == 300 && record.publisher == "Mine" && record.isbn == edition.isbn)
    #expect(record.sources == ["openlibrary:OL1M"] && record.title == "the pond ann")
    edition.fill(&other, isNew: true)
    #expect(other.title == "The Pond: A Life")
    // Once more changes nothing.
    #expect(edition.fill(&other).filled == [])
    // A reprint cannot have appeared before its work.
    (edition.year, edition.originalYear) = (1900, 1950)
    var late = BookRecord(title: "", authors: [])
    edition.fill(&late)
    #expect(late.originalYearPublished == nil && late.yearPublished == 1900)
  }

  @Test(
    arguments: [
      ("May 1999", 1999), ("1999-05", 1999), ("c1999", 1999), ("19--", nil), ("", nil),
      ("0101-01-01", nil), ("20201", nil), ("1899*", 1899),
    ] as [(String, Int?)])
  func yearsAreFoundInTexts(_ text: String, _ year: Int?) {
    #expect(FoundEdition.year(in: text) == year)
  }
}

extension Lookup {
  /// A look-up at a server of the test, without pauses, with small limits.
  static func testing(
    _ server: RecordedServer, services: String = "open-library", folder: String? = nil,
    now: @escaping @Sendable () -> Date = { Date() },
    wait: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws -> Lookup {
    var limits = LookupLimits()
    (limits.seconds, limits.connectionSeconds, limits.slowSeconds) = (3, 2, 1)
    let environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "COMMONPLACE_LOOKUP_TEST_SERVER": server.address,
    ]
    let all: [any LookupService] = [OpenLibrary(), GoogleBooks(key: "AKEY-of_tests"), Inventaire()]
    let names = services.split(separator: " ").map(String.init)
    return Lookup(
      services: names.compactMap { name in all.first { $0.name == name } },
      transport: try CurlTransport(environment: environment, version: "0", limits: limits),
      store: AnswerStore(folder: folder), now: now,
      // The server is there as long as the look-up is.
      wait: { seconds in withExtendedLifetime(server) { wait(seconds) } })
  }
}

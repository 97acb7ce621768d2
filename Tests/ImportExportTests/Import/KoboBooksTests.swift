import Books
import GRDB
import TestSupport
import Testing

@testable import ForeignFormats

@Suite struct KoboBooksTests {
  private func list(_ columns: String, _ rows: [String]) throws -> BookList? {
    let folder = try TemporaryFolder()
    let path = folder.path("KoboReader.sqlite")
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(sql: "CREATE TABLE content (\(columns))")
      for row in rows { try db.execute(sql: "INSERT INTO content VALUES (\(row))") }
    }
    try queue.close()
    return try KoboBooks.list(ImportedFile(path: path).database())
  }

  private let columns =
    "ContentID, ContentType, Title, Attribution, ISBN, ReadStatus, DateLastRead, "
    + "LastTimeFinishedReading"

  @Test func readStatesAndDates() throws {
    let list = try #require(
      try list(
        columns,
        [
          "'a', 6, 'Walden', 'Henry David Thoreau', '9780691096124', 2, "
            + "'2024-01-15T14:30:00Z', '2024-01-10T20:00:00Z'",
          "'b', '6', 'Emma', 'Jane Austen', NULL, 2, '2023-05-04T10:00:00.000', ''",
          "'c', 6, 'Middlemarch', 'George Eliot', 'x', 1, '2024-02-01T10:00:00Z', NULL",
          "'d', 6, 'Unopened', 'Nobody', NULL, 0, NULL, NULL",
          "'a#1', 9, 'Economy', NULL, NULL, 2, NULL, NULL",
        ]))
    let books = list.rows.map(\.content).compactMap { content in
      if case .book(let book) = content { book } else { nil }
    }
    #expect(books.map(\.title) == ["Walden", "Emma", "Middlemarch"])
    #expect(books.map(\.section) == [.read, .read, .reading])
    #expect(
      books.map(\.readings) == [
        [BookReading(finish: PartialDate(year: 2024, month: 1, day: 10))],
        [BookReading(finish: PartialDate(year: 2023, month: 5, day: 4))], [],
      ])
    #expect(books.map(\.source) == ["kobo:a", "kobo:b", "kobo:c"])
    #expect(books.map(\.isbns) == [["9780691096124"], [], []])
  }

  @Test func isNoListWithoutBooksThatWereOpened() throws {
    #expect(try list(columns, ["'d', 6, 'Unopened', 'Nobody', NULL, 0, NULL, NULL"]) == nil)
    #expect(try list("ContentID, ContentType, Title", ["'a', 6, 'Walden'"]) == nil)
  }
}

import Books
import Foundation
import Notebook
import NotebookTestSupport
import Testing

@testable import ImportExport

/// Lists that are imported again, beside changes of the user.
@Suite struct BookListAgainTests {
  private static let header =
    "Book Id,Title,Author,ISBN13,My Rating,Date Read,Bookshelves,"
    + "Exclusive Shelf,My Review,Private Notes\n"

  private let fixture: ExchangeFixture

  init() throws { fixture = try ExchangeFixture() }

  private func take(
    _ rows: String..., isDryRun: Bool = false, isAgain: Bool = false
  ) throws -> ImportReport.List {
    try fixture.write(Self.header + rows.joined(separator: "\n") + "\n", to: "list.csv")
    let options = ImportOptions(highlights: HighlightOptions(isAgain: isAgain))
    let report = try fixture.take(
      [fixture.path("list.csv")], isDryRun: isDryRun, options: options)
    let list = try #require(report.lists.first)
    #expect(list.isComplete)
    return list
  }

  private func counts(_ list: ImportReport.List) -> [Int] {
    [list.new, list.changed, list.same, list.skipped.count, list.unreadable.count]
  }

  private func withNotebook<Value>(_ body: (Notebook) throws -> Value) throws -> Value {
    let notebook = try fixture.device.open()
    defer { try? notebook.close() }
    return try body(notebook)
  }

  private func edit(_ change: @escaping (inout BookRecord) -> Void) throws {
    try withNotebook { notebook in
      for note in try notebook.notes.all() { try notebook.books.edit(of: note.id, change) }
    }
  }

  private func record() throws -> BookRecord {
    try withNotebook { notebook in
      try #require(try notebook.notes.all().first.flatMap { try notebook.books.record(of: $0.id) })
    }
  }

  @Test func changesOfTheListAreTakenOverAndThoseOfTheUserStay() throws {
    #expect(try counts(take("1,Reeds,Ann,,3,,,currently-reading,,")) == [1, 0, 0, 0, 0])
    try edit { $0.publisher = "Mine" }
    // There it was finished, and got other stars.
    #expect(try counts(take("1,Reeds,Ann,,4,2021/03/04,,read,Good,")) == [0, 1, 0, 0, 0])
    var record = try record()
    #expect(record.stars == 4 && record.review == "Good" && record.publisher == "Mine")
    #expect(record.readings.map(\.finish) == [PartialDate("2021-03-04")])
    // The user changes the stars and takes the review away; the list has not changed.
    try edit { ($0.stars, $0.review) = (2, nil) }
    #expect(try counts(take("1,Reeds,Ann,,4,2021/03/04,,read,Good,")) == [0, 0, 1, 0, 0])
    record = try self.record()
    #expect(record.stars == 2 && record.review == nil)
    // Both changed the stars.
    let list = try take("1,Reeds,Ann,,5,2021/03/04,,read,Good,")
    #expect(list.differing == ["stars": 1])
    #expect(try self.record().stars == 2)
    // And that is said once.
    #expect(try take("1,Reeds,Ann,,5,2021/03/04,,read,Good,").differing == [:])
  }

  @Test func aHashtagThatTheUserTookOutStaysOut() throws {
    _ = try take("1,Reeds,Ann,,,,\"nature, lent\",read,,a note")
    try withNotebook { notebook in
      let id = try #require(try notebook.notes.all().first?.id)
      #expect(try notebook.note(id: id).text == "a note\n\n#nature #lent\n")
      _ = try notebook.edit(id, now: fixture.tick()) { _ in "#nature\n" }
    }
    #expect(try counts(take("1,Reeds,Ann,,,,\"nature, lent\",read,,a note")) == [0, 0, 1, 0, 0])
    _ = try take("1,Reeds,Ann,,,,\"nature, lent, new\",read,,a note")
    let tags = try withNotebook { try $0.notes.all().first?.tags }
    #expect(tags == ["#nature", "#new"])
  }

  @Test func aBookThatHasANoteCompletesIt() throws {
    try withNotebook { notebook in
      var record = BookRecord(title: "The Reeds: a life", authors: ["Ann Example"])
      record.stars = 5
      record.add(BookReading(finish: PartialDate("2021")))
      _ = try notebook.books.add(record, text: "# Reeds\n")
    }
    let row = "1,Reeds: A Life,\"Example, Ann\",9789999900010,4,2021/03/04,lent,read,,"
    let list = try take(row)
    #expect(counts(list) == [0, 1, 0, 0, 0] && list.differing == ["stars": 1])
    let record = try record()
    #expect(record.title == "The Reeds: a life" && record.stars == 5)
    #expect(record.isbn?.thirteen == "9789999900010")
    #expect(record.readings.map(\.finish) == [PartialDate("2021-03-04")])
    #expect(try counts(take(row)) == [0, 0, 1, 0, 0])
  }

  private func add(_ title: String, _ author: String, isbn: String? = nil) throws -> String {
    try withNotebook { notebook in
      var record = BookRecord(title: title, authors: [author])
      record.setISBN(isbn)
      record.add(BookReading(finish: PartialDate("2019")))
      return try notebook.books.add(record).summary.id
    }
  }

  private func record(of id: String) throws -> BookRecord {
    try withNotebook { try #require(try $0.books.record(of: id)) }
  }

  /// It was imported into the volume before it, with its readings.
  @Test func anotherVolumeIsAnotherBook() throws {
    let rings = "The Lord of the Rings"
    let towers = try add("\(rings): The Two Towers", "J.R.R. Tolkien", isbn: "9780618346264")
    let list = try take(
      "3,\(rings): The Return of the King,J.R.R. Tolkien,9780618346271,5,2021/03/04,,read,,")
    #expect(counts(list) == [1, 0, 0, 0, 0] && list.remarks == [])
    let record = try record(of: towers)
    #expect(record.stars == nil && record.readings.map(\.finish) == [PartialDate("2019")])
  }

  @Test func aBookThatMayBeAnotherHasItsOwnNote() throws {
    let id = try add("The Reeds", "Ann Example")
    let row = "1,The Reeds: A Life,Ann Example,,5,2021/03/04,,read,,"
    let list = try take(row)
    #expect(counts(list) == [1, 0, 0, 0, 0])
    let remark = try #require(list.remarks.first?.text)
    #expect(
      remark.hasPrefix("may be the book of note \(id.prefix(8)),") && !remark.contains("join"))
    let record = try record(of: id)
    #expect(record.stars == nil && record.readings.map(\.finish) == [PartialDate("2019")])
    let again = try take(row)
    #expect(counts(again) == [0, 0, 1, 0, 0] && again.remarks == [])
  }

  @Test func anotherEditionGoesToTheNote() throws {
    let id = try add("Emma", "Jane Austen", isbn: "9780141439587")
    let list = try take("1,EMMA,\"Austen, Jane\",9780199535521,,2021/03/04,,read,,")
    #expect(counts(list) == [0, 1, 0, 0, 0] && list.differing == [:])
    #expect(
      list.remarks.map(\.text) == [
        "is another edition of the book of note \(id.prefix(8)), and is imported into that note"
      ])
    let record = try record(of: id)
    #expect(record.isbn?.thirteen == "9780141439587" && record.otherISBNs == ["9780199535521"])
    #expect(record.readings.map(\.finish) == [PartialDate("2019"), PartialDate("2021-03-04")])
    // It is found by both numbers from then on, whatever the list calls it.
    try fixture.write("9780199535521\n0141439580\n", to: "numbers.txt")
    let numbers = try fixture.take([fixture.path("numbers.txt")])
    #expect(numbers.lists.map(\.new) == [0] && numbers.lists.map(\.differing) == [[:]])
  }

  @Test func ofTwoEditionsInAListEachHasANote() throws {
    let rows = [
      "1,Emma,Jane Austen,9780141439587,,,,read,,", "2,Emma,Jane Austen,9780199535521,,,,read,,",
    ]
    let list = try take(rows.joined(separator: "\n"))
    #expect(counts(list) == [2, 0, 0, 0, 0])
    let remark = try #require(list.remarks.first?.text)
    #expect(remark.hasPrefix("is another edition of") && remark.contains("book join"))
  }

  @Test func ofSeveralNotesNoneIsChosen() throws {
    try withNotebook { notebook in
      for _ in 0..<2 { _ = try notebook.books.add(BookRecord(title: "Reeds", authors: ["Ann"])) }
    }
    let list = try take("1,Reeds,Ann,,4,,,read,,")
    #expect(counts(list) == [0, 0, 0, 1, 0])
    #expect(list.skipped.first?.text.contains("book join") == true)
  }

  @Test func deletedAndTrashedNotesDoNotComeBack() throws {
    let rows = ["1,Reeds,Ann,,4,,,read,,", "2,Ponds,Bo,,4,,,read,,", "3,Lakes,Cy,,4,,,read,,"]
    _ = try take(rows.joined(separator: "\n"))
    try withNotebook { notebook in
      for note in try notebook.notes.all() {
        switch note.title {
        case "Reeds": try notebook.delete(note.id)
        case "Ponds": try notebook.trash(note.id)
        default: try notebook.books.remove(of: note.id)
        }
      }
    }
    let list = try take(rows.joined(separator: "\n"))
    #expect(counts(list) == [0, 0, 0, 3, 0])
    let count = try withNotebook { try $0.notes.all().count }
    #expect(count == 1)
  }

  /// The note of a matched book was the reader's own, under another id than that of the list's book.
  @Test func aMatchedBookThatWasDeletedDoesNotComeBack() throws {
    try withNotebook { notebook in
      _ = try notebook.books.add(BookRecord(title: "Reeds", authors: ["Ann"]))
    }
    let row = "1,Reeds,Ann,,4,,,read,,"
    #expect(try counts(take(row)) == [0, 1, 0, 0, 0])
    try withNotebook { notebook in try notebook.notes.all().forEach { try notebook.delete($0.id) } }
    #expect(try counts(take(row)) == [0, 0, 0, 1, 0])
    #expect(try counts(take(row, isAgain: true)) == [1, 0, 0, 0, 0])
    #expect(try record().stars == 4)
    // It is there again, and known.
    #expect(try counts(take(row)) == [0, 0, 1, 0, 0])
    try withNotebook { notebook in try notebook.notes.all().forEach { try notebook.delete($0.id) } }
    #expect(try counts(take(row)) == [0, 0, 0, 1, 0])
    #expect(try counts(take(row, isAgain: true)) == [1, 0, 0, 0, 0])
  }

  @Test func twoDevicesMakeTheSameNote() throws {
    _ = try take("1,Reeds,Ann,,4,,,read,,")
    let other = try ExchangeFixture()
    try other.write(Self.header + "1,Reeds,Ann,,4,,,read,,\n", to: "list.csv")
    _ = try other.take([other.path("list.csv")])
    let ids = try withNotebook { try $0.notes.all().map(\.id) }
    let notebook = try other.device.open()
    defer { try? notebook.close() }
    #expect(try notebook.notes.all().map(\.id) == ids)
  }

  @Test func unreadableRowsCanBeMended() throws {
    let list = try take("1,Reeds,Ann,,4,,,read,,", "2,,Ann,,4,,,read,,")
    let rest = try #require(list.rest)
    #expect(rest.hasSuffix("/list.unreadable.csv"))
    let text = try String(contentsOfFile: rest, encoding: .utf8)
    #expect(text == Self.header + "2,,Ann,,4,,,read,,\n")
    try text.replacing("2,,", with: "2,Ponds,").write(
      toFile: rest, atomically: true, encoding: .utf8)
    let report = try fixture.take([rest])
    #expect(report.new == 1 && report.lists.map(\.unreadable.count) == [0])
    // Another rest does not replace the one that was mended.
    #expect(try take("3,,Ann,,4,,,read,,").rest?.hasSuffix("/list.unreadable 2.csv") == true)
  }

  @Test func aPreviewWritesNothing() throws {
    let list = try take("1,Reeds,Ann,,4,,,read,,", "2,,Ann,,4,,,read,,", isDryRun: true)
    #expect(counts(list) == [1, 0, 0, 0, 1] && list.rest == nil)
    #expect(try fixture.files == ["list.csv"])
    let count = try withNotebook { try $0.notes.all().count }
    #expect(count == 0)
  }

  @Test func theUserNamesTheShelfOfBooksGivenUp() throws {
    try fixture.write(Self.header + "1,Reeds,Ann,,,,,Nope!,,\n", to: "list.csv")
    var options = ImportOptions()
    options.stoppedShelves = ["nope"]
    try withNotebook { notebook in
      let report = try notebook.exchange.importNotes(
        from: [fixture.path("list.csv")], options: options)
      #expect(report.lists.first?.unknownShelves == [])
    }
    #expect(try record().isStopped)
  }
}

import JSON
import Testing

@testable import Books

@Suite struct BookRecordTests {
  private func day(_ text: String) -> PartialDate { PartialDate(text) ?? .unknown }

  @Test(arguments: [
    ("2019", "2019"), ("2019-03", "2019-03"), ("2019-3-4", "2019-03-04"), ("0800", "0800"),
    ("2024-02-29", "2024-02-29"), ("2023-02-29", nil), ("2019-13", nil), ("19", nil), ("", nil),
    ("2019-", nil), ("2019-1-1-1", nil), ("2019-00", nil), ("2019-004", nil), ("２０１９", nil),
  ])
  func datesMayBePartial(text: String, expected: String?) {
    #expect(PartialDate(text)?.description == expected)
  }

  @Test func daysAreCounted() {
    #expect(day("1970-01-01").dayNumber == 0)
    #expect(day("2000-03-01").dayNumber == 11017)
    #expect(day("0001-01-01").dayNumber == -719_162)
    #expect(BookReading(start: day("2024-02-28"), finish: day("2024-03-01")).dayCount == 3)
    #expect(BookReading(start: day("2024-02"), finish: day("2024-03-01")).dayCount == nil)
  }

  @Test(arguments: [
    ("9999900011", "9789999900010"), ("0000000019", "9780000000019"),
    ("999990002X", "9789999900027"), ("ISBN-13: 978-9-9999-0001-0", "9789999900010"),
    ("ISBN13:9789999900010", "9789999900010"),
    ("isbn 99999 0002 x", "9789999900027"), ("９７８９９９９９０００１０", "9789999900010"),
    ("978–9999900010", "9789999900010"), ("000000019", "9780000000019"),
    ("9799999900019", "9799999900019"), ("9999900012", nil), ("0000000000", nil),
    ("9771234567898", nil), ("X000000019", nil), ("", nil), ("B0012345", nil),
  ])
  func numbersAreRead(text: String, expected: String?) {
    let isbn = ISBN(text)
    #expect(isbn?.thirteen == expected, "\(text)")
    if let ten = isbn?.ten { #expect(ISBN(ten) == isbn) }
  }

  @Test func readingsFollowTheAppsRules() {
    var record = BookRecord(title: "Walden", authors: ["Henry David Thoreau"])
    #expect(record.appSection == .wantToRead)
    let starts = [record.start(day("2020-05")), record.start(day("2021"))]
    #expect(starts == [true, false])
    #expect(record.appSection == .currentlyReading)
    record.finish(day("2020-06-01"))
    record.finish(day("2022"))
    #expect(record.appSection == .read)
    #expect(record.hasRead)
    #expect(record.readings.map { $0.finish?.description } == ["2020-06-01", "2022"])
    #expect(record.book["readingHistory"]?["multipleReadings"] == true)
    let wants = [record.want(), record.want(forgets: true)]
    #expect(wants == [false, true])
    #expect(record.appSection == .wantToRead && record.book["readingHistory"] == .null)
  }

  @Test func factsThatTheAppCannotStoreAreOurs() {
    var record = BookRecord(title: "Walden", authors: [])
    record.stars = 3.5
    #expect(record.book["rating"] == 4 && record.stars == 3.5)
    // The app's reader thought again.
    record.set("rating", 2)
    #expect(record.stars == 2)
    record.start(day("2020"))
    record.page = 120
    record.stop(day("2020-03"))
    #expect(record.isStopped && record.appSection == .wantToRead && record.page == nil)
    #expect(record.stopped.first?.page == 120)
    #expect(record.stopped.first?.start?.year == 2020)
    record.start(day("2021"))
    #expect(!record.isStopped)
    record.finish(day("2021"))
    #expect(!record.isStopped && record.stopped.count == 1)
  }

  /// Nothing that was noted about readings goes, unless that is asked for.
  @Test func aBookIsWantedAgain() {
    var record = BookRecord(title: "Walden", authors: [])
    record.start(day("2020"))
    record.page = 120
    record.want()
    #expect(record.section == .want && record.appSection == .wantToRead && record.readings == [])
    #expect(record.stopped.map { [$0.start?.year, $0.page] } == [[2020, 120]])
    let wanted = record
    record.want()
    #expect(record == wanted)
    record.stop(day("2021"))
    #expect(record.section == .stopped && record.stopped.count == 2)
    record.want()
    #expect(record.section == .want && record.stopped.count == 2)
    record.start(day("2022"))
    record.finish(day("2023"))
    let read = record
    var wants = [record.want()]
    #expect(record == read)
    wants.append(record.want(forgets: true))
    #expect(wants == [false, true] && record.section == .want && record.stopped == [])
  }

  /// A day on which it was given up before counts again, once it was wanted since.
  @Test func aBookThatIsWantedAgainIsGivenUpAgain() {
    var record = BookRecord(title: "Walden", authors: [])
    for date in ["2020", "2021"] { record.stop(day(date)) }
    record.want()
    record.stop(day("2020"))
    #expect(record.section == .stopped)
    #expect(record.stopped.map(\.stop) == ["2020", "2021", "2020"].map(day))
    let stopped = record
    record.stop(day("2020"))
    #expect(record == stopped)
  }

  /// A reading with the same end is the same one.
  @Test func endsAreNotedOnce() {
    var record = BookRecord(title: "Walden", authors: [])
    for date in [day("2020"), day("2020"), .unknown, .unknown] { record.finish(date) }
    #expect(record.readings.map(\.finish) == [day("2020"), .unknown])
    record.stop(day("2021"))
    record.stop(day("2021"))
    record.stop(nil)
    record.stop(nil)
    #expect(record.stopped.map(\.stop) == [day("2021"), nil])
    // One that was begun since is another one.
    record.start(day("2020"))
    record.finish(day("2020"))
    #expect(record.readings.count == 3)
  }

  @Test func versionsNameWhatIsSaid() {
    var record = BookRecord(title: "Walden", authors: ["Henry David Thoreau"])
    var versions = [record.version]
    for action in [
      .start(day("2020")), .page(3), .page(4), .stop(day("2021")), .want(), .rate(4), .rate(3.5),
      .finish(.unknown),
    ] as [BookAction] {
      record.apply(action)
      versions.append(record.version)
    }
    #expect(Set(versions).count == versions.count)
    record.apply(.finish(.unknown))
    #expect(record.version == versions.last)
  }

  @Test func unknownMembersStay() throws {
    let text =
      #"{"title":"T","authors":[],"x":{"y":[1.50]},"rating":5,"readingHistory":{"hasRead":true,"#
      + #""multipleReadings":false,"z":1,"entries":[{"start":{"year":2020,"hour":3},"w":true}]}}"#
    let stored = try #require(JSONValue(parsing: Array(text.utf8)).object)
    var record = try #require(BookRecord(book: stored, own: ["later": 1]))
    record.finish(day("2021"))
    record.stars = 4.5
    #expect(record.book["x"] == stored["x"])
    #expect(record.book["readingHistory"]?["z"] == 1)
    let entry = record.book["readingHistory"]?["entries"]?.array?.first
    #expect(entry == ["start": ["year": 2020, "hour": 3], "w": true, "finish": ["year": 2021]])
    #expect(record.own["later"] == 1)
  }

  @Test func wrongNumbersAreKeptAsText() {
    var record = BookRecord(title: "T", authors: [])
    record.setISBN("99999-0001-2")
    #expect(record.isbn == nil && record.wrongISBNs == ["99999-0001-2"])
    record.setISBN("9999900011")
    #expect(record.book["isbn"] == "9999900011" && record.book["isbn13"] == "9789999900010")
    #expect(record.wrongISBNs == [])
    record.setISBN("9799999900019")
    #expect(record.book["isbn"] == .null)
  }

  /// Dates that are certainly after the day 2026-11-28 are refused.
  @Test(arguments: [
    ("2026-11-28", false), ("2026-11", false), ("2026", false), ("2026-11-29", true),
    ("2026-12", true), ("2027", true),
  ])
  func theFutureIsRefused(text: String, isRefused: Bool) {
    let record = BookRecord(title: "Walden", authors: [])
    for action in [BookAction.start(day(text)), .finish(day(text)), .stop(day(text))] {
      var refusal: BookAction.Refusal?
      do { try record.check(action, today: day("2026-11-28")) } catch { refusal = error }
      #expect(refusal == (isRefused ? .isInFuture(day(text)) : nil))
    }
    for action in [BookAction.start(nil), .finish(.unknown), .stop(nil), .rate(3)] {
      #expect(throws: Never.self) { try record.check(action, today: day("2026-11-28")) }
    }
  }

  /// Only the first of two wrong numbers is shown, so only that one is replaced.
  @Test func theSecondWrongNumberStays() throws {
    let book: JSONObject = ["title": "T", "authors": [], "isbn13": "9789999900011", "isbn": "12"]
    var record = try #require(BookRecord(book: book, own: [:]))
    record.setISBN("34")
    #expect(record.isbn == nil && record.wrongISBNs == ["34", "12"])
    var copy = BookRecord(title: "T", authors: [])
    for fact in BookFact.all { fact.take(from: record, into: &copy) }
    #expect(copy.wrongISBNs == ["34", "12"])
    record.setISBN("9999900011")
    #expect(record.isbn?.thirteen == "9789999900010" && record.wrongISBNs == [])
    copy.setISBN(nil)
    #expect(copy.isbn == nil && copy.wrongISBNs == [])
  }
}

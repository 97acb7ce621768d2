import Foundation
import Testing

@testable import LanguageServer

@Suite struct RelativeDayTests {
  private static let calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "America/Los_Angeles") ?? .gmt
    return calendar
  }()

  /// Noon in Los Angeles.
  private static let now = try? Date("2024-03-09T20:00:00Z", strategy: .iso8601)

  private static func date(_ text: String) throws -> Date {
    try Date(text, strategy: .iso8601)
  }

  /// A moment, and its words at noon of 2024-03-09 in Los Angeles. The night after that is an
  /// hour short.
  @Test(arguments: [
    ("2024-03-09T20:00:00Z", "due today", "today"),
    ("2024-03-09T08:00:00Z", "due today", "today"),
    ("2024-03-10T07:59:59Z", "due today", "today"),
    ("2024-03-10T08:00:00Z", "due tomorrow", "tomorrow"),
    ("2024-03-11T06:59:59Z", "due tomorrow", "tomorrow"),
    ("2024-03-11T07:00:00Z", "due in 2 days", "in 2 days"),
    ("2024-03-09T07:59:59Z", "due since yesterday", "yesterday"),
    ("2024-03-06T20:00:00Z", "due 3 days ago", "3 days ago"),
    ("2024-03-22T20:00:00Z", "due in 13 days", "in 13 days"),
    ("2024-03-23T20:00:00Z", "due in 14 days", "in 14 days"),
    ("2024-05-07T20:00:00Z", "due in 59 days", "in 59 days"),
    ("2024-05-08T20:00:00Z", "due in 2 months", "in 2 months"),
    ("2026-03-09T20:00:00Z", "due in 2 years", "in 2 years"),
    ("2026-03-10T20:00:00Z", "due in 2 years", "in 2 years"),
    ("2021-03-09T20:00:00Z", "due 3 years ago", "3 years ago"),
    ("9999-12-31T00:00:00Z", "due in 7975.6 years", "in 7975.6 years"),
    ("0001-01-01T00:00:00Z", "due 2023.2 years ago", "2023.2 years ago"),
  ])
  func daysAreReported(_ moment: String, _ due: String, _ ago: String) throws {
    let day = RelativeDay(
      of: try Self.date(moment), now: try #require(Self.now), calendar: Self.calendar)
    #expect(day.due == due && day.ago == ago)
  }

  /// Where a day begins at one, the next day is less than a day after its start.
  @Test func theDayAfterALateMidnightIsTomorrow() throws {
    var calendar = Self.calendar
    calendar.timeZone = try #require(TimeZone(identifier: "America/Santiago"))
    let now = try Self.date("2026-09-06T15:00:00Z")
    let due = { RelativeDay(of: $0, now: now, calendar: calendar).due }
    #expect(try due(Self.date("2026-09-07T02:59:59Z")) == "due today")
    #expect(try due(Self.date("2026-09-07T03:00:00Z")) == "due tomorrow")
    #expect(try due(Self.date("2026-09-06T03:59:59Z")) == "due since yesterday")
  }

  @Test(arguments: [Date.distantFuture, .distantPast, Date(timeIntervalSince1970: 1e300)])
  func farDaysAreNoTrap(_ date: Date) throws {
    let now = try #require(Self.now)
    #expect(!RelativeDay(of: date, now: now, calendar: Self.calendar).due.isEmpty)
    #expect(!RelativeDay(of: now, now: date, calendar: Self.calendar).due.isEmpty)
  }
}

import Foundation
import NotebookReview
import Testing

@Suite struct CalendarDaysTests {
  private func calendar(_ zone: String) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    return calendar
  }

  @Test(arguments: [
    ("America/Santiago", "2026-09-05T15:00:00Z", "2026-09-06T04:00:00Z"),
    ("America/Santiago", "2026-09-06T15:00:00Z", "2026-09-07T03:00:00Z"),
    ("America/Santiago", "2026-04-04T15:00:00Z", "2026-04-05T04:00:00Z"),
    ("Africa/Cairo", "2026-04-24T10:00:00Z", "2026-04-24T21:00:00Z"),
    ("Asia/Beirut", "2026-03-29T10:00:00Z", "2026-03-29T21:00:00Z"),
    ("America/Havana", "2026-03-08T15:00:00Z", "2026-03-09T04:00:00Z"),
    ("America/Havana", "2026-11-01T04:30:00Z", "2026-11-02T05:00:00Z"),
  ])
  func tomorrowBegins(_ zone: String, _ now: String, _ expected: String) throws {
    let calendar = try calendar(zone)
    let (now, tomorrow) = try (Date(now, strategy: .iso8601), Date(expected, strategy: .iso8601))
    #expect(calendar.startOfTomorrow(after: now) == tomorrow)
    #expect(calendar.days(from: now, to: tomorrow) == 1)
    #expect(calendar.days(from: now, to: tomorrow - 1) == 0)
    #expect(calendar.days(from: tomorrow, to: now) == -1)
  }

  /// Two years of days, each of 23 to 25 hours, are counted one by one.
  @Test(arguments: [
    "America/Santiago", "Africa/Cairo", "Asia/Beirut", "America/Havana", "Europe/Berlin",
    "Australia/Lord_Howe", "UTC",
  ])
  func daysAreCounted(_ zone: String) throws {
    let calendar = try calendar(zone)
    let first = calendar.startOfDay(for: Date(timeIntervalSince1970: 1_767_268_800))
    var day = first
    for count in 0..<730 {
      #expect(calendar.days(from: first, to: day) == count)
      #expect(calendar.days(from: day + 3600, to: first + 82_799) == -count)
      let tomorrow = calendar.startOfTomorrow(after: day)
      #expect((82_800...90_000).contains(tomorrow.timeIntervalSince(day)))
      #expect(calendar.startOfTomorrow(after: tomorrow - 1) == tomorrow)
      day = tomorrow
    }
  }
}

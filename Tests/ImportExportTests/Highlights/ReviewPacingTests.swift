import Foundation
import KeyValueStore
import Testing

@testable import ImportExport

@Suite struct ReviewPacingTests {
  /// The last day of 35 cards, three days from today, where it is another day at the same time.
  @Test(arguments: [
    ("UTC", "2026-11-27T23:30:00Z", "2026-11-30"),
    ("Pacific/Auckland", "2026-11-27T23:30:00Z", "2026-12-01"),
    ("America/Los_Angeles", "2026-11-28T03:00:00Z", "2026-11-30"),
    ("America/Santiago", "2026-09-03T03:30:00Z", "2026-09-05"),
  ])
  func lastDayIsLocal(_ zone: String, _ now: String, _ expected: String) throws {
    let zone = try #require(TimeZone(identifier: zone))
    let now = try Date(now, strategy: .iso8601)
    #expect(ReviewPacing.lastDay(cards: 35, now: now, zone: zone) == expected)
    #expect(ReviewPacing.lastDay(cards: 31, now: now, zone: zone) == expected)
    #expect(ReviewPacing.lastDay(cards: ReviewPacing.perDay, now: now, zone: zone) == nil)
    #expect(ReviewPacing.lastDay(cards: 0, now: now, zone: zone) == nil)
  }

  /// The next day is at the same time by the clock, also if one of the days has 23 or 25 hours.
  @Test(arguments: [
    ("America/New_York", "2026-03-07T17:00:00Z", "2026-03-08T16:00:00Z"),
    ("America/Havana", "2026-10-31T16:00:00Z", "2026-11-01T17:00:00Z"),
    ("Asia/Beirut", "2026-03-28T21:30:00Z", "2026-03-29T20:30:00Z"),
  ])
  func daysAreThoseOfTheCalendar(_ zone: String, _ now: String, _ expected: String) throws {
    let zone = try #require(TimeZone(identifier: zone))
    let now = try Date(now, strategy: .iso8601)
    let due = ReviewPacing.spread.due(ReviewPacing.perDay, now: now, zone: zone)
    #expect(try due == Date(expected, strategy: .iso8601))
  }

  /// Cards that wait have one more value for each block, which is not of the note's scope.
  @Test func writesAreInTheOrderOfTheirKeys() {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    var note = IncomingNote(id: "N")
    note.markdown = IncomingMarkdown(
      text: "# A\n\n> one\n\n> two\n", created: now, modified: now)
    var plan = ImportPlan(
      note, over: PortableNote(id: "N", versions: [:]), vector: VersionVector(), now: now)
    let count = plan.writes.count
    #expect(plan.schedule(.wait, after: 0, now: now, zone: .gmt) == 2)
    let keys = plan.writes.map(\.key)
    #expect(keys == keys.sorted() && keys.count == count + 2)
  }
}

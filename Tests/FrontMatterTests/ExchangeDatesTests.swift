import Foundation
import Testing

@testable import FrontMatter

@Suite struct ExchangeDatesTests {
  @Test(arguments: [
    ("2024-05-01", "Europe/Berlin", "2024-04-30T22:00:00Z"),
    ("2024-05-01 10:20", "Europe/Berlin", "2024-05-01T08:20:00Z"),
    ("2024-01-01T10:20:30.5", "America/New_York", "2024-01-01T15:20:30Z"),
    ("2024-05-01T10:20:00Z", "Europe/Berlin", "2024-05-01T10:20:00Z"),
    ("2024-05-01t10:20:00z", "Europe/Berlin", "2024-05-01T10:20:00Z"),
    ("2024-05-01 10:20:00 +0900", "Europe/Berlin", "2024-05-01T01:20:00Z"),
    ("0001-01-01", "UTC", "0001-01-01T00:00:00Z"), ("2024-02-30", "Europe/Berlin", nil),
    ("2024-02-30 10:20", "UTC", nil),
    // Days without a midnight.
    ("2026-09-06", "America/Santiago", "2026-09-06T04:00:00Z"),
    ("2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00Z"),
    ("2026-03-29", "Asia/Beirut", "2026-03-28T22:00:00Z"),
    ("2026-03-08", "America/Havana", "2026-03-08T05:00:00Z"),
    // A day with two midnights, a time that comes twice, and one that is skipped.
    ("2026-11-01", "America/Havana", "2026-11-01T04:00:00Z"),
    ("2026-11-01 01:30", "America/New_York", "2026-11-01T05:30:00Z"),
    ("2026-09-06 00:30", "America/Santiago", "2026-09-06T04:30:00Z"),
  ])
  func timesWithoutAnOffsetAreLocal(_ text: String, _ zone: String, _ expected: String?) throws {
    let zone = try #require(TimeZone(identifier: zone))
    #expect(ExchangeDates.json(text, in: zone) == expected)
  }

  @Test func timesWithoutAnOffsetAreUTCInFilesOfThisProgram() {
    #expect(ExchangeDates.json("2024-05-01 10:20") == "2024-05-01T10:20:00Z")
  }
}

import Foundation
import Testing

@testable import commonplace

@Suite struct MomentTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)  // 2023-11-14T22:13:20Z

  private func spelled(_ text: String, offset: Int = 0) throws -> String? {
    let zone = try #require(TimeZone(secondsFromGMT: offset))
    return Moment(text, now: now, zone: zone).map {
      $0.date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
  }

  @Test(arguments: [
    ("2023-11-14", "2023-11-14T23:59:59.999Z"),
    ("2023-11-14T12:30", "2023-11-14T12:30:59.999Z"),
    ("2023-11-14 12:30", "2023-11-14T12:30:59.999Z"),
    ("2023-11-14T12:30:05", "2023-11-14T12:30:05.999Z"),
    ("2023-11-14T12:30:05.123", "2023-11-14T12:30:05.123Z"),
    ("2023-11-14T12:30:05Z", "2023-11-14T12:30:05.999Z"),
    ("20s", "2023-11-14T22:13:00.000Z"),
    ("13m", "2023-11-14T22:00:20.000Z"),
    ("2h", "2023-11-14T20:13:20.000Z"),
    ("2h ago", "2023-11-14T20:13:20.000Z"),
    ("3 d ago", "2023-11-11T22:13:20.000Z"),
    ("1w", "2023-11-07T22:13:20.000Z"),
  ])
  func times(_ text: String, _ expected: String) throws {
    #expect(try spelled(text) == expected)
  }

  @Test func timesAreLocal() throws {
    #expect(try spelled("2023-11-14T12:30:05", offset: 3600) == "2023-11-14T11:30:05.999Z")
    #expect(try spelled("2023-11-14T12:30:05Z", offset: 3600) == "2023-11-14T12:30:05.999Z")
  }

  /// The last hour of a day comes twice, or the next day begins at one.
  @Test(arguments: [
    ("America/Santiago", "2026-04-04", "2026-04-05T03:59:59.999Z"),
    ("America/Santiago", "2026-09-05", "2026-09-06T03:59:59.999Z"),
    ("Africa/Cairo", "2026-10-29", "2026-10-29T21:59:59.999Z"),
    ("Asia/Beirut", "2026-10-24", "2026-10-24T21:59:59.999Z"),
    ("America/Havana", "2026-11-01", "2026-11-02T04:59:59.999Z"),
  ])
  func daysEndWhereTheCalendarSays(_ zone: String, _ text: String, _ expected: String) throws {
    let zone = try #require(TimeZone(identifier: zone))
    let date = try #require(Moment(text, now: now, zone: zone)).date
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    #expect(date.formatted(style) == expected)
  }

  @Test(arguments: [
    "", "yesterday", "2023", "2023-13-01", "2023-02-30", "2023-11-14T25:00", "2023-11-14T12:60",
    "2h from now", "-2h", "2023-11-14T12", "2023-11-14T12:30:05.1",
  ])
  func othersAreNone(_ text: String) throws {
    #expect(try spelled(text) == nil)
  }

  @Test func printedTextIsRead() throws {
    for milliseconds in [true, false] {
      let text = now.local(milliseconds: milliseconds)
      let read = try #require(Moment(text, now: now, zone: .current)).date
      #expect(abs(read.timeIntervalSince(now)) < 1)
      #expect(read >= now)
    }
  }

  /// A period begins at the first moment of what was typed.
  @Test(arguments: [
    ("2023-11-14T22:13Z", 1_699_999_980), ("2023-11-14T22:13:20Z", 1_700_000_000),
    ("2023-11-14T22:13:20.500Z", 1_700_000_000.5),
  ])
  func periodsBeginAtTheFirstMoment(text: String, start: Double) throws {
    let since = try #require(Since(argument: text))
    #expect(abs(since.date.timeIntervalSince1970 - start) < 0.01)
  }
}

import Foundation
import Notebook
import SpacedRepetition
import Testing

@testable import LanguageServer

@Suite struct ReviewWordsTests {
  private static let calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "America/Los_Angeles") ?? .gmt
    return calendar
  }()

  /// Noon in Los Angeles.
  private static let now = try? Date("2024-03-09T20:00:00Z", strategy: .iso8601)

  fileprivate static func date(_ text: String) throws -> Date {
    try Date(text, strategy: .iso8601)
  }

  private static func state(_ due: String?, _ count: Int, last: String? = nil) throws -> PromptState
  {
    var state = PromptState()
    state.due = try due.map(date)
    state.lastReview = try last.map(date)
    state.reviewCount = count
    return state
  }

  @Test(
    arguments: [
      (nil, 0, nil, "Not reviewed yet."), (nil, 2, nil, "Due. Answered 2 times."),
      (
        "2024-03-10T20:00:00Z", 1, "2024-03-08T20:00:00Z",
        "Due tomorrow. Answered once, last yesterday."
      ),
      ("2024-03-12T20:00:00Z", 0, nil, "Due in 3 days."),
    ] as [(String?, Int, String?, String)])
  func statesAreReported(_ due: String?, _ count: Int, _ last: String?, _ words: String) throws {
    let state = try Self.state(due, count, last: last)
    #expect(state.words(now: try #require(Self.now), calendar: Self.calendar) == words)
  }

  @Test(
    arguments: [
      ([], nil), ([("2024-03-10T20:00:00Z", 1)], nil), ([(nil, 0)], "New"), ([(nil, 3)], "Due"),
      ([("2024-03-08T20:00:00Z", 1)], "Due since yesterday"),
      (
        [("2024-03-08T20:00:00Z", 1), ("2024-03-10T20:00:00Z", 1)],
        "Due since yesterday (1 of 2 prompts)"
      ),
      ([(nil, 0), ("2024-03-06T20:00:00Z", 2)], "Due 3 days ago (2 of 2 prompts)"),
      ([(nil, 0), (nil, 0)], "New (2 of 2 prompts)"),
    ] as [([(String?, Int)], String?)])
  func dueCardsAreReported(_ states: [(String?, Int)], _ words: String?) throws {
    let states = try states.map { try Self.state($0.0, $0.1) }
    let found = states.dueWords(
      of: states.count, now: try #require(Self.now), calendar: Self.calendar)
    #expect(found == words)
  }
}

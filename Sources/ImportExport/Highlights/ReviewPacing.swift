import Foundation
import SpacedRepetition

/// When the cards of imported highlights and of new imported notes are first asked. Asking hundreds
/// at once would crowd out all other cards.
package enum ReviewPacing: String, CaseIterable, Sendable {
  /// `perDay` cards each day, starting today.
  case spread
  /// The cards are suspended until “review resume”. The app does not support suspension, so their
  /// due date is in the distant future.
  case wait
  case now

  package static let perDay = 10

  /// Returns when the card with this index, from 0, is first asked; nil if it is asked now. This is
  /// at the time of `now` on a day in `zone`, or `PromptState.waiting` for `wait`.
  func due(_ index: Int, now: Date, zone: TimeZone) -> Date? {
    switch self {
    case .now: return nil
    case .wait: return PromptState.waiting
    case .spread:
      let day = index / Self.perDay
      guard day > 0 else { return nil }
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      return calendar.date(byAdding: .day, value: day, to: now)
    }
  }

  /// Returns the day in `zone` on which the last of `cards` spread cards is first asked, such as
  /// `2026-11-30`; nil if all are asked today.
  static func lastDay(cards: Int, now: Date, zone: TimeZone) -> String? {
    Self.spread.due(cards - 1, now: now, zone: zone)?
      .formatted(Date.ISO8601FormatStyle(timeZone: zone).year().month().day())
  }
}

/// The days for the new cards of one import, with books mixed.
struct ReviewDays {
  private let pacing: ReviewPacing
  private let count: Int
  private let start: Date
  private let zone: TimeZone
  private let stride: Int
  private var used = 0

  init(_ pacing: ReviewPacing, count: Int, now: Date, zone: TimeZone) {
    (self.pacing, self.count, start, self.zone) = (pacing, count, now, zone)
    // A step coprime to the count visits each position once; a step near the golden ratio mixes
    // well.
    var stride = max(1, count * 618 / 1000)
    while Self.divisor(stride, count) > 1 { stride += 1 }
    self.stride = stride
  }

  private static func divisor(_ left: Int, _ right: Int) -> Int {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }

  /// Returns the time when the next card is first asked; nil if it is asked now, or if cards are
  /// not spread.
  mutating func next() -> Date? {
    guard pacing == .spread, count > 0 else { return nil }
    defer { used += 1 }
    return pacing.due(used % count * stride % count, now: start, zone: zone)
  }
}

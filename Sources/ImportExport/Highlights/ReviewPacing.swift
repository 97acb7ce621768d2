import Foundation

/// When the cards of imported highlights are first asked. Hundreds at once would bury all others.
package enum ReviewPacing: String, CaseIterable, Sendable {
  /// A few each day, starting today.
  case spread
  /// Not until “review resume”: they are suspended; for the app, which does not support suspension, they are due in
  /// the distant future.
  case wait
  /// All at once, now.
  case now

  /// The number of cards per day for `spread`.
  package static let perDay = 10
}

/// The days for the new cards of one import, with books mixed.
struct ReviewDays {
  private let pacing: ReviewPacing
  private let count: Int
  private let start: Date
  private let stride: Int
  private var used = 0

  init(_ pacing: ReviewPacing, count: Int, now: Date) {
    (self.pacing, self.count, start) = (pacing, count, now)
    // A step coprime to the count visits each position once; a step near the golden ratio mixes well.
    var stride = max(1, count * 618 / 1000)
    while Self.divisor(stride, count) > 1 { stride += 1 }
    self.stride = stride
  }

  private static func divisor(_ left: Int, _ right: Int) -> Int {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }

  /// The last day, in days from today; 0 if all cards are asked today.
  var last: Int { pacing == .spread && count > 0 ? (count - 1) / ReviewPacing.perDay : 0 }

  /// Returns the time when the next card is first asked; nil for now.
  mutating func next() -> Date? {
    guard pacing == .spread, count > 0 else { return nil }
    defer { used += 1 }
    let position = used % count * stride % count
    let day = position / ReviewPacing.perDay
    return day == 0 ? nil : start.addingTimeInterval(Double(day) * 86_400)
  }
}

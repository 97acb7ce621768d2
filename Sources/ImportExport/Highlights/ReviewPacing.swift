import Foundation

/// The times at which the cards of imported highlights are asked first: hundreds at once would bury
/// all others.
package enum ReviewPacing: String, CaseIterable, Sendable {
  /// Some each day, from today on.
  case spread
  /// None, until “review resume” asks for them: they are suspended, and for the app, which knows no
  /// suspension, due in a distant future.
  case wait
  /// All, from now on.
  case now

  /// The number of cards that are asked each day if they are spread.
  package static let perDay = 10
}

/// The days on which the new cards of one import are asked, books mixed.
struct ReviewDays {
  private let pacing: ReviewPacing
  private let count: Int
  private let start: Date
  private let stride: Int
  private var used = 0

  init(_ pacing: ReviewPacing, count: Int, now: Date) {
    (self.pacing, self.count, start) = (pacing, count, now)
    // A step without a common divisor visits each day's places once; one near the golden section mixes.
    var stride = max(1, count * 618 / 1000)
    while Self.divisor(stride, count) > 1 { stride += 1 }
    self.stride = stride
  }

  private static func divisor(_ left: Int, _ right: Int) -> Int {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }

  /// The last day, in days from today; 0 if all are asked today.
  var last: Int { pacing == .spread && count > 0 ? (count - 1) / ReviewPacing.perDay : 0 }

  /// The time at which the next card is asked; nil for now.
  mutating func next() -> Date? {
    guard pacing == .spread, count > 0 else { return nil }
    defer { used += 1 }
    let place = used % count * stride % count
    let day = place / ReviewPacing.perDay
    return day == 0 ? nil : start.addingTimeInterval(Double(day) * 86_400)
  }
}

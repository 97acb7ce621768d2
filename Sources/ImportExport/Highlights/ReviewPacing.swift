import Base
import Foundation
import JSON
import KeyValueStore
import Notebook
import SpacedRepetition

/// When the cards of imported highlights and of new imported notes are first asked. Asking hundreds
/// at once would crowd out all other cards.
package enum ReviewPacing: String, CaseIterable, Sendable {
  /// `perDay` cards each day, starting today.
  case spread
  /// The cards are suspended until “review resume”. The app does not support suspension, so their
  /// due date is in the distant future.
  case wait
  /// All at once, now.
  case now

  /// The number of cards per day for `spread`.
  package static let perDay = 10

  /// Returns when the card with this index, from 0, is first asked; nil if it is asked now.
  func due(_ index: Int, now: Date) -> Date? {
    switch self {
    case .now: return nil
    case .wait: return PromptState.waiting
    case .spread:
      let day = index / Self.perDay
      return day > 0 ? now.addingTimeInterval(Double(day) * 86_400) : nil
    }
  }
}

extension ImportPlan {
  /// Sets when the cards of a new note are first asked. `cards` is the number of cards that this
  /// import scheduled before. Returns the number of new cards.
  mutating func schedule(_ pacing: ReviewPacing, after cards: Int, now: Date) -> Int {
    guard isNew else { return 0 }
    var count = 0
    for index in writes.indices {
      guard let block = writes[index].key.promptKey(note: note.id),
        var json = writes[index].value.json?.object,
        var statistics = json["promptStatistics"]?.array
      else { continue }
      for (prompt, value) in statistics.enumerated() {
        if let due = pacing.due(cards + count, now: now), var state = value.object {
          state["due"] = .string(Timestamps.json(due))
          statistics[prompt] = .object(state)
        }
        count += 1
      }
      json["promptStatistics"] = .array(statistics)
      writes[index].value = .json(.object(json))
      if pacing == .wait { suspend(block, count: statistics.count) }
    }
    return count
  }

  private mutating func suspend(_ block: String, count: Int) {
    let key = PromptAnnotations.suspendedKey(note: note.id, block: block)
    let value = PromptAnnotations.suspendedValue(Set(0..<count), over: nil)
    writes.append(Write(key: key, value: value, time: Timestamps.row(now), mode: .replacing))
  }
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

  /// The last day, in days from today; 0 if all cards are asked today.
  var last: Int { pacing == .spread && count > 0 ? (count - 1) / ReviewPacing.perDay : 0 }

  /// Returns the time when the next card is first asked; nil if it is asked now.
  mutating func next() -> Date? {
    guard pacing == .spread, count > 0 else { return nil }
    defer { used += 1 }
    return pacing.due(used % count * stride % count, now: start)
  }
}

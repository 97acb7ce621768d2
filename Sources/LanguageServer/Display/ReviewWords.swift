import Base
import Foundation
import Notebook
import SpacedRepetition

extension PromptState {
  func words(now: Date, calendar: Calendar = .current) -> String {
    guard reviewCount > 0 || due != nil, !isWaiting else { return "Not reviewed yet." }
    let due = due.map { RelativeDay(of: $0, now: now, calendar: calendar).due } ?? "due"
    let words = due.prefix(1).uppercased() + due.dropFirst() + "."
    return reviewCount > 0 ? words + " " + history(now: now, calendar: calendar) : words
  }

  func history(now: Date, calendar: Calendar = .current) -> String {
    guard reviewCount > 0 else { return "Not reviewed yet." }
    let times = reviewCount == 1 ? "once" : reviewCount.counted("time")
    let last = lastReview.map { RelativeDay(of: $0, now: now, calendar: calendar).ago }
    return "Answered \(times)" + (last.map { ", last \($0)" } ?? "") + "."
  }
}

extension [PromptState] {
  /// Returns the title of the code lens above a block of `count` prompts; nil if none of these
  /// states is due. Suspended prompts are not among the states.
  func dueWords(of count: Int, now: Date, calendar: Calendar = .current) -> String? {
    let due = filter { $0.isDue(at: now) }
    guard !due.isEmpty else { return nil }
    let which = count == 1 ? "" : " (\(due.count) of \(count) prompts)"
    // The due prompts may all be without a due date.
    guard let first = due.compactMap(\.due).min() else {
      return (due.allSatisfy { $0.reviewCount == 0 } ? "New" : "Due") + which
    }
    let words = RelativeDay(of: first, now: now, calendar: calendar).due
    return words.prefix(1).uppercased() + words.dropFirst() + which
  }
}

import Base
import Foundation
import Testing

@testable import SpacedRepetition

@Suite struct LibraryNotesSchedulerTests {
  /// 2026-11-21T12:00:00Z
  private static let date = Date(timeIntervalSince1970: 1_795_262_400)

  @Test func theTableIsThere() { #expect(Table("library-notes").rows.count >= 200) }

  @Test(arguments: Table("library-notes").rows) func followsTheTable(row: Table.Row) throws {
    let before = try Self.state(row)
    let answer = try Self.answer(row)
    let fuzz = Fuzz(chance: try #require(Double(row[3])))
    let after = LibraryNotesScheduler().next(before, after: answer, fuzz: fuzz)

    if row[4] == "=" {
      #expect(after.idealInterval == before.idealInterval)
      #expect(after.factor == before.factor)
      #expect(after.due == before.due)
      #expect(after.lastReview == before.lastReview)
    } else {
      #expect(abs(try #require(after.idealInterval) - duration(row[4])) < 1e-5)
      #expect(abs(after.factor - (Double(row[5]) ?? .nan)) < 1e-9)
      #expect(after.due == Self.date + duration(row[7]))
      #expect(after.lastReview == Self.date)
    }
    #expect(Self.counted(from: before, to: after) == row[6])
  }

  /// The state in a row's first column, and so long ago as the third one says.
  private static func state(_ row: Table.Row) throws -> PromptState {
    var state = PromptState()
    let late = duration(row[2])
    switch row[0] {
    case "new": return state
    case "new, buried":
      state.due = date - .day
      return state
    case "no due":
      state.lastReview = date - .day
      state.idealInterval = 3 * .day
      return state
    default: break
    }
    (state.reviewCount, state.lapseCount, state.totalCorrect, state.totalIncorrect) = (3, 1, 2, 1)
    let parts = row[0].components(separatedBy: " x ")
    state.idealInterval = parts.first == "?" ? nil : duration(parts[0])
    state.factor = try #require(parts.last.flatMap(Double.init))
    state.lastReview = date - late - (state.idealInterval ?? .day)
    // Fuzz had it asked at some other time than would have been best.
    state.due = date - 1
    return state
  }

  private static func answer(_ row: Table.Row) throws -> ReviewAnswer {
    let words = row[1].split { " ,".contains($0) }.map(String.init)
    return ReviewAnswer(
      prompt: .any, date: date, ease: try #require(Ease(rawValue: words[1])),
      answers: words[0] == "two" ? .two : .four, isRepetition: words.last == "repeated")
  }

  /// The names of the counters that went up by one.
  private static func counted(from before: PromptState, to after: PromptState) -> String {
    let counters: [(String, KeyPath<PromptState, Int>)] = [
      ("reviews", \.reviewCount), ("lapses", \.lapseCount), ("right", \.totalCorrect),
      ("wrong", \.totalIncorrect),
    ]
    return counters.compactMap { name, counter in
      switch after[keyPath: counter] - before[keyPath: counter] {
      case 0: nil
      case 1: name
      case let difference: "\(name)\(difference)"
      }
    }.joined(separator: " ")
  }

  /// A block's other prompts wait a day, unless they wait longer.
  @Test(arguments: [(nil, 86_400), (-5, 86_400), (3600, 86_400), (86_401, 86_401)])
  func buries(due: TimeInterval?, after: TimeInterval) {
    var card = CardState()
    card.state.due = due.map { Self.date + $0 }
    card.bury(at: Self.date + 0.75)
    #expect(card.state.due == Self.date + after)
    #expect(card.state.isLearning)
  }

  /// The app can answer on the day before, by its own date: it takes the start of tomorrow.
  @Test func anAnswerBeforeTheLastOneIsNotLate() {
    var state = PromptState()
    state.lastReview = Self.date + 10 * .day
    state.due = Self.date + 14 * .day
    state.idealInterval = 4 * .day
    let answer = ReviewAnswer(prompt: .any, date: Self.date, ease: .good, answers: .two)
    let after = LibraryNotesScheduler().next(state, after: answer, fuzz: Fuzz(chance: 0.5))
    #expect(after.idealInterval == 10 * .day)
    #expect(after.due == Self.date + 10 * .day)
  }
}

import Base
import Foundation
import TestSupport
import Testing

@testable import SpacedRepetition

/// The laws that hold whatever is stored, by any program.
@Suite struct SchedulerPropertyTests {
  @Test(arguments: 0..<40 as Range<UInt64>) func nothingStoredIsTooStrange(seed: UInt64) throws {
    var strange = Strange(seed: seed)
    for _ in 0..<50 {
      let card = strange.card()
      let answer = strange.answer()
      for scheduler in Scheduler.allCases {
        try check(scheduler.next(card, after: answer), after: answer)
        let intervals = scheduler.intervals(card, answers: answer.answers, at: answer.date)
        #expect(intervals.allSatisfy { $0.interval.isFinite && $0.interval >= 0 })
        // The same holds for its next state.
        let again = scheduler.next(card, after: answer)
        let next = strange.answer()
        try check(scheduler.next(again, after: next), after: next)
      }
      var buried = card
      buried.bury(at: answer.date)
      #expect(try #require(buried.state.due) >= answer.date.storable)
    }
  }

  private func check(_ card: CardState, after answer: ReviewAnswer) throws {
    let date = answer.date.storable
    let isScheduled = !answer.isRepetition || card.memory != nil
    if isScheduled {
      let due = try #require(card.state.due)
      #expect(due >= date)
      #expect(due == due.storable)
      #expect(card.state.lastReview == date)
      #expect(due.formatted(.iso8601).count == 20)
      let interval = try #require(card.state.idealInterval)
      #expect(interval.isFinite && interval >= 0)
    }
    guard let memory = card.memory else { return }
    #expect((0.001...1e12).contains(try #require(memory.stability)))
    #expect((1...10).contains(try #require(memory.difficulty)))
    #expect(memory.due == card.state.due)
    #expect(memory.step.map { (0...1).contains($0) } ?? (memory.phase == .review))
  }

  /// One device answers, with the fractions of a second its clock has; another one replays from what
  /// was stored after any of the answers: whole seconds.
  @Test(arguments: 0..<20 as Range<UInt64>, Scheduler.allCases)
  func devicesThatReplayAgree(seed: UInt64, scheduler: Scheduler) throws {
    var random = SeededGenerator(seed: seed)
    var date = Date(timeIntervalSince1970: 1_795_262_400.625)
    let answers = (0..<12).map { number in
      date += Double.random(in: 1...40 * .day, using: &random) * (number % 3 == 0 ? 0.001 : 1)
      let isWrong = Int.random(in: 0..<4, using: &random) == 0
      let answers: AnswerCount = Bool.random(using: &random) ? .two : .four
      return ReviewAnswer(
        prompt: .any, date: date,
        ease: isWrong ? .again : answers.eases.randomElement(using: &random)!,
        answers: answers, isRepetition: number % 5 == 4)
    }
    let states = answers.indices.map { scheduler.replay(answers[...$0]) }
    let stored = answers.map { answer in
      var answer = answer
      answer.date = Date(timeIntervalSince1970: answer.date.timeIntervalSince1970.rounded(.down))
      return answer
    }
    for (index, state) in states.enumerated() {
      #expect(state == state.stored)
      #expect(scheduler.replay(stored[(index + 1)...], from: state.stored) == states.last)
    }
    #expect(scheduler.replay(stored) == states.last)
  }
}

extension CardState {
  /// The state that a file gives back: dates to the second.
  fileprivate var stored: CardState {
    func second(_ date: Date?) -> Date? {
      date.flatMap { try? Date($0.formatted(.iso8601), strategy: .iso8601) }
    }
    var card = self
    card.state.lastReview = second(state.lastReview)
    card.state.due = second(state.due)
    card.memory?.lastReview = second(memory?.lastReview)
    card.memory?.due = second(memory?.due)
    return card
  }
}

/// Numbers and dates that no device wrote on purpose.
private struct Strange {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func of<Value>(_ values: [Value], or value: Value) -> Value {
    values.randomElement(using: &random) ?? value
  }

  private mutating func number() -> Double {
    of(
      [
        .nan, .signalingNaN, .infinity, -.infinity, 0, -0.0, -1, 1, 2.5, 86_400, -86_400, 1e18,
        1e308,
        -1e308, .leastNonzeroMagnitude, 253_402_300_799,
        Double.random(in: -1e6...1e9, using: &random),
      ], or: 0)
  }

  private mutating func integer() -> Int { of([0, 1, 2, -1, 7, .max, .min], or: 0) }

  private mutating func date() -> Date {
    of(
      [
        Date(timeIntervalSince1970: number()), Date(timeIntervalSinceReferenceDate: number()),
        .distantPast, .distantFuture, Date(timeIntervalSince1970: 1_795_262_400.5),
      ], or: .distantPast)
  }

  private mutating func maybe<Value>(_ value: Value) -> Value? {
    Int.random(in: 0..<4, using: &random) == 0 ? nil : value
  }

  mutating func card() -> CardState {
    var state = PromptState()
    state.reviewCount = integer()
    state.lapseCount = integer()
    state.totalCorrect = integer()
    state.totalIncorrect = integer()
    state.lastReview = maybe(date())
    state.idealInterval = maybe(number())
    state.due = maybe(date())
    state.factor = number()
    let memory = FSRSMemory(
      phase: of(FSRSMemory.Phase.allCases, or: .review), step: maybe(integer()),
      stability: maybe(number()), difficulty: maybe(number()), lastReview: maybe(date()),
      due: maybe(date()))
    return CardState(state, memory: maybe(memory), isSuspended: Bool.random(using: &random))
  }

  mutating func answer() -> ReviewAnswer {
    ReviewAnswer(
      prompt: PromptID(note: "n", block: "b", index: integer()), date: date(),
      ease: of(Ease.allCases, or: .good), answers: of(AnswerCount.allCases, or: .two),
      isRepetition: Bool.random(using: &random))
  }
}

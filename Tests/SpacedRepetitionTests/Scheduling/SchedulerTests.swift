import Foundation
import Testing

@testable import SpacedRepetition

@Suite struct SchedulerTests {
  private static let date = Date(timeIntervalSince1970: 1_795_262_400)

  private static func answer(
    _ ease: Ease, after seconds: TimeInterval = 0, answers: AnswerCount = .four,
    isRepetition: Bool = false
  ) -> ReviewAnswer {
    ReviewAnswer(
      prompt: .any, date: date + seconds, ease: ease, answers: answers, isRepetition: isRepetition)
  }

  private static func reviewed(_ interval: TimeInterval, factor: Double) -> CardState {
    var card = CardState()
    card.state.reviewCount = 1
    card.state.lastReview = date - interval
    card.state.idealInterval = interval
    card.state.due = date
    card.state.factor = factor
    return card
  }

  @Test(arguments: [
    (Scheduler.libraryNotes, AnswerCount.two, [TimeInterval.day, 4 * .day]),
    (.libraryNotes, .four, [.day, .day, 4 * .day, 4 * .day]),
    (.fsrs, .two, [60, 600]),
    (.fsrs, .four, [60, 330, 600, 8 * .day]),
  ])
  func intervalsOfANewPrompt(
    scheduler: Scheduler, answers: AnswerCount, intervals: [TimeInterval]
  ) {
    let shown = scheduler.intervals(CardState(), answers: answers, at: Self.date)
    #expect(shown.map(\.ease) == answers.eases)
    #expect(shown.map(\.interval) == intervals)
  }

  /// A wrong answer of two is the app's `hard`, one of four is `again`.
  @Test(arguments: [(AnswerCount.two, 1.2 * 10 * .day), (.four, TimeInterval.day)])
  func intervalOfAWrongAnswer(answers: AnswerCount, interval: TimeInterval) {
    let card = Self.reviewed(10 * .day, factor: 2.5)
    let shown = Scheduler.libraryNotes.intervals(card, answers: answers, at: Self.date)
    #expect(shown.first?.interval == interval)
  }

  /// The phone sees when FSRS wants a prompt asked, and changes factors as it would have.
  @Test(arguments: Ease.allCases, AnswerCount.allCases)
  func fsrsWritesTheAppsFields(ease: Ease, answers: AnswerCount) throws {
    var card = Self.reviewed(10 * .day, factor: 2.5)
    card.isSuspended = true
    let answer = Self.answer(ease, answers: answers)
    let after = Scheduler.fsrs.next(card, after: answer)
    let memory = try #require(after.memory)
    #expect(after.isSuspended)
    #expect(after.state.lastReview == Self.date)
    #expect(memory.lastReview == Self.date)
    #expect(after.state.due == memory.due)
    #expect(after.state.reviewCount == 2)
    #expect(after.state.lapseCount == (ease == .again ? 1 : 0))
    #expect(after.state.totalCorrect == (ease == .again ? 0 : 1))
    #expect(after.state.totalIncorrect == (ease == .again ? 1 : 0))
    #expect(after.state.factor == Scheduler.libraryNotes.next(card, after: answer).state.factor)
    let interval = try #require(after.state.idealInterval)
    #expect(interval == (ease == .again ? 600 : (interval / .day).rounded() * .day))
  }

  @Test func anFSRSRepetitionIsAnAnswerButChangesNoFactor() throws {
    let wrong = Scheduler.fsrs.next(
      Self.reviewed(10 * .day, factor: 2.5), after: Self.answer(.again))
    let right = Self.answer(.easy, after: 30, isRepetition: true)
    let after = Scheduler.fsrs.next(wrong, after: right)
    #expect(after.memory?.phase == .review)
    #expect(after.state.reviewCount == 3)
    #expect(after.state.lapseCount == 1)
    #expect(after.state.factor == wrong.state.factor)
    #expect(after.state.due.map { $0 >= Self.date + 30 + .day } == true)
  }

  /// Wrong in a short step is not forgotten again.
  @Test func aLapseCountsOnce() {
    let answers = [0, 60, 120].map { Self.answer(.again, after: $0, isRepetition: $0 > 0) }
    let after = Scheduler.fsrs.replay(answers, from: Self.reviewed(10 * .day, factor: 2.5))
    #expect(after.state.lapseCount == 1)
    #expect(after.state.totalIncorrect == 3)
    #expect(after.memory?.phase == .relearning)
    #expect(Scheduler.fsrs.replay(answers).state.lapseCount == 0)
  }

  /// The memory that FSRS assumes for a prompt that it never saw: a right answer in time multiplies
  /// by the factor.
  @Test(arguments: [(10.0, 2.5), (30, 1.6), (2, 3), (100, 2.0)])
  func estimatesFromTheAppsFields(days: Double, factor: Double) throws {
    let card = Self.reviewed(days * .day, factor: factor)
    let memory = FSRSMemory(estimatedFrom: card.state)
    #expect(memory.phase == .review)
    #expect(memory.stability == days)
    let after = Scheduler.fsrs.next(card, after: Self.answer(.good))
    #expect(abs(try #require(after.memory?.stability) - days * factor) < 1e-9)
  }

  @Test func aNewPromptHasNoMemory() {
    #expect(FSRSMemory(estimatedFrom: PromptState()) == FSRSMemory())
  }

  /// Another scheduler's answer makes FSRS's memory one of the past.
  @Test func libraryNotesForgetsTheMemory() {
    let card = Scheduler.fsrs.next(CardState(), after: Self.answer(.easy))
    #expect(card.memory != nil)
    #expect(Scheduler.libraryNotes.next(card, after: Self.answer(.good, after: 9)).memory == nil)
  }
}

import Foundation
import NotebookTestSupport
import SpacedRepetition
import Testing

@testable import Notebook
@testable import NotebookFile
@testable import NotebookReview

/// Clozes that have others beside them since they were answered.
@Suite struct MovedPromptTests {
  private static let before = "The ?[](heart) has ?[](four) chambers."
  private static let after = "The ?[](human) ?[](heart) has, with ?[](atria), ?[](four) chambers."

  private func note(_ device: ReviewDevice) throws -> String {
    try device.notebook.notes.all().first?.id ?? ""
  }

  private func card(_ device: ReviewDevice, _ text: String, _ index: Int) throws -> CardState {
    try #require(
      try device.prompts().first { $0.text == text && $0.prompt.index == index }
    ).state
  }

  private func remake(_ device: ReviewDevice) throws {
    unlink(device.device.paths.state + "/review.sqlite")
    try device.reopen()
  }

  /// Statistics, answers, FSRS's memory and suspension follow; the next answer goes on from them.
  @Test(arguments: [Scheduler.libraryNotes, .fsrs])
  func keepsWhatIsKnown(_ scheduler: Scheduler) throws {
    let device = try ReviewDevice(notes: [Self.before + "\n"])
    let other = try ReviewDevice(copying: device.device.path)
    for (hour, index) in [(0.0, 0), (48, 1), (150, 0)] {
      try device.answer(Self.before, .good, at: hour, index: index, scheduler: scheduler)
      try other.answer(Self.before, .good, at: hour, index: index, scheduler: scheduler)
    }
    _ = try device.notebook.reviews.setSuspended(device.prompt("heart", 1), true)
    let states = try (0..<2).map { try card(device, "The ?[](heart) has ?[](four) chambers.", $0) }
    _ = try device.notebook.save(text: Self.after + "\n", note: note(device))
    #expect(try card(device, Self.after, 1) == states[0])
    #expect(try card(device, Self.after, 3) == states[1] && states[1].isSuspended)
    #expect(try card(device, Self.after, 0) == CardState(PromptState()))
    for (index, count) in [(0, 0), (1, 2), (2, 0), (3, 1)] {
      let prompt = try device.prompt("human", index)
      let answers = try device.notebook.reviews.answers(to: prompt)
      #expect(answers.count == count && answers.allSatisfy { $0.prompt == prompt })
    }
    let counts = try device.counts(at: 1000)
    try remake(device)
    #expect(try device.counts(at: 1000) == counts)
    // As if nothing had been written beside it.
    try device.answer("human", .good, at: 600, index: 1, scheduler: scheduler)
    try other.answer("heart", .good, at: 600, index: 0, scheduler: scheduler)
    let (here, there) = (
      try card(device, Self.after, 1), try card(other, Self.before, 0)
    )
    #expect(here.state.reviewCount == 3 && here.memory?.stability == there.memory?.stability)
    #expect(here.state.idealInterval != nil)
  }

  /// One device writes a cloze beside another, the other one answers that: both count, on both.
  @Test(arguments: [Scheduler.libraryNotes, .fsrs])
  func answersOnAnotherDevice(_ scheduler: Scheduler) throws {
    let first = try ReviewDevice(notes: [Self.before + "\n"])
    try first.answer(Self.before, .good, at: 0, scheduler: scheduler)
    let second = try ReviewDevice(copying: first.device.path)
    _ = try first.notebook.reviews.counts(
      now: ReviewDevice.time(0), calendar: ReviewDevice.calendar)
    _ = try first.notebook.save(text: Self.after + "\n", note: note(first))
    try second.answer(Self.before, .good, at: 200, scheduler: scheduler)
    try second.answer(Self.before, .again, at: 300, index: 1, scheduler: scheduler)
    try first.merge(second)
    try second.merge(first)
    for device in [first, second] {
      #expect(try card(device, Self.after, 1).state.reviewCount == 2)
      #expect(try card(device, Self.after, 3).state.totalIncorrect == 1)
      let counts = try device.counts(at: 1000)
      _ = try device.notebook.reviews.settle()
      #expect(try device.counts(at: 1000) == counts)
      try remake(device)
      #expect(try device.counts(at: 1000) == counts)
      #expect(try device.notebook.reviews.settle() == 0)
    }
    #expect(try card(first, Self.after, 1) == card(second, Self.after, 1))
    // A save of the same text does away with what was answered under the old key.
    _ = try first.notebook.save(text: Self.after + "\n\nMore\n", note: note(first))
    #expect(try first.prompts().count == 4)
    #expect(try card(first, Self.after, 1).state.reviewCount == 2)
  }
}

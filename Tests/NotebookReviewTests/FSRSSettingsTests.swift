import Foundation
import JSON
import NotebookTestSupport
import SpacedRepetition
import Testing

@testable import Notebook
@testable import NotebookReview

/// The settings of FSRS are logged with each answer, and its memory names its parameters.
@Suite struct FSRSSettingsTests {
  /// A person who forgets faster, wants to remember more, and is asked twice a year.
  private static func own() throws -> FSRSSettings {
    var numbers = FSRSParameters.published.numbers
    numbers[2] = 1.5
    numbers[8] = 1.4
    return FSRSSettings(
      desiredRetention: 0.95, maximumInterval: 182, parameters: try FSRSParameters(numbers))
  }

  /// Answers at these hours, all right.
  private static let hours = [0.0, 1, 100, 400]

  /// The memory of FSRS after the first `count` answers, with the same settings throughout.
  private func memory(
    _ device: ReviewDevice, _ count: Int, by settings: FSRSSettings
  ) throws -> FSRSMemory? {
    let prompt = try device.prompt("A")
    return Self.hours.prefix(count).reduce(CardState()) { card, hours in
      let answer = ReviewAnswer(
        prompt: prompt, date: ReviewDevice.time(hours), ease: .good, answers: .two)
      return Scheduler.fsrs.next(card, after: answer, fsrs: settings)
    }.memory
  }

  @Test func otherParametersBeginAgain() throws {
    let device = try ReviewDevice(notes: ["> A\n"])
    let own = try Self.own()
    var usual: [RecordedAnswer] = []
    for hours in Self.hours.prefix(3) {
      usual.append(try #require(try device.answer("A", .good, at: hours, scheduler: .fsrs)))
    }
    #expect(try usual.last?.card.memory == memory(device, 3, by: FSRSSettings()))
    let prompt = try device.prompt("A")
    // The promised interval is the one that follows.
    let shown = try #require(try device.notebook.reviews.card(prompt, fsrs: own.parameters)?.card)
    let promised = Scheduler.fsrs.intervals(
      shown, answers: .two, at: ReviewDevice.time(400), fsrs: own)
    let last = try #require(
      try device.answer("A", .good, at: 400, scheduler: .fsrs, fsrs: own))
    #expect(last.card.memory == (try memory(device, 4, by: own)))
    #expect(last.card.state.idealInterval == promised.last?.interval)
    #expect(try device.prompts()[0].state.memory == last.card.memory)
    // Taken back, the published parameters count again; another answer begins with them again, too.
    try device.notebook.reviews.undo(last.answer)
    #expect(try device.prompts()[0].state == usual.last?.card)
    try device.answer("A", .good, at: 400, scheduler: .fsrs, fsrs: own)
    let again = try device.answer("A", .good, at: 500, scheduler: .fsrs)
    let four = CardState(memory: try memory(device, 4, by: FSRSSettings()))
    let answer = try #require(again?.answer)
    #expect(again?.card.memory == Scheduler.fsrs.next(four, after: answer).memory)
    #expect(try device.faults() == [])
  }

  /// Retention and the longest interval change no memory, so nothing is made again.
  @Test func settingsAreLogged() throws {
    let device = try ReviewDevice(notes: ["> A\n"])
    let own = try Self.own()
    try device.answer("A", .good, at: 0, scheduler: .fsrs)
    try device.answer("A", .good, at: 1, fsrs: own)
    try device.answer("A", .good, at: 2, scheduler: .fsrs, fsrs: own)
    let settings = FSRSSettings(desiredRetention: 0.8)
    try device.answer("A", .good, at: 3, scheduler: .fsrs, fsrs: settings)
    let log = try device.notebook.reviews.log()
    #expect(log.map { $0.details?.fsrs } == [FSRSSettings(), FSRSSettings(), own, settings])
    let rows = try device.keys(".studyLog").map { try device.stored(".studyLog", $0) }
    let members = rows.map { $0?["commonplace"]?["fsrs"] }
    #expect(members[0] == nil && members[1] == nil && members[3] == ["retention": 0.8])
    #expect(members[2]?["parameters"]?.array?.count == 21)
  }

  /// Two devices with separate settings, none of which knows of the other's answers.
  @Test func devicesWithOtherSettingsAgree() throws {
    let first = try ReviewDevice(notes: ["> A\n"])
    let second = try ReviewDevice(copying: first.device.path)
    let own = try Self.own()
    for (number, hours) in Self.hours.enumerated() {
      try first.answer("A", .good, at: hours, scheduler: .fsrs)
      try second.answer(
        "A", number == 2 ? .again : .good, at: hours + 0.5,
        scheduler: number == 1 ? .libraryNotes : .fsrs, fsrs: own)
    }
    try first.merge(second)
    try second.merge(first)
    let state = try first.prompts()[0].state
    #expect(try second.prompts()[0].state == state)
    #expect(state.state.reviewCount == 8 && state.memory?.parameters == own.parameters)
    let due = try #require(state.state.due)
    #expect(due.timeIntervalSince(ReviewDevice.time(400.5)) <= 182 * 86_400)
    try first.notebook.reviews.settle()
    #expect(try first.prompts()[0].state == state)
  }

  /// Numbers that no optimizer made are ignored.
  @Test(arguments: [
    "[]", "7", #"{"retention":"x","maximumInterval":-5,"parameters":[1,2]}"#,
    #"{"retention":1e99,"maximumInterval":1e99,"parameters":{}}"#, #"{"retention":-1}"#,
  ])
  func anyMember(json: String) throws {
    let settings = FSRSSettings(json: try JSONValue(parsing: Array(json.utf8)))
    #expect(FSRSSettings.retentions.contains(settings.desiredRetention))
    #expect(FSRSSettings.maximumIntervals.contains(settings.maximumInterval))
    #expect(settings.parameters == .published)
    #expect(FSRSMemory(json: ["phase": "review", "parameters": [1, 2]]) == nil)
  }
}

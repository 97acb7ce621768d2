import Base
import Foundation
import GRDB
import JSON
import NoteGenerator
import NotebookTestSupport
import SpacedRepetition
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile
@testable import NotebookIndex
@testable import NotebookReview

/// The state after several devices answered.
@Suite struct ReconcilingTests {
  private func pair(_ note: String) throws -> (ReviewDevice, ReviewDevice) {
    let first = try ReviewDevice(notes: [note])
    return (first, try ReviewDevice(copying: first.device.path))
  }

  private func exchange(_ first: ReviewDevice, _ second: ReviewDevice) throws {
    try first.merge(second)
    try second.merge(first)
  }

  /// Both answered the same prompt; the log decides, and the outcome is that of one device.
  @Test(arguments: [Scheduler.libraryNotes, .fsrs])
  func answersOnTwoDevices(scheduler: Scheduler) throws {
    let (first, second) = try pair("> A\n")
    let one = try ReviewDevice(copying: first.device.path)
    for (device, ease, hour) in [
      (first, Ease.good, 0.0), (second, .again, 24), (first, .easy, 130), (second, .good, 260),
      (first, .hard, 300),
    ] {
      for device in [device, one] {
        try device.answer("A", ease, at: hour, of: .four, scheduler: scheduler)
      }
    }
    try exchange(first, second)
    let expected = try one.prompts()[0].state
    for device in [first, second] {
      #expect(try device.prompts()[0].state == expected)
      #expect(try device.notebook.conflicts.all().isEmpty)
      #expect(try device.counts(at: 0) == one.counts(at: 0))
      #expect(try device.notebook.reviews.log().count == 5)
    }
    // The merge wrote it for the telephone: there is nothing more to write.
    #expect(try first.notebook.reviews.settle() == 0 && second.notebook.reviews.settle() == 0)
    #expect(try first.prompts()[0].state.state == expected.state)
    let key = try first.prompts()[0].prompt
    let shown = try #require(try first.stored(key.note, key.block)?["promptStatistics"]?.array?[0])
    #expect(PromptState(json: shown) == expected.state)
  }

  /// The row of an answer comes from another device once more, and then as taken back: it counts once,
  /// and then no more, as in an index that is made again.
  @Test func severalVersionsOfAnAnswer() throws {
    let device = try ReviewDevice(notes: ["> A\n"])
    let prompt = try #require(try device.answer("A", .good, at: 0)).answer.prompt
    let key = EntryKey(scope: ".studyLog", key: try device.keys(".studyLog")[0])
    for (author, count) in [(UInt8(7), 1), (8, 0)] {
      _ = try device.counts(at: 0)
      try device.notebook.write { _, db in
        var version = try #require(try StoredVersion.fetch(db, key).first)
        version.author = Data(repeating: author, count: 16)
        version.usn = 1
        version.timestamp = "2030-01-0\(author) 00:00:00.000"
        if count == 0 { version.value = StoredValue(type: 0) }
        try db.execute(
          sql: "INSERT INTO author VALUES (?, 'other', 1, NULL)", arguments: [version.author])
        try version.store(in: db)
      }
      _ = try device.counts(at: 0)
      #expect(try device.notebook.reviews.answers(to: prompt).count == count)
      unlink(device.device.paths.state + "/review.sqlite")
      try device.reopen()
      _ = try device.counts(at: 0)
      #expect(try device.notebook.reviews.answers(to: prompt).count == count)
    }
  }

  /// An answer that was taken back is not in the state that a later answer records as found.
  @Test func undoesTheFirstOfTwoAnswers() throws {
    let (first, second) = try pair("> A\n")
    let undone = try #require(try first.answer("A", .good, at: 0)).answer
    try first.answer("A", .good, at: 100)
    try first.notebook.reviews.undo(undone)
    try exchange(first, second)
    try first.answer("A", .good, at: 300)
    try second.answer("A", .again, at: 400)
    try exchange(first, second)
    for device in [first, second] {
      let state = try device.prompts()[0].state.state
      #expect(state.reviewCount == 3 && state.totalCorrect == 2 && state.totalIncorrect == 1)
      #expect(try device.notebook.reviews.log().count == 3)
    }
  }

  /// An index that names rows of other blocks, or rows that are not there, gives no wrong answer.
  @Test func anIndexThatIsWrong() throws {
    let device = try ReviewDevice(notes: ["> A\n\n> B\n"])
    for text in ["A", "B", "B"] { try device.answer(text, .good, at: 0) }
    _ = try device.counts(at: 0)
    let queue = try #require(device.notebook.reviews.index.queue)
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO answer SELECT id, entry FROM block, answer;
          INSERT OR IGNORE INTO answer SELECT id, 1 FROM block;
          INSERT OR IGNORE INTO answer SELECT id, 99999 FROM block
          """)
    }
    for (text, count) in [("A", 1), ("B", 2)] {
      let prompt = try device.prompt(text)
      let answers = try device.notebook.read { db in
        try device.notebook.reviews.loggedAnswers(db, to: prompt.note, in: prompt.block)
      }
      #expect(answers.count == count)
    }
  }

  /// An edit there and an answer here are both kept.
  @Test func editsAndAnswers() throws {
    for isEditLater in [true, false] {
      let (first, second) = try pair("> A quote of some length\n")
      let note = try first.prompt("A quote").note
      let times = [0.0, 50].map(ReviewDevice.time)
      _ = try first.notebook.save(
        text: "> A quote of some length.\n", note: note, now: times[isEditLater ? 1 : 0])
      try second.answer("A quote", .good, at: isEditLater ? 0 : 50)
      try exchange(first, second)
      for device in [first, second] {
        let prompt = try device.prompts()[0]
        #expect(prompt.text == "> A quote of some length." && prompt.state.state.reviewCount == 1)
        try device.notebook.reviews.settle()
        #expect(try device.notebook.reviews.card(prompt.prompt)?.block == 0..<26)
        let states = try device.notebook.notes.promptStates(of: note)
        #expect(!states.isEmpty)
      }
    }
  }

  /// The telephone's last answer has the due date that it gave itself.
  @Test func answersInTheApp() throws {
    let (first, phone) = try pair("?[](A) ?[](B)\n")
    try first.answer("A", .good, at: 0)
    try phone.answerInApp(try phone.prompt("A"), isRight: true, at: ReviewDevice.time(48), days: 11)
    try exchange(first, phone)
    #expect(try first.dueDates() == phone.dueDates())
    let prompts = try first.prompts()
    #expect(ReviewDevice.hours(prompts[0].state.state.due) == "\(48 + 11 * 24)")
    #expect(prompts[0].state.state.reviewCount == 2 && prompts[0].state.state.totalCorrect == 2)
    // Then here, later: goes on from the telephone's.
    try first.answer("A", .good, at: 400)
    try phone.answerInApp(
      try phone.prompt("A"), isRight: false, at: ReviewDevice.time(350), days: 13)
    try exchange(first, phone)
    #expect(try first.dueDates() == phone.dueDates())
    #expect(try first.prompts()[0].state.state.reviewCount == 4)
    #expect(try first.prompts()[0].state.state.lastReview == ReviewDevice.time(400))
  }

  /// Suspending there is not undone by an answer here.
  @Test func suspendingAndAnswering() throws {
    let (first, second) = try pair("?[](A) ?[](B)\n")
    try first.notebook.reviews.setSuspended(try first.prompt("A"), true, now: ReviewDevice.time(0))
    try second.answer("A", .good, at: 1, scheduler: .fsrs)
    try exchange(first, second)
    for device in [first, second] {
      let prompts = try device.prompts()
      #expect(prompts.map(\.state.isSuspended) == [true, false])
      #expect(prompts[0].state.memory != nil)
    }
  }

  /// Two devices, and a telephone that knows of no log, over some weeks.
  @Test(arguments: [1, 2]) func weeksOnTwoDevices(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // The same ids each time: chance follows from them.
    let fixture = try NotebookFixture()
    try fixture.putNote("N")
    let first = try ReviewDevice(copying: fixture.path)
    _ = try first.notebook.save(
      text: "> A\n\n?[](B) ?[](C) ?[](D)\n\nQ: E\nA: e\n\n> F\n", note: "N")
    try first.notebook.publish()
    let second = try ReviewDevice(copying: first.device.path)
    var count = 0
    for day in 0..<40 {
      for device in [first, second] where Int.random(in: 0..<3, using: &random) > 0 {
        let now = ReviewDevice.time(Double(day * 24 + Int.random(in: 0..<24, using: &random)))
        let cards = try device.notebook.reviews.chooseCards(
          .notebook, CardChoice(limit: 2), now: now, calendar: ReviewDevice.calendar,
          seed: random.next())
        for prompt in cards {
          count += 1
          let ease = Ease.allCases.randomElement(using: &random) ?? .good
          if seed.isMultiple(of: 2), device === second, Bool.random(using: &random) {
            try device.answerInApp(
              prompt, isRight: ease.isCorrect, at: now,
              days: Double(Int.random(in: 1...30, using: &random)))
            continue
          }
          let answer = ReviewAnswer(prompt: prompt, date: now, ease: ease, answers: .four)
          let scheduler = Scheduler.allCases.randomElement(using: &random) ?? .fsrs
          let recorded = try device.notebook.reviews.record(answer, scheduler: scheduler)
          if let recorded, Int.random(in: 0..<8, using: &random) == 0 {
            try device.notebook.reviews.undo(recorded.answer, now: now)
            count -= 1
          }
        }
      }
      guard day % 7 == 6 else { continue }
      try exchange(first, second)
      #expect(try first.dueDates() == second.dueDates(), "day \(day), seed \(seed)")
      #expect(try first.notebook.reviews.log() == second.notebook.reviews.log())
      #expect(try first.notebook.reviews.log().count == count)
      #expect(try first.notebook.conflicts.all().isEmpty)
      if Bool.random(using: &random) { try first.notebook.reviews.settle() }
      for device in [first, second] { #expect(try counted(device) == device.counts(at: 9000)) }
    }
    if !seed.isMultiple(of: 2) {
      let log = try first.notebook.reviews.log()
      for prompt in try first.prompts() {
        let answers = log.count { $0.prompt == prompt.prompt }
        #expect(prompt.state.state.reviewCount == answers, "\(prompt.text)")
      }
    }
  }

  /// The due prompts, counted without the index.
  private func counted(_ device: ReviewDevice) throws -> String {
    let prompts = try device.prompts()
    let horizon = ReviewDevice.time(9024)
    let due = prompts.filter { $0.state.state.isDue(at: horizon) && !$0.state.isSuspended }
    return "\(due.count) \(due.count { $0.state.state.isNew })"
  }
}

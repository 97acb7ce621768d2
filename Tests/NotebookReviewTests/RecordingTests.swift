import Base
import Foundation
import JSON
import NotebookTestSupport
import SpacedRepetition
import Testing

@testable import ImportExport
@testable import KeyValueStore
@testable import Maintenance
@testable import Notebook
@testable import NotebookReview

/// The values that an answer writes.
@Suite struct RecordingTests {
  private func json(_ value: JSONValue?) -> String {
    String(decoding: (value ?? .null).serialized(), as: UTF8.self)
  }

  @Test func storesTheAppsShapes() throws {
    let device = try ReviewDevice(notes: ["# A\n\n> Simplify.\n"])
    let recorded = try #require(try device.answer("Simplify", .good, at: 10))
    let prompt = recorded.answer.prompt
    let due = try #require(recorded.card.state.due)
    let row = try #require(try device.stored(prompt.note, prompt.block))
    #expect(
      json(row["promptStatistics"]?.array?[0])
        == #"{"reviewCount":1,"lapseCount":0,"totalCorrect":1,"totalIncorrect":0,"#
        + #""spacedRepetitionFactor":2.5,"lastReview":"2024-03-01T10:00:00Z","#
        + #""idealInterval":345600.0,"due":"\#(Timestamps.json(due))"}"#)
    #expect(row["type"]?.string == "prompt=quote" && row["rawValue"]?.string == "> Simplify.\n")
    let key = try #require(try device.keys(".studyLog").first)
    let form = try Regex(
      "2024-03-01T10:00:00Z;note=\(prompt.note);promptId=\(prompt.block);author="
        + "[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[0-9A-F]{4}-[0-9A-F]{12}")
    #expect(key.wholeMatch(of: form) != nil, "\(key)")
    #expect(
      json(try device.stored(".studyLog", key))
        == #"{"timestamp":"2024-03-01T10:00:00Z","identifier":{"noteId":"\#(prompt.note)","#
        + #""promptKey":"\#(prompt.block)","promptIndex":0},"#
        + #""statistics":{"correct":1,"incorrect":0},"#
        + #""commonplace":{"ease":"good","answers":2,"scheduler":"library-notes","#
        + #""before":{"reviewCount":0,"lapseCount":0,"totalCorrect":0,"totalIncorrect":0,"#
        + #""spacedRepetitionFactor":2.5}}}"#)
    #expect(try device.keys(".commonplace").isEmpty)
    #expect(try device.faults() == [])
  }

  /// Members that are not known here stay, and undoing leaves the bytes as they were.
  @Test func keepsWhatItDoesNotKnow() throws {
    let device = try ReviewDevice(notes: ["?[](one) and ?[](two)\n"])
    let prompt = try device.prompt("one")
    let old =
      #"{"type":"prompt=cloze","rawValue":"?[](one) and ?[](two)\n","x":1.50,"#
      + #""promptStatistics":[{"reviewCount":3,"y":[],"spacedRepetitionFactor":2.1,"lapseCount":0},"#
      + #"{"z":"7","due":"2024-03-09T00:00:00+02:00","reviewCount":0}]}"#
    try device.put(prompt.note, prompt.block, old)
    let recorded = try #require(try device.answer("one", .again, at: 0))
    let row = try #require(try device.stored(prompt.note, prompt.block))
    #expect(row["x"] == .double(1.5))
    let statistics = try #require(row["promptStatistics"]?.array)
    #expect(statistics[0]["y"] == .array([]) && statistics[0]["reviewCount"] == 4)
    // Buried, but it is due later anyway.
    #expect(json(statistics[1]) == #"{"z":"7","due":"2024-03-09T00:00:00+02:00","reviewCount":0}"#)
    #expect(try device.notebook.reviews.undo(recorded.answer)?.state.reviewCount == 3)
    #expect(
      try device.stored(prompt.note, prompt.block) == JSONValue(parsing: Array(old.utf8)))
    #expect(try device.notebook.reviews.log().isEmpty)
    #expect(try device.notebook.reviews.undo(recorded.answer) == nil)
  }

  @Test func buriesTheOthers() throws {
    let device = try ReviewDevice(notes: ["?[](one) ?[](two) ?[](three)\n\n> Else\n"])
    #expect(try device.counts(at: 10) == "4 4")
    let first = try #require(try device.answer("one", .good, at: 10, index: 1))
    #expect(
      try device.dueDates().filter { $0.contains("one") && !$0.contains(" 1 ") }
        == ["?[](one) ?[](two) ?[](th 0 34", "?[](one) ?[](two) ?[](th 2 34"])
    #expect(try device.counts(at: 10) == "1 1" && device.counts(at: 34) == "3 3")
    try device.notebook.reviews.undo(first.answer)
    #expect(try device.dueDates().allSatisfy { $0.hasSuffix("-") })
    #expect(try device.counts(at: 10) == "4 4")
  }

  /// One row each, though a key has no parts of a second.
  @Test func logsEachAnswer() throws {
    let device = try ReviewDevice(notes: ["> A\n\n?[](b) ?[](c)\n"])
    for text in ["A", "A", "A", "b"] { try device.answer(text, .again, at: 1) }
    try device.answer("b", .good, at: 1, index: 1)
    let log = try device.notebook.reviews.log()
    #expect(
      log.map { "\($0.prompt.index) \(Timestamps.json($0.date).suffix(4))" }.sorted()
        == ["0 :00Z", "0 :00Z", "0 :01Z", "0 :02Z", "1 :00Z"])
    #expect(log.filter(\.isCorrect).count == 1)
    #expect(try device.prompts().map(\.state.state.reviewCount) == [3, 1, 1])
    let key = try #require(try device.keys(".studyLog").first { $0.contains("promptIndex") })
    #expect(key.hasSuffix(";promptIndex=1"))
  }

  @Test func undoesTheAnswersBeforeToo() throws {
    let device = try ReviewDevice(notes: ["> A\n"])
    var recorded: [RecordedAnswer] = []
    for hour in [0, 100, 300] {
      recorded.append(try #require(try device.answer("A", .good, at: Double(hour))))
    }
    let before = try device.prompts()[0].state
    try device.answer("A", .again, at: 700)
    // Not the last one: what follows from the others.
    #expect(try device.notebook.reviews.undo(recorded[0].answer)?.state.reviewCount == 3)
    #expect(try device.notebook.reviews.log().map { $0.isCorrect } == [true, true, false])
    let fresh = try ReviewDevice(notes: ["> A\n"])
    for hour in [0, 100, 300] { try fresh.answer("A", .good, at: Double(hour)) }
    #expect(before.state.idealInterval == (try fresh.prompts()[0].state.state.idealInterval))
  }

  /// Clocks are set back; no answer counts twice, and none is lost.
  @Test func undoesInAnyOrderOfTime() throws {
    for undone in 0..<3 {
      let device = try ReviewDevice(notes: ["?[](A) ?[](B)\n"])
      var recorded: [RecordedAnswer] = []
      for (hour, index) in [(300.0, 0), (100, 0), (200, 1)] {
        recorded.append(try #require(try device.answer("A", .good, at: hour, index: index)))
      }
      try device.notebook.reviews.undo(recorded[undone].answer)
      let counts = try device.prompts().map(\.state.state.reviewCount)
      #expect(counts == (undone == 2 ? [2, 0] : [1, 1]), "\(undone)")
    }
  }

  @Test func promptsThatAreGone() throws {
    let device = try ReviewDevice(notes: ["> A\n"])
    let prompt = try device.prompt("A")
    let recorded = try #require(try device.answer("A", .good, at: 0))
    _ = try device.notebook.save(text: "nothing", note: prompt.note)
    let answer = ReviewAnswer(
      prompt: prompt, date: ReviewDevice.time(1), ease: .good, answers: .two)
    #expect(try device.notebook.reviews.record(answer, scheduler: .libraryNotes) == nil)
    #expect(try device.notebook.reviews.undo(recorded.answer) == nil)
    #expect(try device.notebook.reviews.setSuspended(prompt, true) == false)
    #expect(try device.notebook.reviews.card(prompt) == nil)
    var other = answer
    for index in [-1, 1, .max, .min] {
      other.prompt.index = index
      #expect(try device.notebook.reviews.record(other, scheduler: .fsrs) == nil)
    }
    #expect(try device.notebook.reviews.log().count == 1)
  }

  @Test func suspends() throws {
    let device = try ReviewDevice(notes: ["?[](a) ?[](b)\n\n> C\n"])
    let prompt = try device.prompt("a", 1)
    #expect(try device.notebook.reviews.setSuspended(prompt, true))
    #expect(try !device.notebook.reviews.setSuspended(prompt, true))
    #expect(try device.counts(at: 0) == "2 2")
    #expect(try device.notebook.reviews.card(prompt)?.card.isSuspended == true)
    let key = "\(prompt.note);suspended;\(prompt.block)"
    #expect(json(try device.stored(".commonplace", key)) == #"{"suspended":[1]}"#)
    #expect(try device.notebook.reviews.resumeAll(in: "other") == 0)
    #expect(try device.notebook.reviews.resumeAll(in: prompt.note) == 1)
    #expect(try device.counts(at: 0) == "3 3")
    try device.notebook.reviews.setSuspended(prompt, true)
    try device.notebook.reviews.setSuspended(try device.prompt("C"), true)
    #expect(
      try device.notebook.reviews.resumeAll() == 2 && device.notebook.reviews.resumeAll() == 0)
    #expect(try device.faults() == [])
  }

  /// FSRS's memory is kept, and made again from the log where another scheduler had a turn.
  @Test func remembersForFSRS() throws {
    let device = try ReviewDevice(notes: ["> A\n"])
    let answers: [(Ease, Scheduler)] = [
      (.good, .fsrs), (.easy, .libraryNotes), (.again, .fsrs), (.good, .fsrs),
    ]
    var expected = CardState()
    for (day, (ease, scheduler)) in answers.enumerated() {
      let recorded = try #require(
        try device.answer(
          "A", ease, at: Double(day * 240), of: .four, scheduler: scheduler))
      expected = Scheduler.fsrs.next(expected, after: recorded.answer)
      if scheduler == .fsrs { #expect(recorded.card.memory == expected.memory) }
      #expect(recorded.card.state.reviewCount == day + 1)
    }
    let state = try device.prompts()[0].state
    #expect(state.memory == expected.memory && state.state.due == expected.memory?.due)
    #expect(try device.keys(".commonplace").map { $0.contains(";review;prompt=quote") } == [true])
    let last = try #require(try device.notebook.reviews.log().last)
    try device.notebook.reviews.undo(last.answer)
    #expect(try device.prompts()[0].state.memory?.lastReview == ReviewDevice.time(480))
    #expect(try device.faults() == [])
  }
}

/// Answers go where the notes go.
@Suite struct ReviewExchangeTests {
  @Test func exportsAndImports() throws {
    let device = try ReviewDevice(notes: ["?[](A) ?[](B)\n\n> C\n"])
    try device.answer("A", .good, at: 0, scheduler: .fsrs)
    try device.answer("> C", .again, at: 1, of: .four)
    try device.notebook.reviews.setSuspended(try device.prompt("A", 1), true)
    let folder = device.device.folder + "/export"
    _ = try device.notebook.exchange.export(to: folder)
    let other = try ReviewDevice(notes: [])
    _ = try other.notebook.exchange.importNotes(from: [folder])
    #expect(try other.prompts().map(\.state) == device.prompts().map(\.state))
    #expect(try other.notebook.reviews.log() == device.notebook.reviews.log())
    #expect(try other.counts(at: 100) == device.counts(at: 100))
    let again = try other.notebook.exchange.importNotes(from: [folder])
    #expect(again.new == 0 && again.updated == 0)
    try other.answer("> C", .good, at: 200)
    #expect(try other.notebook.reviews.log().count == 3)
  }
}

extension ReviewDevice {
  /// The findings of `commonplace check` in the content.
  func faults() throws -> [String] {
    try notebook.publish()
    return try Checkup.run(at: device.path, state: device.state).findings.map {
      "\($0.kind) \($0.problem)"
    }
  }

  /// Writes a value as it is given.
  func put(_ scope: String, _ key: String, _ json: String) throws {
    try notebook.write { author, db in
      let value = try JSONValue(stored: json)
      try author.write(
        [(EntryKey(scope: scope, key: key), .json(value))], at: Self.time(-1), superseding: .all,
        in: db)
    }
  }
}

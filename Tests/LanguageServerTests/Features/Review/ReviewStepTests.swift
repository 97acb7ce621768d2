import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The steps of a review.
@Suite struct ReviewStepTests {
  @Test func aWrongCardComesAgain() throws {
    let review = try ReviewFixture(notes: [ReviewRequestsTests.heart, ReviewRequestsTests.walden])
    var state = try review.call("start")
    #expect(state.progress == [0, 2] && !state.canUndo)
    let first = state.front
    state = try review.answer("again", in: state)
    #expect(state.progress == [0, 2] && state.front != first && state.canUndo)
    state = try review.answer("good", in: state)
    #expect(state.progress == [1, 1] && state.front == first)
    #expect(state.card?["history"] == "Answered once, last today.")
    state = try review.answer("good", in: state)
    #expect(state.summary == [2, 1] && state.progress == [2, 0])
    #expect(try review.counts() == ["due": 0, "new": 0, "answeredToday": 3])
    #expect(state.json["counts"] == ["due": 0, "new": 0])
    let stopped = try review.step("stop", in: state).json
    #expect(stopped == ["answered": 3, "correct": 2, "incorrect": 1])
    #expect(try review.error("state", ["session": state.session]) == -32803)
  }

  @Test func stepsAreTakenBack() throws {
    let review = try ReviewFixture(notes: [ReviewRequestsTests.heart, ReviewRequestsTests.walden])
    let start = try review.call("start")
    let before = try review.counts()
    var state = try review.answer("again", in: start)
    state = try review.step("skip", in: state)
    state = try review.step("suspend", in: state)
    #expect(state.card == nil && state.progress == [2, 0])
    #expect(try review.counts()["due"] == 1)
    for _ in 0..<3 { state = try review.step("undo", in: state) }
    #expect(state.front == start.front && state.back != nil && !state.canUndo)
    #expect(state.card?["history"] == "Not reviewed yet." && state.progress == [0, 2])
    #expect(try review.counts() == before)
    #expect(try review.error("undo", ["session": state.session]) == -32803)
  }

  @Test func crammingRecordsNothing() throws {
    let review = try ReviewFixture(notes: [ReviewRequestsTests.heart])
    let before = try review.counts()
    let state = try review.step("reveal", in: review.call("start", ["cram": true]))
    #expect(state.intervals == ["", ""])
    let done = try review.step("answer", in: state, ease: "good")
    #expect(done.summary == [1, 0])
    #expect(try review.counts() == before)
    #expect(try review.step("undo", in: done).back != nil)
  }
}

import Foundation
import NotebookTestSupport
import SpacedRepetition
import Testing

@testable import Notebook
@testable import NotebookReview

/// The due prompts of each note, for lists.
@Suite struct DueCountsTests {
  @Test func areThoseOfTheNotes() throws {
    let device = try ReviewDevice(
      notes: ["# One\n\n> A\n\n> B\n", "# Two\n\n?[](C) ?[](D)\n", "# Three\n"])
    func counts(_ hours: Double) throws -> String {
      let counts = try device.notebook.reviews.dueCounts(now: ReviewDevice.time(hours))
      return Set(counts.keys.map { $0 }).map { id in
        "\((try? device.notebook.summary(of: id)?.title) ?? "") \(counts[id] ?? 0)"
      }.sorted().joined(separator: ", ")
    }
    // Nothing is known before prompts were counted once.
    #expect(device.notebook.reviews.knownDueCounts(now: ReviewDevice.time(1)) == nil)
    #expect(device.notebook.reviews.knownDueState(now: ReviewDevice.time(1)) == nil)
    #expect(device.notebook.reviews.notesDue(after: 0, until: 1) == nil)
    #expect(try counts(1) == "One 2, Two 2")
    try device.answer("A", .again, at: 1)
    #expect(try counts(1) == "One 1, Two 2")
    #expect(try counts(25) == "One 2, Two 2")
    let known = try device.notebook.reviews.dueCounts(now: ReviewDevice.time(1))
    #expect(device.notebook.reviews.knownDueCounts(now: ReviewDevice.time(1)) == known)
    let one = try device.prompt("A").note
    #expect(
      device.notebook.reviews.knownDueCounts(of: [one, "nobody"], now: ReviewDevice.time(1)) == [
        one: 1
      ])
    // Between two moments two prompts become due.
    let state = try #require(device.notebook.reviews.knownDueState(now: ReviewDevice.time(1)))
    let later = try #require(device.notebook.reviews.knownDueState(now: ReviewDevice.time(25)))
    #expect(state.change == later.change && later.until - state.until == 24 * 3600)
    #expect(device.notebook.reviews.notesDue(after: state.until, until: later.until) == [one])
    #expect(device.notebook.reviews.notesDue(after: later.until, until: state.until) == [one])
    #expect(device.notebook.reviews.notesDue(after: later.until, until: later.until) == [])
    // A process that starts knows what the last one counted.
    try device.reopen()
    #expect(device.notebook.reviews.knownDueCounts(now: ReviewDevice.time(1)) == known)
  }
}

import Foundation
import ImportExport
import JSON
import NotebookTestSupport
import SpacedRepetition
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookReview

/// New cards that wait until the user resumes them. The app knows no suspension, so for it they are due in
/// a distant future.
@Suite struct WaitingCardsTests {
  private let fixture: ExchangeFixture
  private let device: ReviewDevice
  private let note: String

  /// A note of two quotes that wait.
  init() throws {
    fixture = try ExchangeFixture()
    let clippings = [("10-12", "One thought."), ("90-91", "Another thought.")].map {
      "Walden (Thoreau)\r\n- Your Highlight on page 9 | Location \($0) | Added on Thursday, August "
        + "22, 2024 7:01:04 PM\r\n\r\n\($1)\r\n==========\r\n"
    }
    try fixture.write(clippings.joined(), to: "My Clippings.txt")
    let notebook = try fixture.device.open()
    _ = try notebook.exchange.importNotes(
      from: [fixture.path("My Clippings.txt")],
      options: ImportOptions(highlights: HighlightOptions(pacing: .wait)), now: fixture.tick())
    try notebook.close()
    device = try ReviewDevice(copying: fixture.device.path)
    note = try #require(try device.notebook.notes.all().first { $0.book != nil }?.id)
  }

  /// A time after all others, in hours as devices count them.
  private func later() -> Double {
    fixture.tick().timeIntervalSince(ReviewDevice.time(0)) / 3600
  }

  private func states(_ device: ReviewDevice) throws -> [PromptState] {
    let keys = try device.keys(note).filter { $0.hasPrefix("prompt=") }
    return try keys.flatMap { key in
      (try device.stored(note, key)?["promptStatistics"]?.array ?? []).map(PromptState.init(json:))
    }
  }

  @Test func areNewOnceTheyAreResumed() throws {
    #expect(try device.counts(at: later()) == "0 0")
    #expect(try states(device).map(\.isWaiting) == [true, true])
    #expect(try device.notebook.reviews.resumeAll() == 2)
    #expect(try states(device) == [PromptState(), PromptState()])
    #expect(try device.counts(at: later()) == "2 2")
  }

  @Test func oneAloneIsResumed() throws {
    let prompt = try device.prompt("One")
    #expect(try device.notebook.reviews.setSuspended(prompt, false))
    #expect(try states(device).count { $0 == PromptState() } == 1)
    #expect(try device.counts(at: later()) == "1 1")
  }

  /// A phone that did not know that they were resumed wrote its rows again.
  @Test func staysResumed() throws {
    let phone = try ReviewDevice(copying: device.device.path)
    _ = try device.notebook.reviews.resumeAll()
    try phone.saveInApp(phone.notebook.note(id: note).text + "\nMine.\n", note, at: later())
    try device.merge(phone)
    #expect(try states(device) == [PromptState(), PromptState()])
    #expect(try device.counts(at: later()) == "2 2")
    // Of an index that is made anew, too.
    try device.notebook.publish()
    let other = try ReviewDevice(copying: device.device.path)
    #expect(try other.counts(at: later()) == "2 2")
    #expect(try device.notebook.reviews.settle() == 0)
    #expect(try states(device) == [PromptState(), PromptState()])
  }

  @Test(.enabled(if: AppOracle.isThere, "\(AppOracle.absence)"))
  func theAppLeavesThemAlone() throws {
    let oracle = try AppOracle()
    func due() throws -> Int? {
      try device.notebook.publish()
      let study = try oracle.ask([
        "cmd": "study", "file": device.device.path.json, "date": "2999-01-01T00:00:00Z",
      ])
      return study?["due"]?.array?.count
    }
    #expect(try due() == 0)
    let text = try device.notebook.note(id: note).text
    try device.saveInApp(text + "\nMine.\n", note, at: later(), oracle: oracle)
    #expect(try due() == 0)
    #expect(try states(device).map(\.isWaiting) == [true, true])
    #expect(try device.notebook.reviews.resumeAll() == 2)
    #expect(try due() == 2)
    #expect(try oracle.faults(of: device.device.path) == [])
    let prompt = try device.prompt("One")
    let answer = try oracle.ask([
      "cmd": "answer", "file": device.device.path.json, "id": note.json,
      "key": prompt.block.json, "index": 0, "correct": 1,
    ])
    #expect(answer?["saved"]?.bool == true)
    _ = try device.notebook.refresh()
    #expect(try device.counts(at: later()) == "1 1")
  }
}

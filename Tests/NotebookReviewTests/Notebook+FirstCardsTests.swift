import Foundation
import NotebookTestSupport
import SpacedRepetition
import Testing

@testable import Notebook
@testable import NotebookIndex
@testable import NotebookReview

/// Sessions that begin before due prompts were counted.
@Suite struct FirstCardsTests {
  private static func device() throws -> ReviewDevice {
    let device = try ReviewDevice(
      notes: (0..<60).map { number in
        "# Note \(number)\n\n> quote \(number)\n\n\(number % 2 == 0 ? "#even" : "#odd")\n"
      })
    // Makes the working copy, but no index.
    try device.answer("> quote 7", .good, at: 0)
    return device
  }

  private static func first(
    _ scope: ReviewScope = .notebook, _ choice: CardChoice = CardChoice(limit: 5),
    in notebook: Notebook
  ) throws -> FirstCards? {
    try notebook.reviews.chooseFirstCards(
      scope, choice, now: ReviewDevice.time(1), calendar: ReviewDevice.calendar, seed: 1,
      fewestRows: 10)
  }

  @Test func theyComeWithoutAnIndex() throws {
    let device = try Self.device()
    let notebook = device.notebook
    #expect(!notebook.reviews.areCounted)
    let even = try Set(notebook.notes.all(tag: "#even").map(\.id))
    for (scope, isEven): (ReviewScope, Bool?) in [
      (.notebook, nil), (.tag("#even"), true), (.section(nil), nil), (.search("quote"), nil),
    ] {
      let first = try #require(try Self.first(scope, in: notebook))
      #expect(Set(first.cards).count == 5)
      #expect((5...59).contains(first.counts.due))
      if isEven == true { #expect(first.cards.allSatisfy { even.contains($0.note) }) }
      for card in first.cards { #expect(try notebook.reviews.card(card) != nil) }
    }
    #expect(!notebook.reviews.areCounted)
  }

  /// Fewer than are wanted are no session: all have to be counted. Of one note they are all.
  @Test func fewOfThemAreNone() throws {
    let device = try Self.device()
    let notebook = device.notebook
    #expect(try Self.first(.notebook, CardChoice(limit: 60), in: notebook) == nil)
    #expect(try Self.first(.tag("#none"), in: notebook) == nil)
    #expect(try Self.first(.search("\"quote 33\""), in: notebook) == nil)
    #expect(try Self.first(.notebook, CardChoice(limit: 5, newPerDay: 0), in: notebook) == nil)
    let note = try device.prompt("> quote 3").note
    #expect(try Self.first(.note(note), in: notebook)?.cards.map(\.note) == [note])
    // That was answered.
    let answered = try device.prompt("> quote 7").note
    #expect(try Self.first(.note(answered), in: notebook) == nil)
  }

  @Test func meanwhileTheyAreCounted() throws {
    let device = try Self.device()
    let notebook = device.notebook
    let isCounted = DispatchSemaphore(value: 0)
    notebook.reviews.countAside { isCounted.signal() }
    #expect(isCounted.wait(timeout: .now() + 60) == .success)
    #expect(notebook.reviews.areCounted)
    #expect(try device.counts(at: 1) == "59 59")
  }
}

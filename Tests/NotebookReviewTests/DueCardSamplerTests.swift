import Base
import Books
import Foundation
import NotebookIndex
import NotebookSearch
import NotebookTestSupport
import SpacedRepetition
import Testing

@testable import Notebook
@testable import NotebookReview

/// Cards of very many notes: of a tag, a section, a search.
@Suite struct DueCardSamplerTests {
  /// A third of the notes has the tag; two of three of these write it otherwise.
  private static func device(noteCount: Int) throws -> ReviewDevice {
    let tags = ["#t/x", "#other", "", "#T", "#tx", "", "#t", "", ""]
    return try ReviewDevice(
      notes: (0..<noteCount).map { number in
        "# Note \(number)\n\n> quote \(number)\n\n> other \(number)\n\n\(tags[number % 9])\n"
      })
  }

  private static func draw(
    _ notes: DueNotes?, limit: Int = 8, fewest: Int = 40, seed: UInt64 = 1, of device: ReviewDevice
  ) throws -> [PromptID] {
    try device.notebook.reviews.index.with(device.notebook) { table in
      var sampler = DueCardSampler(
        table: table, until: DueTable.last(ReviewDevice.time(24)),
        random: SeededGenerator(seed: seed), fewest: fewest)
      return try sampler.cards(notes, limit: limit, newAllowed: nil, order: .mixed)
    }
  }

  @Test func drawsFromThoseOfTheTagOnly() throws {
    let device = try Self.device(noteCount: 180)
    let tagged = try Set(device.notebook.notes.all(tag: "#t").map(\.id))
    #expect(tagged.count == 60)
    var seen: Set<PromptID> = []
    for seed in 1...10 {
      let cards = try Self.draw(.tag(HashtagPath("#T")), seed: UInt64(seed), of: device)
      #expect(cards.count == 8 && Set(cards.map(\.block)).count == 8)
      #expect(cards.allSatisfy { tagged.contains($0.note) })
      seen.formUnion(cards)
    }
    #expect(seen.count > 30)
    // All that there are.
    #expect(try Self.draw(.tag(HashtagPath("#t")), limit: .max, of: device).count == 120)
    #expect(try Self.draw(.tag(HashtagPath("#none")), of: device).isEmpty)
    #expect(try Self.draw(.section(.read), of: device).isEmpty)
    #expect(try Self.draw(.section(nil), of: device).count == 8)
  }

  /// If few of very many notes have something due, all of them are found.
  @Test func findsTheFewThatAreDue() throws {
    let device = try Self.device(noteCount: 90)
    let tagged = try Set(device.notebook.notes.all(tag: "#t").map(\.id))
    let prompts = try device.prompts().filter { tagged.contains($0.prompt.note) }
    for prompt in prompts.dropFirst(3) {
      try device.notebook.reviews.setSuspended(prompt.prompt, true)
    }
    let cards = try Self.draw(.tag(HashtagPath("#t")), limit: 2, fewest: 8, of: device)
    #expect(cards.count == 2 && Set(cards).isSubset(of: prompts.prefix(3).map(\.prompt)))
  }

  @Test func costsTheSameInABigNotebook() throws {
    let steps = try [120, 480].map { count in
      let device = try Self.device(noteCount: count)
      // Makes the working copy.
      try device.answer("> quote 1", .good, at: 0)
      _ = try device.counts(at: 0)
      return try [DueNotes.tag(HashtagPath("#t")), .section(nil)].map { notes in
        try device.notebook.countingSteps {
          _ = try Self.draw(notes, limit: 5, fewest: 24, of: device)
        }
      }
    }
    for (small, big) in zip(steps[0], steps[1]) { #expect(big < small * 5 / 2, "\(steps)") }
  }

  /// A search reads only so many of the notes with its words as it needs cards.
  @Test func aSearchIsNotReadToItsEnd() throws {
    let device = try Self.device(noteCount: 60)
    var random = SeededGenerator(seed: 1)
    var ids: [String] = []
    let query = SearchQuery(parsing: "is:quote quote")
    try device.notebook.searches.forSomeNotes(matching: query, using: &random, most: 10) { some in
      ids += some
      return ids.count < 25
    }
    #expect(ids.count == 25 && Set(ids).count == 25)
    try device.notebook.searches.forSomeNotes(matching: query, using: &random, most: 7) { some in
      ids += some
      return true
    }
    #expect(Set(ids) == Set(try device.notebook.notes.all().map(\.id)))
    let cards = try device.cards(.search("is:quote \"quote 7\""), at: 0)
    #expect(cards == ["> other 7", "> quote 7"])
  }
}

import Base
import Foundation
import GRDB
import JSON
import MiniMarkdown
import NotebookTestSupport
import SpacedRepetition
import TestSupport
import Testing

@testable import Books
@testable import ForeignFormats
@testable import ImportExport
@testable import KeyValueStore
@testable import Notebook

/// Highlights in a notebook: which note gets them, and what becomes of them the next time.
@Suite struct HighlightImportTests {
  private static func clipping(
    _ location: String, _ text: String, title: String = "Walden (Thoreau, Henry David)",
    kind: String = "Highlight", time: String = "7:01:04 PM"
  ) -> String {
    "\u{FEFF}\(title)\r\n- Your \(kind) on page 9 | Location \(location) | Added on Thursday, "
      + "August 22, 2024 \(time)\r\n\r\n\(text)\r\n==========\r\n"
  }

  private let fixture: ExchangeFixture

  init() throws { fixture = try ExchangeFixture() }

  @discardableResult private func take(
    _ texts: String..., isDryRun: Bool = false, options: HighlightOptions = HighlightOptions()
  ) throws -> HighlightReport {
    try fixture.write(texts.joined(), to: "My Clippings.txt")
    let notebook = try fixture.device.open()
    defer { try? notebook.close() }
    let report = try notebook.exchange.importNotes(
      from: [fixture.path("My Clippings.txt")], isDryRun: isDryRun,
      options: ImportOptions(highlights: options), now: fixture.tick())
    #expect(report.skipped == [])
    let highlights = try #require(report.highlights)
    #expect(highlights.counts.sum == highlights.total)
    return highlights
  }

  private func edit(_ change: (String) -> String) throws {
    let notebook = try fixture.device.open()
    let note = try #require(try notebook.notes.all().first { $0.book != nil })
    _ = try notebook.edit(note.id) { change($0) }
    try notebook.close()
  }

  private func text() throws -> String {
    let notebook = try fixture.device.open()
    let note = try #require(try notebook.notes.all().first { $0.book != nil })
    return try notebook.note(id: note.id).text
  }

  private let men = clipping("10-12", "The mass of men lead lives")
  private let heaven = clipping("90-91", "Heaven is under our feet.")

  @Test func makesANoteOfABook() throws {
    let preview = try take(men, heaven, isDryRun: true)
    let report = try take(men, heaven)
    #expect(preview == report)
    #expect(report.counts.new == 2 && report.newNotes == 1 && report.cards == 2)
    let notebook = try fixture.device.open()
    let note = try #require(try notebook.notes.all().first)
    let record = try #require(try notebook.books.record(of: note.id))
    #expect(record.title == "Walden" && record.authors == ["Henry David Thoreau"])
    #expect(record.readings == [] && !record.hasRead)
    #expect(
      try notebook.note(id: note.id).text == """
        # Walden

        > The mass of men lead lives (p. 9, loc. 10-12)

        > Heaven is under our feet. (p. 9, loc. 90-91)

        """)
    let again = try take(men, heaven)
    #expect(again.counts.same == 2 && again.unchangedNotes == 1 && again.cards == 0)
  }

  @Test func findsTheNoteOfTheBook() throws {
    let notebook = try fixture.device.open()
    let record = BookRecord(title: "WALDEN (Example Classics)", authors: ["H. D. Thoreau"])
    let note = try notebook.books.add(record, text: "# My notes\n\nHeaven is on top.\n")
    try notebook.close()
    let report = try take(men)
    #expect(report.updatedNotes == 1 && report.newNotes == 0)
    #expect(
      try fixture.device.open().note(id: note.summary.id).text == """
        # My notes

        Heaven is on top.

        ## Highlights

        > The mass of men lead lives (p. 9, loc. 10-12)

        """)
  }

  @Test func booksThatMayBeOneAreTwo() throws {
    func marks(_ title: String) -> String {
      Self.clipping("10-12", "A mark of \(title)", title: "\(title) (Example, Ann)")
    }
    let report = try take(marks("Magic: Apprentice"), marks("Magic: Master"))
    #expect(report.newNotes == 2 && report.remarks.count == 1)
    let remark = try #require(report.remarks.first?.text)
    #expect(remark.contains("“Magic: Master”, which may be the book of note"))
    // The second time both are known.
    let again = try take(marks("Magic: Apprentice"), marks("Magic: Master"))
    #expect(again.newNotes == 0 && again.unchangedNotes == 2 && again.remarks.isEmpty)
  }

  @Test func leavesAloneWhatTheReaderDeletedOrChanged() throws {
    try take(men, heaven)
    try edit { $0.replacing("> Heaven is under our feet. (p. 9, loc. 90-91)", with: "") }
    let deleted = try take(men, heaven)
    #expect(deleted.counts.leftAlone == 1 && deleted.counts.same == 1)
    #expect(try !text().contains("Heaven"))
    try edit { $0.replacing("The mass", with: "> The *mass*") }
    let changed = try take(men, heaven)
    #expect(changed.counts.leftAlone == 2 && changed.updatedNotes == 0)
    let again = try take(men, heaven, options: HighlightOptions(isAgain: true))
    #expect(again.counts.new == 2)
    #expect(try text().contains("Heaven"))
  }

  @Test func followsAHighlightThatWasExtended() throws {
    try take(men)
    let longer = Self.clipping(
      "10-14", "The mass of men lead lives of quiet desperation.", time: "9:00:00 PM")
    let report = try take(men, longer)
    #expect(report.counts.extended == 1 && report.counts.new == 0 && report.cards == 0)
    #expect(try text().hasSuffix("desperation. (p. 9, loc. 10-14)\n"))
    #expect(try take(men, longer).counts.same == 2)
    // The older file says nothing new.
    #expect(try take(men).counts.same == 1)
    #expect(try text().contains("desperation"))
  }

  /// However much longer: it is one card, and keeps its schedule.
  @Test func anExtendedHighlightKeepsItsCard() throws {
    try take(men)
    func quotes() throws -> [StoredPrompts] {
      let notebook = try fixture.device.open()
      defer { try? notebook.close() }
      return try notebook.read { db in
        let id = try #require(try NoteSummary.fetchAll(db).first { $0.book != nil }).id
        return try NoteValues.fetch(db, note: id).values.compactMap { entryKey, value in
          StoredPrompts(key: entryKey.key, entryKey: entryKey, value: value)
        }
      }
    }
    let quote = try #require(try quotes().first)
    var json = quote.json
    var statistics = try #require(json["promptStatistics"]?.array?.first?.object)
    statistics["reviewCount"] = 7
    json["promptStatistics"] = [.object(statistics)]
    let notebook = try fixture.device.open()
    try notebook.write { author, db in
      try author.write(
        [(quote.entryKey, .json(.object(json)))], at: Date(), superseding: .winners, in: db)
    }
    try notebook.close()
    let longer = Self.clipping(
      "10-24",
      "The mass of men lead lives of quiet desperation. What is called resignation is confirmed desperation, and from the desperate city you go into the desperate country.",
      time: "9:00:00 PM")
    #expect(try take(men, longer).counts.extended == 1)
    #expect(try quotes().map { $0.promptStates.first?.reviewCount } == [7])
  }

  @Test func listsAnExtendedOneThatTheReaderChanged() throws {
    try take(men)
    try edit { $0.replacing("mass of men", with: "mass of women") }
    let longer = Self.clipping("10-14", "The mass of men lead lives of quiet desperation.")
    let report = try take(men, longer)
    #expect(report.counts.leftAlone == 1 && report.counts.new == 0)
    #expect(report.remarks.contains { $0.text.contains("loc. 10-14") })
    #expect(try text().contains("women lead lives (p. 9"))
    #expect(try take(men, longer).updatedNotes == 0)
  }

  @Test func bringsANoteThatCameLater() throws {
    try take(men)
    let note = Self.clipping("12", "So it is.", kind: "Note")
    #expect(try take(men, note).counts.extended == 1)
    #expect(try text().contains("10-12)\n\nSo it is.\n"))
    #expect(try take(men, note).counts.same == 1)
  }

  @Test func putsNewOnesBetween() throws {
    try take(men, heaven)
    try edit { $0.replacing("10-12)\n", with: "10-12)\n\nMy thought.\n") }
    #expect(try take(men, Self.clipping("50-51", "Between."), heaven).counts.new == 1)
    #expect(try text().contains("My thought.\n\n> Between. (p. 9, loc. 50-51)\n\n> Heaven"))
  }

  @Test func knowsQuotesThatWereTyped() throws {
    let notebook = try fixture.device.open()
    let record = BookRecord(title: "Walden", authors: ["Henry David Thoreau"])
    _ = try notebook.books.add(record, text: "# Walden\n\n> Heaven is under our feet (Economy)\n")
    try notebook.close()
    let report = try take(heaven)
    #expect(report.counts.same == 1 && report.cards == 0)
  }

  @Test func doesNotBringBackADeletedNote() throws {
    try take(men)
    let notebook = try fixture.device.open()
    let id = try #require(try notebook.notes.all().first?.id)
    try notebook.trash(id)
    try notebook.close()
    #expect(try take(men, heaven).counts.leftAlone == 2)
    let second = try fixture.device.open()
    try second.delete(id)
    try second.close()
    #expect(try take(men, heaven).counts.leftAlone == 2)
    #expect(try take(men, options: HighlightOptions(isAgain: true)).newNotes == 1)
  }

  /// Each kind of pacing, on more cards than a day takes.
  @Test(arguments: ReviewPacing.allCases)
  func doesNotFloodReview(_ pacing: ReviewPacing) throws {
    let texts = (0..<35).map {
      Self.clipping("\($0 * 30)-\($0 * 30 + 1)", "Thought number \($0) of many.")
    }
    let report = try take(texts.joined(), options: HighlightOptions(pacing: pacing))
    #expect(report.cards == 35 && (report.lastDay != nil) == (pacing == .spread))
    let notebook = try fixture.device.open()
    let id = try #require(try notebook.notes.all().first?.id)
    let states = try notebook.notes.promptStates(of: id)
    let text = try notebook.note(id: id).text
    let prompts = NoteContent(text: text).promptCollections
    let now = fixture.tick()
    let due = prompts.count { states[$0]?.first?.isDue(at: now) == true }
    let suspended = prompts.count { !states.suspended(in: $0).isEmpty }
    #expect(due == (pacing == .spread ? 10 : pacing == .wait ? 0 : 35))
    #expect(suspended == (pacing == .wait ? 35 : 0))
  }

  @Test func joinsListsOfTwoDevices() throws {
    let first = [
      HighlightEntry(ForeignHighlight(id: "a:1", text: "one")),
      HighlightEntry(ForeignHighlight(text: "two")),
    ]
    let second = [
      HighlightEntry(ForeignHighlight(text: "Two")),
      HighlightEntry(ForeignHighlight(text: "three")),
    ]
    let union = HighlightEntry.union([first, second])
    #expect(union.count == 3)
    #expect(HighlightEntry.union([union, second, first]) == union)
  }

  /// Numbers of steps that visit each day as often as it has slots.
  @Test(arguments: [1, 9, 10, 11, 35, 400, 1001])
  func spreadsEvenly(_ count: Int) {
    var days = ReviewDays(
      .spread, count: count, now: Date(timeIntervalSince1970: 0), zone: .gmt)
    let dates = (0..<count).map { _ in days.next()?.timeIntervalSince1970 ?? 0 }
    let perDay = Dictionary(grouping: dates, by: { $0 }).mapValues(\.count)
    #expect(perDay.values.max() ?? 0 <= ReviewPacing.perDay)
    #expect(perDay.count == (count + 9) / 10)
    #expect(dates.max() == Double((count - 1) / ReviewPacing.perDay) * 86_400)
  }
}

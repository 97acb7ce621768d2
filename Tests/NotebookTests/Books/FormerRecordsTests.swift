import Base
import Books
import Foundation
import JSON
import NotebookFile
import NotebookTestSupport
import TestSupport
import Testing

@testable import ImportExport
@testable import KeyValueStore
@testable import Notebook

/// A record that is replaced, by whom it may be, is in history and can be brought back.
@Suite struct FormerRecordsTests {
  private let device: Device
  private let notebook: Notebook
  private let note: String

  /// A book that is being read.
  init() throws {
    device = try Device(notes: [])
    notebook = try device.open()
    var record = BookRecord(title: "Walden", authors: ["Henry David Thoreau"])
    record.start(PartialDate("2020-05"))
    record.page = 40
    record.stars = 3.5
    record.add(StoppedReading(start: PartialDate("2019"), stop: PartialDate("2019-03"), page: 7))
    note = try notebook.books.add(record, text: "# Walden\n", now: Self.time(0)).summary.id
  }

  private func time(_ second: Double) -> Date { Self.time(second) }

  private static func time(_ second: Double) -> Date {
    Date(timeIntervalSince1970: 1_700_000_000 + second)
  }

  private func records(in notebook: Notebook? = nil) throws -> [NoteHistory.Record] {
    try (notebook ?? self.notebook).history.of(note).records
  }

  private func record() throws -> BookRecord {
    try #require(try notebook.books.record(of: note))
  }

  static let erasing: [@Sendable (Notebook, String, Date) throws -> Void] = [
    { _ = try $0.books.apply(.want(forgets: true), to: $1, now: $2) },
    { _ = try $0.books.apply(.want(), to: $1, now: $2) },
    { _ = try $0.books.apply(.finish(.unknown), to: $1, now: $2) },
    { _ = try $0.books.apply(.page(nil), to: $1, now: $2) },
    { _ = try $0.books.apply(.rate(nil), to: $1, now: $2) },
    { try $0.books.edit(of: $1, now: $2) { $0.want(forgets: true) } },
    { try $0.books.edit(of: $1, now: $2) { $0 = BookRecord(title: "Other", authors: []) } },
    { try $0.books.remove(of: $1, now: $2) },
  ]

  @Test(arguments: erasing.indices)
  func whatIsErasedComesBack(_ index: Int) throws {
    let former = try record()
    let text = try notebook.note(id: note).text
    try Self.erasing[index](notebook, note, time(10))
    let at = try #require(try notebook.history.of(note).record(at: time(5)))
    #expect(BookRecord(at.values)?.version == former.version && at.since == time(0))
    _ = try notebook.books.restore(of: note, version: at.version, now: time(20))
    #expect(try record() == former)
    #expect(try notebook.note(id: note).text == text)
    // And that was no loss either. The last one left no record.
    #expect(try records().count == (index == Self.erasing.count - 1 ? 2 : 3))
  }

  @Test func aTrashedNoteComesOut() throws {
    _ = try notebook.books.apply(.rate(1), to: note, now: time(10))
    try notebook.trash(note, now: time(20))
    let records = try records()
    #expect(records.count == 2)
    _ = try notebook.books.restore(of: note, version: records[1].version, now: time(30))
    #expect(try notebook.summary(of: note)?.isTrashed == false && record().stars == 3.5)
  }

  @Test func aDeletedBookComesBack() throws {
    let former = try record()
    try notebook.delete(note, now: time(10))
    let history = try notebook.history.of(note)
    #expect(history.records.map(\.replaced) == [time(10)])
    // With its text.
    let text = try #require(history.texts.first)
    _ = try notebook.history.restore(note, version: text.version, now: time(20))
    #expect(try record() == former)
    #expect(try notebook.note(id: note).text == "# Walden\n")
    // By its record.
    try notebook.delete(note, now: time(30))
    let last = try #require(try records().first)
    _ = try notebook.books.restore(of: note, version: last.version, now: time(40))
    #expect(try record() == former)
  }

  /// A title that only the app could leave empty is no record to write: the text comes back without it.
  @Test func aDeletedBookWithoutATitleComesBackAsAText() throws {
    try notebook.publish()
    try notebook.close()
    let phone = try Device(copying: device.path)
    try phone.sql(
      """
      UPDATE entry SET json = replace(json, '"title":"Walden","authors"', '"title":"","authors"')
      WHERE scope = '\(note)' AND key = '.metadata'
      """)
    let other = try phone.open()
    defer { try? other.close() }
    #expect(try other.books.record(of: note)?.title == "")
    try other.delete(note, now: time(10))
    let text = try #require(try other.history.of(note).texts.first)
    _ = try other.history.restore(note, version: text.version, now: time(20))
    #expect(try other.note(id: note).text == "# Walden\n")
    #expect(try other.books.record(of: note) == nil)
  }

  /// A book that was taken away before its note was deleted does not come back with it.
  @Test func aRemovedBookStaysAway() throws {
    try notebook.books.remove(of: note, now: time(10))
    try notebook.delete(note, now: time(20))
    let text = try #require(try notebook.history.of(note).texts.first)
    _ = try notebook.history.restore(note, version: text.version, now: time(30))
    #expect(try notebook.note(id: note).text == "# Walden\n")
    #expect(try notebook.books.record(of: note) == nil)
  }

  @Test func aBookWithoutATextHasAHistory() throws {
    let id = try notebook.books.add(BookRecord(title: "Emma", authors: []), now: time(0)).summary.id
    _ = try notebook.books.apply(.start(PartialDate("2024")), to: id, now: time(10))
    try notebook.delete(id, now: time(20))
    let kept = try notebook.history.of(id).records
    #expect(kept.map { BookRecord($0.values)?.section } == [.reading, .want])
    _ = try notebook.books.restore(of: id, version: kept[0].version, now: time(30))
    #expect(try notebook.books.record(of: id)?.section == .reading)
  }

  /// Saves of the text, and what imports remember, make no records.
  @Test func recordsAreNotTexts() throws {
    for number in 1...5 {
      _ = try notebook.save(text: "# Walden\n\n\(number)\n", note: note, now: time(Double(number)))
    }
    _ = try notebook.books.change(of: note, now: time(6)) { $0.own["highlights"] = [1] }
    #expect(try records().count == 1)
    _ = try notebook.books.apply(.rate(4), to: note, now: time(10))
    let records = try records()
    #expect(records.map(\.replaced) == [nil, time(10)])
    #expect(records.map { BookRecord($0.values)?.stars } == [4, 3.5])
    // What imports remember stays as it is now.
    _ = try notebook.books.change(of: note, now: time(11)) { $0.own["highlights"] = [1, 2] }
    _ = try notebook.books.restore(of: note, version: records[1].version, now: time(12))
    #expect(try notebook.books.values(of: note)?.own["highlights"] == [1, 2])
    #expect(try record().stars == 3.5)
    #expect(try notebook.history.of(note).texts.count == 6)
  }

  @Test func aRecordIsFoundByItsTime() throws {
    for (second, stars) in [(10, 1.0), (20, 2), (30, 1)] {
      _ = try notebook.books.apply(.rate(stars), to: note, now: time(Double(second)))
    }
    let history = try notebook.history.of(note)
    let stars = [-1, 0, 9.9, 10, 19, 25, 30, 99].map { second in
      history.record(at: time(second)).flatMap { BookRecord($0.values)?.stars }
    }
    #expect(stars == [nil, 3.5, 3.5, 1, 1, 2, 1, 1])
    #expect(history.record(at: time(15))?.since == time(10))
  }

  @Test func aRecordThatWasNotShownIsNotReplaced() throws {
    let former = try record()
    _ = try notebook.books.apply(.rate(1), to: note, now: time(10))
    let shown = try record()
    _ = try notebook.books.apply(.rate(2), to: note, now: time(20))
    let old = try #require(try records().last)
    guard
      case .hasChanged = try notebook.books.restore(
        of: note, version: old.version, shown: shown.version, now: time(30))
    else {
      Issue.record("it was restored")
      return
    }
    #expect(try record().stars == 2)
    _ = try notebook.books.restore(
      of: note, version: old.version, shown: try record().version, now: time(40))
    #expect(try record() == former)
    #expect(throws: NotebookError.self) { try notebook.books.restore(of: note, version: "book.x") }
  }

  /// The ways by which what others wrote comes in.
  enum Way: CaseIterable { case file, conflictCopy, merge, `import` }

  @Test(arguments: Way.allCases)
  func whatAnotherDeviceErasesComesBack(_ way: Way) throws {
    try notebook.publish()
    let former = try record()
    let phone = try Device(copying: device.path)
    let other = try phone.open()
    _ = try other.books.apply(.want(forgets: true), to: note)
    try other.close()
    try phone.sql("UPDATE author SET name = 'phone' WHERE rowid = (SELECT max(rowid) FROM author)")
    switch way {
    case .file: try device.receive(phone.path)
    case .conflictCopy: try device.receive(phone.path, as: "book 2.libnotes")
    case .merge: _ = try notebook.merge([phone.path])
    case .import: _ = try notebook.exchange.importNotes(from: [phone.path])
    }
    _ = try notebook.refresh()
    #expect(try record().section == .want)
    let records = try records()
    #expect(records.count == 2 && records[1].replacer == "phone" && records[1].writer == nil)
    _ = try notebook.books.restore(of: note, version: records[1].version)
    #expect(try record() == former)
  }

  /// Both devices' records of a conflict are there after it was settled.
  @Test func bothSidesOfAConflictAreKept() throws {
    try notebook.publish()
    let phone = try Device(copying: device.path)
    let other = try phone.open()
    _ = try other.books.apply(.rate(1), to: note)
    try other.close()
    _ = try notebook.books.apply(.rate(5), to: note)
    _ = try notebook.merge([phone.path])
    #expect(try notebook.conflicts.of(note) != nil)
    _ = try notebook.conflicts.resolve(in: note, keeping: .text("# Walden\n"))
    let stars = try records().map { BookRecord($0.values)?.stars }
    #expect(Set(stars) == [1, 3.5, 5])
  }

  /// Of each note the newest text and the newest record stay, whatever comes.
  @Test func theNewestStay() throws {
    _ = try notebook.save(text: "# Walden, again\n", note: note, now: time(5))
    for stars in [1.0, 2, 3] { _ = try notebook.books.apply(.rate(stars), to: note, now: time(10)) }
    let copy = try #require(notebook.sourceState.withLock { $0.source.copy })
    try copy.history.prune(bytes: 0, atOnce: 0)
    let history = try notebook.history.of(note)
    #expect(history.texts.map(\.text) == ["# Walden, again\n", "# Walden\n"])
    #expect(history.records.map { BookRecord($0.values)?.stars } == [3, 2])
    #expect(try copy.history.extent().texts == 1)
  }
}

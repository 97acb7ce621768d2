import Books
import Foundation
import JSON
import NotebookFile
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook

@Suite struct BookWritingTests {
  @Test func aNoteBecomesOneAboutABookAndStopsBeing() throws {
    let device = try Device(notes: ["# Ponds\n\n> A quote.\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let id = try #require(try notebook.notes.all().first?.id)
    #expect(try notebook.books.record(of: id) == nil)
    // An edit that names no book makes none.
    try notebook.books.edit(of: id) { $0.publisher = "Nobody" }
    #expect(try notebook.books.record(of: id) == nil)

    try notebook.books.edit(of: id) { record in
      (record.title, record.authors) = ("Walden", ["Henry David Thoreau"])
      record.series = "Ponds"
    }
    let note = try notebook.note(id: id)
    #expect(note.summary.section == .wantToRead)
    #expect(note.summary.authorLastFirst == "Thoreau Henry David")
    #expect(note.summary.title == "Ponds" && note.text.contains("A quote"))
    #expect(try notebook.books.record(of: id)?.series == "Ponds")

    try notebook.books.edit(of: id) { $0.stop(PartialDate("2024-01")) }
    #expect(try notebook.note(id: id).summary.tags == ["#did-not-finish"])
    try notebook.books.edit(of: id) { $0.start(PartialDate("2025")) }
    #expect(try notebook.note(id: id).summary.tags == [])
    #expect(try notebook.note(id: id).summary.section == .currentlyReading)

    try notebook.books.remove(of: id)
    #expect(try notebook.books.record(of: id) == nil && notebook.books.ownValues() == [:])
    #expect(try notebook.note(id: id).text.contains("A quote"))
  }

  @Test func anEditThatChangesNothingWritesNothing() throws {
    let device = try Device(notes: [])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let then = Date(timeIntervalSince1970: 1_700_000_000)
    let note = try notebook.books.add(BookRecord(title: "A", authors: ["B C"]), now: then).summary
    #expect(note.title == "A" && note.book?.added == then)
    try notebook.books.edit(of: note.id) { $0.title = "A" }
    #expect(try notebook.summary(of: note.id)?.modified == then)
    // A fact that only we know is no change for the app.
    try notebook.books.edit(of: note.id) { $0.language = "en" }
    #expect(try notebook.summary(of: note.id)?.modified == then)
    #expect(try notebook.books.record(of: note.id)?.language == "en")
    #expect(throws: (any Error).self) { try notebook.books.edit(of: "NONE") { $0.title = "X" } }
  }

  /// A title without a visible character is refused, whichever way it comes.
  @Test(arguments: ["", " ", "\n", "\u{200B}", "\u{2060}\t", "\u{FEFF}\u{3164}"])
  func aRecordHasATitle(_ title: String) throws {
    let device = try Device(notes: ["# Ponds\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let plain = try #require(try notebook.notes.all().first?.id)
    let id = try notebook.books.add(BookRecord(title: "A", authors: ["B C"])).summary.id
    let blank = BookRecord(title: title, authors: ["B C"])
    let ways: [() throws -> Void] = [
      { _ = try notebook.books.add(blank) },
      { try notebook.books.edit(of: id) { $0.title = title } },
      { try notebook.books.edit(of: plain) { $0 = blank } },
      { _ = try notebook.books.change(of: id) { $0.book?["title"] = .string(title) } },
      {
        try notebook.books.editAll { (editor: inout BookEditor) in
          try editor.write(BookValues(book: blank.book), to: plain)
        }
      },
      { _ = try notebook.notes.join(plain, with: id) { values, _ in values.set(blank) } },
    ]
    for way in ways { #expect(throws: NotebookError.self) { try way() } }
    #expect(
      try notebook.books.record(of: id)?.title == "A" && notebook.books.record(of: plain) == nil)
    #expect(try notebook.notes.all().count == 2)
  }

  /// The app may have written one: its other facts can still be changed.
  @Test func aTitleOfTheAppStays() throws {
    let device = try Device(notes: [])
    let notebook = try device.open()
    let id = try notebook.books.add(BookRecord(title: "A", authors: [])).summary.id
    try notebook.publish()
    try notebook.close()
    let phone = try Device(copying: device.path)
    try phone.sql(
      """
      UPDATE entry SET json = replace(json, '"title":"A","authors"', '"title":"","authors"')
      WHERE scope = '\(id)' AND key = '.metadata'
      """)
    let other = try phone.open()
    defer { try? other.close() }
    #expect(try other.books.record(of: id)?.title == "")
    try other.books.edit(of: id) { $0.stars = 4 }
    #expect(try other.books.record(of: id)?.stars == 4)
  }

  @Test func coversAreStoredAsTheAppDoes() throws {
    let device = try Device(notes: ["# A\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let id = try #require(try notebook.notes.all().first?.id)
    let cover = NoteCover(mimeType: "image/jpeg", data: Data([0xFF, 0xD8, 0xFF]))
    try notebook.books.setCover(of: id, to: cover)
    #expect(try notebook.books.cover(of: id) == cover)
    try notebook.books.setCover(of: id, to: nil)
    #expect(try notebook.books.cover(of: id) == nil)
  }
}

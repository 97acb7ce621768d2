import Foundation
import JSON
import Notebook
import NotebookTestSupport
import TestSupport
import Testing

@testable import Books

@Suite struct BookWritingTests {
  @Test func aNoteBecomesOneAboutABookAndStopsBeing() throws {
    let device = try Device(notes: ["# Ponds\n\n> A quote.\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let id = try #require(try notebook.notes().first?.id)
    #expect(try notebook.book(of: id) == nil)
    // An edit that names no book makes none.
    try notebook.editBook(of: id) { $0.publisher = "Nobody" }
    #expect(try notebook.book(of: id) == nil)

    try notebook.editBook(of: id) { record in
      (record.title, record.authors) = ("Walden", ["Henry David Thoreau"])
      record.series = "Ponds"
    }
    let note = try notebook.note(id: id)
    #expect(note.summary.section == .wantToRead)
    #expect(note.summary.authorLastFirst == "Thoreau Henry David")
    #expect(note.summary.title == "Ponds" && note.text.contains("A quote"))
    #expect(try notebook.book(of: id)?.series == "Ponds")

    try notebook.editBook(of: id) { $0.stop(PartialDate("2024-01")) }
    #expect(try notebook.note(id: id).summary.tags == ["#did-not-finish"])
    try notebook.editBook(of: id) { $0.start(PartialDate("2025")) }
    #expect(try notebook.note(id: id).summary.tags == [])
    #expect(try notebook.note(id: id).summary.section == .currentlyReading)

    try notebook.removeBook(of: id)
    #expect(try notebook.book(of: id) == nil && notebook.ownBookValues() == [:])
    #expect(try notebook.note(id: id).text.contains("A quote"))
  }

  @Test func anEditThatChangesNothingWritesNothing() throws {
    let device = try Device(notes: [])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let then = Date(timeIntervalSince1970: 1_700_000_000)
    let note = try notebook.addBook(BookRecord(title: "A", authors: ["B C"]), now: then).summary
    #expect(note.title == "A" && note.book?.added == then)
    try notebook.editBook(of: note.id) { $0.title = "A" }
    #expect(try notebook.summary(of: note.id)?.modified == then)
    // A fact that only we know is no change for the app.
    try notebook.editBook(of: note.id) { $0.language = "en" }
    #expect(try notebook.summary(of: note.id)?.modified == then)
    #expect(try notebook.book(of: note.id)?.language == "en")
    #expect(throws: (any Error).self) { try notebook.editBook(of: "NONE") { $0.title = "X" } }
  }

  @Test func coversAreStoredAsTheAppDoes() throws {
    let device = try Device(notes: ["# A\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let id = try #require(try notebook.notes().first?.id)
    let cover = NoteCover(mimeType: "image/jpeg", data: Data([0xFF, 0xD8, 0xFF]))
    try notebook.setCover(of: id, to: cover)
    #expect(try notebook.cover(of: id) == cover)
    try notebook.setCover(of: id, to: nil)
    #expect(try notebook.cover(of: id) == nil)
  }
}

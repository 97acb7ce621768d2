import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The record of a note's book, as a document beside the note and as values.
@Suite struct BookRecordsTests {
  @Test func aRecordIsReadAndWritten() throws {
    let book = try BookFixture()
    let (text, version) = try book.client.read(book.record)
    #expect(text.contains("\nauthors: [\"Henry David Thoreau\"]\n"))
    let answer = try book.client.write(
      book.record, text.replacing("stars:", with: "stars: 4.5"), base: version)
    #expect(answer["version"]?.string.map { $0 != version } == true)
    let after = try book.client.read(book.record)
    #expect(after.text.contains("\nstars: 4.5\n") && after.version == answer["version"]?.string)
    // The note itself is as it was.
    #expect(try book.client.read(book.note).text == "# Walden\n\nSimplify.\n")
  }

  /// A record that was changed elsewhere is a conflict, with both changes if they are of different fields.
  @Test func aChangeElsewhereIsAConflict() throws {
    let book = try BookFixture()
    let (text, version) = try book.client.read(book.record)
    try book.run("rate", ["stars": 3])
    let other = try book.client.write(
      book.record, text.replacing("language:", with: "language: en"), base: version)
    #expect(other["version"] == nil)
    let merged = try #require(other["conflict"]?["merged"]?.string)
    #expect(merged.contains("\nlanguage: en\n") && merged.contains("\nstars: 3\n"))
    let same = try book.client.write(
      book.record, text.replacing("stars:", with: "stars: 5"), base: version)
    #expect(same["conflict"]?["merged"] == nil)
    #expect(same["conflict"]?["text"]?.string?.contains("\nstars: 3\n") == true)
    #expect(try book.client.read(book.record).text.contains("\nstars: 3\n"))
    // The version in the answer is a base.
    let base = same["conflict"]?["version"]?.string
    #expect(try book.client.write(book.record, merged, base: base)["version"] != nil)
  }

  @Test(arguments: [
    ("stars:", "stars: many", "“stars” must be a number from 0.25 to 5, in steps of 0.25."),
    ("title: Walden", "title:", "The record has no title."),
    ("language:", "tongue: en", "Unknown field “tongue”."),
  ])
  func aRecordThatMakesNoSenseIsRefused(line: String, other: String, reason: String) throws {
    let book = try BookFixture()
    let (text, version) = try book.client.read(book.record)
    do {
      _ = try book.client.write(book.record, text.replacing(line, with: other), base: version)
      Issue.record("it was saved")
    } catch let error as ResponseError {
      #expect(error.message == reason)
    }
    #expect(try book.client.read(book.record).text == text)
  }

  /// The record of a note about no book is proposed; saving it makes the note one about a book.
  @Test func aNewRecordMakesANoteOneAboutABook() throws {
    let book = try BookFixture()
    let plain = try book.server.uri(titled: "Plain")
    let uri = BookFixture.record(of: plain)
    let (text, version) = try book.client.read(uri)
    #expect(text.contains("\ntitle: Plain\n"))
    #expect(try book.client.request("commonplace/listBooks", [:])["books"]?.array?.count == 1)
    _ = try book.client.write(
      uri, text.replacing("authors: []", with: "authors: [\"A. N. Other\"]"), base: version)
    let books = try book.client.request("commonplace/listBooks", [:])["books"]?.array ?? []
    #expect(books.count == 2 && books.contains { $0["authors"] == ["A. N. Other"] })
  }

  /// Clients that only know the protocol save by its notification.
  @Test func aSavedDocumentIsARecord() throws {
    let book = try BookFixture()
    let text = try book.openRecord()
    let edited = text.replacing("publisher:", with: "publisher: Ticknor")
    book.client.change(book.record, version: 2, edited)
    book.client.save(book.record, nil)
    #expect(
      try book.client.eventually { try book.client.read(book.record).text == edited })
    try book.run("rate", ["stars": 2])
    book.client.change(book.record, version: 3, edited.replacing("stars:", with: "stars: 5"))
    book.client.save(book.record, nil)
    let message = try book.client.notification("window/showMessage")
    #expect(message["message"]?.string?.contains("changed outside this editor") == true)
    #expect(try book.client.read(book.record).text.contains("\nstars: 2\n"))
  }

  @Test func openRecordsHearOfChanges() throws {
    let book = try BookFixture()
    try book.openRecord()
    try book.run("start")
    let changed = try book.client.notification("commonplace/notesChanged") {
      $0["uris"]?.array?.contains(book.record.json) == true
    }
    #expect(changed["uris"]?.array?.count == 2)
  }

  @Test func formsHaveValues() throws {
    let book = try BookFixture()
    let form = try book.client.request("commonplace/readBook", ["uri": book.note.json])
    #expect(form["fields"]?["title"] == "Walden" && form["section"] == "want")
    let answer = try book.client.request(
      "commonplace/writeBook",
      [
        "uri": book.note.json, "baseVersion": form["version"] ?? .null,
        "fields": ["language": "en", "stars": 4],
      ])
    #expect(answer["version"] != nil)
    let fields = try book.client.request("commonplace/readBook", ["uri": book.record.json])
    #expect(fields["fields"]?["stars"] == 4 && fields["fields"]?["authors"]?.array?.count == 1)
    let cleared = try book.client.request(
      "commonplace/writeBook",
      [
        "uri": book.note.json, "baseVersion": answer["version"] ?? .null,
        "fields": ["stars": .null],
      ])
    #expect(cleared["version"] != nil)
    #expect(!(try book.client.read(book.record).text.contains("stars: 4")))
  }

  /// It is no Mini Markdown, and no note.
  @Test func aRecordIsNoNote() throws {
    let book = try BookFixture()
    try book.openRecord()
    #expect(try book.server.outline(of: book.record).isEmpty)
    #expect(NoteURI(book.record) == nil)
    #expect(RecordURI(book.record.replacing("book.yaml", with: "Book%2Eyaml"))?.id != nil)
    let note = try #require(NoteURI(book.note))
    #expect(RecordURI(note).text == book.record)
  }
}

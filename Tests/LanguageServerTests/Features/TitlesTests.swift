import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The titles of documents, for windows and lists of locations.
@Suite struct TitlesTests {
  @Test func areThoseOfNotes() throws {
    let book = try BookFixture()
    let uris = [book.note, book.record, "file:///a.md", "commonplace://x/GONE/a.md", ""]
    let titles = try book.client.request(
      "commonplace/readTitles", ["uris": .array(uris.map(\.json))])
    #expect(titles == ["titles": ["Walden", "Walden (book)", .null, .null, .null]])
    // A title is one line.
    let odd = try book.client.request(
      "commonplace/createNote", ["text": "# A\u{7}b\u{202E}c\n"])["uri"]?.string
    let one = try book.client.request("commonplace/readTitles", ["uris": [odd.json]])
    #expect(one["titles"]?.array?.first?.string?.contains("\u{7}") == false)
    #expect(one["titles"]?.array?.first?.string?.contains("\u{202E}") == false)
    let many = try book.client.request(
      "commonplace/readTitles", ["uris": .array(Array(repeating: book.note.json, count: 2000))])
    #expect(many["titles"]?.array?.count == 1000)
  }
}

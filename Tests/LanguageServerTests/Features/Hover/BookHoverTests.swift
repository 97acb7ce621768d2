import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import NotebookFile
import TestSupport
import Testing

@testable import LanguageServer

/// Hovers on the first line of a note about a book, and in its record.
@Suite struct BookHoverTests {
  private func hover(_ book: BookFixture, _ uri: String, _ line: Int) throws -> String? {
    try book.client.request(
      "textDocument/hover",
      [
        "textDocument": ["uri": uri.json], "position": ["line": line.json, "character": 2],
      ])["contents"]?["value"]?.string
  }

  @Test func saysWhatIsKnown() throws {
    let book = try BookFixture()
    try book.run("start", ["date": "2026-10"])
    book.client.open(book.note, "# Walden\n\nSimplify.\n")
    try book.openRecord()
    let facts = "**Walden**, Henry David Thoreau\n\nReading, 2026-10"
    #expect(try hover(book, book.note, 0) == facts)
    #expect(try hover(book, book.note, 2) == nil)
    #expect(try hover(book, book.record, 3) == facts)
  }

  @Test func theCoverIsShown() throws {
    let book = try BookFixture()
    let id = try #require(NoteURI(book.note)?.id)
    let notebook = try Notebook.open(
      at: book.server.notebookPath, state: StateFolder(path: book.server.folder.path("other")))
    try notebook.books.setCover(
      of: id, to: NoteCover(mimeType: "image/png", data: TestImages.png()))
    try notebook.publish()
    book.client.open(book.note, "# Walden\n\nSimplify.\n")
    #expect(
      try book.client.eventually {
        try hover(book, book.note, 0)?.hasPrefix("![cover](file:///") == true
      })
  }
}

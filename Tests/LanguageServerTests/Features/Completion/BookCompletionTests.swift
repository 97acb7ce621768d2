import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// Completion in the record of a book.
@Suite struct BookCompletionTests {
  private func labels(_ book: BookFixture, _ line: Int, _ character: Int) throws -> [String] {
    let list = try book.client.request(
      "textDocument/completion",
      [
        "textDocument": ["uri": book.record.json],
        "position": ["line": line.json, "character": character.json],
      ])
    return list["items"]?.array?.compactMap { $0["label"]?.string } ?? []
  }

  @Test func fieldsAndValuesAreOffered() throws {
    let book = try BookFixture()
    let text = try book.openRecord {
      $0.replacing("authors: [\"Henry David Thoreau\"]", with: "authors: [\"Hen\"]") + "pub\n"
    }
    let last = text.split(separator: "\n", omittingEmptySubsequences: false).count - 2
    #expect(
      try labels(book, last, 3) == ["publisher", "year-published", "original-year-published"])
    let authors = try labels(book, text.line(of: "authors:"), "authors: [\"Hen".count)
    #expect(authors == ["Henry David Thoreau"])
  }
}

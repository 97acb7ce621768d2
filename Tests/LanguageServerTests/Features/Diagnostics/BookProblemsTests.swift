import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// Diagnostics in the record of a book, and their fixes.
@Suite struct BookProblemsTests {
  @Test func aWrongNumberHasAFix() throws {
    let book = try BookFixture()
    let text = try book.openRecord {
      $0.replacing("9780691096124", with: "9780691096123").replacing("stars:", with: "stars: 7")
    }
    let sent = try book.client.notification("textDocument/publishDiagnostics") {
      $0["uri"] == book.record.json && $0["diagnostics"]?.array?.isEmpty == false
    }
    let found = sent["diagnostics"]?.array ?? []
    #expect(found.map { $0["code"] } == ["book-isbn", "book-stars"])
    let line = text.line(of: "isbn:")
    #expect(found.first?["range"]?["start"]?["line"]?.int == line)
    let fixes = try book.actions(at: line, of: book.record, only: "quickfix")
    #expect(fixes.map { $0["title"] } == ["Change the last digit: 9780691096124"])
    let edit = fixes.first?["edit"]?["changes"]?[book.record]?.array?.first
    #expect(edit?["newText"] == "9780691096124")
  }
}

import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// Prompts that crash the app.
@Suite struct AppCrashesTests {
  /// The number of crashes in notes of a notebook that the app writes too.
  @Test(arguments: [
    ("«A ?[hint](cloze) 😀»", 1), ("A ?[hint](cloze) 😀 and more.", 0), ("A cloze 😀", 0),
    ("«- ?[](e) 🇪🇸»", 1), ("# T\n\n> «?[](a) नमस्ते»", 1), ("?[](a) नमस्ते and more words", 0),
  ])
  func textsThatCrashTheApp(_ marked: String, count: Int) throws {
    let text = MarkedText(marked).text
    for (note, isWrittenByApp, count) in [
      ("Walden", true, count), ("Walden", false, 0), (nil, true, 0),
    ]
      as [(String?, Bool, Int)]
    {
      let found = try NotebookDiagnosticsTests.diagnostics(
        of: text, note: note, notes: [NotebookDiagnosticsTests.walden],
        isWrittenByApp: isWrittenByApp)
      #expect(found.map(\.code) == Array(repeating: "crashes-app", count: count))
    }
  }

  /// The app writes its own name.
  @Test func theAppIsKnownByItsName() throws {
    let text = "# Spain\n\n?[h](a) 😀"
    let folder = try TemporaryFolder()
    let path = folder.path("test.libnotes")
    try Notebook.create(at: path, notes: [text])
    let author =
      "INSERT INTO author VALUES (x'01010101010101010101010101010101', 'iPhone', 1, NULL)"
    _ = try SQLite.run(author, on: path)
    let server = try ServerFixture(notebookPath: path)
    server.client.open(try server.uri(titled: "Spain"), text)
    let reported = try server.client.notification("textDocument/publishDiagnostics") {
      $0["diagnostics"]?.array?.isEmpty == false
    }
    #expect(reported["diagnostics"]?.array?.map { $0["code"] } == ["crashes-app"])
  }
}

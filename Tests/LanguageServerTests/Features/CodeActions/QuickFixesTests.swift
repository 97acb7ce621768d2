import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The fixes of the client's diagnostics.
@Suite struct QuickFixesTests {
  /// Diagnostics that the client shows are matched by code and range, and given back as they were sent.
  @Test func diagnosticsAreMatched() throws {
    let server = try ServerFixture(notes: nil, capabilities: CodeActionsTests.capabilities())
    server.client.open("file:///a.md", CodeActionsTests.text)
    func diagnostic(_ code: String, line: Int64, _ start: Int64, _ end: Int64) -> JSONValue {
      [
        "range": [
          "start": ["line": .integer(line), "character": .integer(start)],
          "end": ["line": .integer(line), "character": .integer(end)],
        ],
        "code": .string(code), "message": "anything", "data": ["a": 1],
      ]
    }
    let range = LSPRange(
      start: Position(line: 0, character: 0), end: Position(line: 0, character: 0))
    let shown = diagnostic("question-under-text", line: 3, 0, 2)
    let actions = try CodeActionsTests.actions(
      server.client, "file:///a.md", range,
      [
        "only": ["quickfix"],
        "diagnostics": [
          shown, diagnostic("question-under-text", line: 3, 0, 1),
          diagnostic("cloze-in-code", line: 0, 2, 12), diagnostic("conflict", line: 0, 0, 2),
          diagnostic("unterminated-cloze", line: 99, 0, 99),
        ],
      ])
    #expect(actions.map { $0["title"] } == ["Insert a blank line above"])
    #expect(actions.first?["diagnostics"] == [shown])
    #expect(actions.first?["isPreferred"] == true)
    // Some clients lose the code.
    let bare: JSONValue = ["range": shown["range"], "message": "anything"]
    let more = try CodeActionsTests.actions(
      server.client, "file:///a.md", range, ["only": ["quickfix"], "diagnostics": [bare]])
    #expect(more.map { $0["title"] } == ["Insert a blank line above"])
  }

  @Test func ourOwnDiagnosticIsNamedWhereTheClientSendsNone() throws {
    let server = try ServerFixture(notes: nil, capabilities: CodeActionsTests.capabilities())
    server.client.open("file:///a.md", CodeActionsTests.text)
    let published = try server.client.notification("textDocument/publishDiagnostics")
    let range = LSPRange(
      start: Position(line: 3, character: 1), end: Position(line: 3, character: 1))
    let actions = try CodeActionsTests.actions(
      server.client, "file:///a.md", range, ["only": ["quickfix"]])
    let diagnostics = try #require(actions.first?["diagnostics"]?.array)
    #expect(published["diagnostics"]?.array?.contains(diagnostics.first ?? .null) == true)
  }

  /// A fix is tried on its whole block, so those of all faults of a long paragraph would take the
  /// square of its length.
  @Test func ofAParagraphFullOfFaultsOnlySomeAreFixed() throws {
    let server = try ServerFixture(notes: nil, capabilities: CodeActionsTests.capabilities())
    server.client.open("file:///a.md", String(repeating: "{{c1::a}} ", count: 70))
    let all = LSPRange(
      start: Position(line: 0, character: 0), end: Position(line: 9, character: 0))
    let actions = try CodeActionsTests.actions(
      server.client, "file:///a.md", all, ["only": ["quickfix"]])
    #expect(actions.count == 50)
  }
}

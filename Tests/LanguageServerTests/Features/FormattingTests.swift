import JSON
import LanguageClient
import LanguageServerProtocol
import Testing

@Suite struct FormattingTests {
  /// Whole lines are selected up to the start of the next, which is left alone.
  @Test(arguments: [(0, 1, [0]), (1, 2, [1]), (0, 2, [0, 1]), (0, 0, [0])])
  func formatsNoLineAfterTheRange(start: Int, end: Int, lines: [Int]) throws {
    let server = try ServerFixture(notes: nil)
    server.client.open("untitled:1", "a \nb \nc \nd\n")
    let edits = try server.client.request(
      "textDocument/rangeFormatting",
      [
        "textDocument": ["uri": "untitled:1"],
        "range": [
          "start": ["line": start.json, "character": 0],
          "end": ["line": end.json, "character": 0],
        ],
        "options": ["tabSize": 4, "insertSpaces": true],
      ])
    #expect(edits.array?.map { $0["range"]?["start"]?["line"]?.int } == lines)
  }
}

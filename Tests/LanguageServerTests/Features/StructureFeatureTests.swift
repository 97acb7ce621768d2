import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// Folding, growing selections, links, Return and formatting, as a client sees them.
@Suite struct StructureFeatureTests {
  static let text = """
    # Tïtle 😀
    see https://example.org/a_b, #tag/é
    1. é😀
    1. b
    3. *c* ?[hint](ans😀wer)

    """

  static func capabilities(_ encoding: String) -> JSONValue {
    [
      "general": ["positionEncodings": [encoding.json]],
      "textDocument": ["documentLink": ["tooltipSupport": true]],
      "experimental": ["commonplace": ["views": true]],
    ]
  }

  /// The text of a range that the server sent.
  static func text(_ range: JSONValue?, _ encoding: String, in snapshot: DocumentSnapshot) throws
    -> String
  {
    let range = try LSPRange(json: range ?? .null)
    let encoding = try #require(PositionEncoding(rawValue: encoding))
    return snapshot.text(in: snapshot.utf8Range(of: range, in: encoding))
  }

  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func meansTheSameInEachEncoding(encoding: String) throws {
    let server = try ServerFixture(notes: ["# N"], capabilities: Self.capabilities(encoding))
    _ = try server.client.request("commonplace/listNotes", [:])
    let snapshot = MiniMarkdownDocument(Self.text).snapshot
    for uri in ["untitled:1", "file:///tmp/a.md", try server.uri(titled: "N")] {
      server.client.open(uri, Self.text)
      let document: JSONValue = ["textDocument": ["uri": uri.json]]
      let links = try server.client.request("textDocument/documentLink", document).array ?? []
      #expect(
        try links.map { try Self.text($0["range"], encoding, in: snapshot) }
          == ["https://example.org/a_b", "#tag/é"])
      #expect(
        links.last?["target"] == "commonplace-view://test-notes/search?q=%23tag/%C3%A9")

      var formatted = document.object ?? [:]
      formatted["options"] = ["tabSize": 2, "insertSpaces": true]
      let edits =
        try server.client.request("textDocument/formatting", .object(formatted)).array ?? []
      #expect(edits.compactMap { $0["newText"]?.string } == ["\n\n", "\n\n", "2"])
      formatted["range"] = [
        "start": ["line": 3, "character": 0], "end": ["line": 4, "character": 1],
      ]
      let some = try server.client.request("textDocument/rangeFormatting", .object(formatted))
      #expect(some.array?.map { $0["newText"] } == ["2"])

      formatted["ch"] = "\n"
      formatted["position"] = Position(line: 4, character: 0).json
      #expect(
        try server.client.request("textDocument/onTypeFormatting", .object(formatted)).array?
          .isEmpty == true)
    }
  }

  @Test func nothingIsSaidOfNothing() throws {
    let server = try ServerFixture(notes: nil)
    server.client.open("untitled:1", "")
    for method in ["foldingRange", "documentLink"] {
      for uri in ["untitled:1", "untitled:2"] {
        let answer = try server.client.request(
          "textDocument/\(method)", ["textDocument": ["uri": uri.json]])
        #expect(answer == (uri == "untitled:1" ? [] : .null))
      }
    }
    let selections = try server.client.request(
      "textDocument/selectionRange",
      ["textDocument": ["uri": "untitled:1"], "positions": [Position(line: 7, character: 7).json]])
    #expect(selections.array?.count == 1)
  }
}

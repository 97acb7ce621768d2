import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing
import TextDiagnostics

@testable import LanguageServer

/// Growing selections.
@Suite struct SelectionRangesTests {
  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func meansTheSameInEachEncoding(encoding: String) throws {
    let server = try ServerFixture(
      notes: ["# N"], capabilities: StructureFeatureTests.capabilities(encoding))
    _ = try server.client.request("commonplace/listNotes", [:])
    let snapshot = MiniMarkdownDocument(StructureFeatureTests.text).snapshot
    for uri in ["untitled:1", "file:///tmp/a.md", try server.uri(titled: "N")] {
      server.client.open(uri, StructureFeatureTests.text)
      let document: JSONValue = ["textDocument": ["uri": uri.json]]
      var asked = document.object ?? [:]
      let answer = try #require(
        PositionEncoding(rawValue: encoding).map {
          Position(snapshot.position(of: StructureFeatureTests.text.utf8.count - 6, in: $0))
        })
      asked["positions"] = [answer.json]
      var step = try server.client.request("textDocument/selectionRange", .object(asked)).array?
        .first
      var steps: [String] = []
      while let range = step?["range"] {
        steps.append(try StructureFeatureTests.text(range, encoding, in: snapshot))
        step = step?["parent"]
      }
      #expect(steps.prefix(2) == ["ans😀wer", "?[hint](ans😀wer)"])
      #expect(steps.last == StructureFeatureTests.text)
    }
  }
}

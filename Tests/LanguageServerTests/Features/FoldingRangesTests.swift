import JSON
import LanguageClient
import LanguageServerProtocol
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// Folds of sections and lists.
@Suite struct FoldingRangesTests {
  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func meansTheSameInEachEncoding(encoding: String) throws {
    let server = try ServerFixture(
      notes: ["# N"], capabilities: StructureFeatureTests.capabilities(encoding))
    _ = try server.client.request("commonplace/listNotes", [:])
    for uri in ["untitled:1", "file:///tmp/a.md", try server.uri(titled: "N")] {
      server.client.open(uri, StructureFeatureTests.text)
      let document: JSONValue = ["textDocument": ["uri": uri.json]]
      let folds = try server.client.request("textDocument/foldingRange", document)
      #expect(folds == [["startLine": 0, "endLine": 4], ["startLine": 2, "endLine": 4]])
    }
  }
}

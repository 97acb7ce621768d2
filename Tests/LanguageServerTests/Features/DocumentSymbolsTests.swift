import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The outline of a document.
@Suite struct DocumentSymbolsTests {
  /// A tree for clients that show one; for others the same in order, each naming the one above it.
  @Test(arguments: [true, false])
  func theOutlineIsATreeOrAList(isTree: Bool) throws {
    let server = try ServerFixture(
      notes: nil,
      capabilities: [
        "textDocument": ["documentSymbol": ["hierarchicalDocumentSymbolSupport": isTree.json]]
      ])
    server.client.open("untitled:1", "# A\n\n## B\n\n> c\n")
    let symbols =
      try server.client.request(
        "textDocument/documentSymbol", ["textDocument": ["uri": "untitled:1"]]
      ).array ?? []
    #expect(symbols.first?["name"] == "A")
    #expect(symbols.count == (isTree ? 1 : 3))
    let second = isTree ? symbols.first?["children"]?.array?.first : symbols.dropFirst().first
    #expect(second?["name"] == "B")
    #expect(second?["containerName"] == (isTree ? nil : "A"))
  }
}

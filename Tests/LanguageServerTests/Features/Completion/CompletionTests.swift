import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// Completion of everything but hashtags.
@Suite struct CompletionTests {
  static let withSnippets: JSONValue = [
    "completion": ["completionItem": ["snippetSupport": true]]
  ]

  static func complete(
    _ server: ServerFixture, _ text: PointedText, _ encoding: PositionEncoding = .utf16,
    uri: String = "untitled:a", context: JSONValue? = nil
  ) throws -> [JSONValue] {
    server.client.open(uri, text.text)
    var params = text.params(uri, encoding).object ?? [:]
    params["context"] = context
    let list = try server.client.request("textDocument/completion", .object(params))
    let items = list["items"]?.array ?? []
    for item in items {
      // LSP 3.17, "CompletionItem": one line, which holds the position.
      let range = try LSPRange(json: item["textEdit"]?["range"] ?? .null)
      let bytes = try text.bytes(range.json, encoding)
      #expect(range.start.line == range.end.line)
      #expect(bytes.lowerBound <= text.offset && text.offset <= bytes.upperBound)
      #expect(item["additionalTextEdits"] == nil)
      // The text by which the client filters begins with the replaced text up to the position.
      let typed = text.snapshot.text(in: bytes.lowerBound..<text.offset)
      if !typed.isEmpty, !(item["textEdit"]?["newText"]?.string ?? "").hasPrefix("assets") {
        #expect(item["filterText"]?.string?.isEmpty == false)
      }
    }
    return items
  }

  /// Emacs's lsp-mode indents what it inserts unless it is asked not to, by rules for other Markdown.
  @Test(arguments: [([1, 2], 1), ([2], nil), (nil, nil)] as [(JSONValue?, Int?)])
  func nothingIsIndented(_ modes: JSONValue?, _ expected: Int?) throws {
    let support: JSONValue = ["insertTextModeSupport": modes.map { ["valueSet": $0] }]
    let textDocument: JSONValue = ["completion": ["completionItem": support]]
    let server = try ServerFixture(
      notes: ["# a\n#tag"],
      capabilities: ServerFixture.capabilities(.utf16, textDocument: textDocument))
    for marked in ["- a\n\n«#t¦»", "«:grin¦»", "«Q¦»"] {
      let items = try Self.complete(server, PointedText(marked))
      #expect(!items.isEmpty)
      #expect(items.allSatisfy { $0["insertTextMode"]?.int == expected }, "\(marked)")
    }
  }

  @Test(
    arguments: [
      "¦", "a?¦", "?[a¦", "?[¦](b)", "`?[¦`", "![?[¦](b)", "a Q:¦", "a\nQ:¦", "Q:¦ a", "> Q:¦",
      "q:¦",
      "Q: a\nA: ¦", "Q: a\nA: b\n¦", "Q:\n¦", "Q: \n¦", "a\nQ: b\n¦", "Q: a\n\n¦", "Q: a\nB¦",
      "10:30¦", "http://ab¦", "a:bc¦", "::bc¦", ":b¦", ": bc¦", "`:bcd¦`", "![a](:bcd¦)", "É:smi¦",
    ])
  func nothingIsOfferedAt(_ marked: String) throws {
    let server = try ServerFixture(
      notes: nil, capabilities: ServerFixture.capabilities(.utf16, textDocument: Self.withSnippets))
    #expect(try Self.complete(server, PointedText(marked)).isEmpty)
  }
}

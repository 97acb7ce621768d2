import JSON
import LanguageClient
import LanguageServerProtocol
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// Completion that users of other tools asked for, numbered as in our list of their threads.
@Suite struct CompletionDemandTests {
  private func complete(
    _ server: ServerFixture, _ marked: String, context: JSONValue? = nil
  ) throws -> JSONValue {
    let text = PointedText(marked)
    server.client.open("file:///a.md", text.text)
    var params = text.params("file:///a.md", .utf16).object ?? [:]
    params["context"] = context
    return try server.client.request("textDocument/completion", .object(params))
  }

  private func labels(_ list: JSONValue) -> [String] {
    list["items"]?.array?.compactMap { $0["label"]?.string } ?? []
  }

  /// zk#397, zk-nvim#155: asked for by hand or by a key, the same is offered.
  @Test(arguments: ["see #b¦", "?[¦", "Q:¦", ":smi¦", "Q: a\n¦"])
  func demand22TheTextDecides(_ marked: String) throws {
    let server = try ServerFixture(notes: ["# a\n#books"])
    let asked = try [
      nil, ["triggerKind": 1], ["triggerKind": 2, "triggerCharacter": "#"],
      ["triggerKind": 2, "triggerCharacter": "/"], ["triggerKind": 3],
    ].map { try complete(server, marked, context: $0) }
    #expect(!labels(asked[0]).isEmpty && asked.allSatisfy { $0 == asked[0] })
  }

  /// zk#22, zk#160: what was typed is within the edit, so that no other edit takes it away.
  @Test(arguments: ["see «#b¦»", "«?[¦]»", "«Q:¦»", "«:smi¦»"])
  func demand23OneEditHoldsWhatWasTyped(_ marked: String) throws {
    let server = try ServerFixture(notes: ["# a\n#books"])
    let items = try complete(server, marked)["items"]?.array ?? []
    let text = PointedText(marked)
    #expect(!items.isEmpty)
    for item in items {
      #expect(item["additionalTextEdits"] == nil && item["insertText"] == nil)
      #expect(try text.bytes(item["textEdit"]?["range"], .utf16) == text.range)
    }
  }

  /// foam#1192: a lone `#` is about to be a tag; a heading's is not, and a space ends the list.
  @Test(arguments: [
    ("#¦", true), ("a\n#¦", true), ("a #¦ b", true), ("# ¦", false), ("# a¦", false),
    ("##¦", false),
    ("#a ¦", false), ("# #¦", false),
  ])
  func demand24ALoneHashOffers(_ marked: String, _ offers: Bool) throws {
    let server = try ServerFixture(notes: ["# a\n#books"])
    #expect(try labels(complete(server, marked)).contains("#books") == offers)
  }

  /// vanadium23/markdown-hashtags#12: no space comes in between.
  @Test(arguments: ["«#¦»", "see «#prog¦» and", "«#pro¦gram»"])
  func demand25TheHashIsReplaced(_ marked: String) throws {
    let server = try ServerFixture(notes: ["# a\n#programming"])
    let item = try complete(server, marked)["items"]?.array?.first
    #expect(item?["textEdit"]?["newText"] == "#programming")
    let text = PointedText(marked)
    #expect(try text.bytes(item?["textEdit"]?["range"], .utf16) == text.range)
  }

  /// vscode-extension-samples#161: what the client filters by begins with `#`, as what is typed does.
  @Test func demand26TheFilterHasTheHash() throws {
    let server = try ServerFixture(notes: ["# a\n#books #c/d"])
    let items = try complete(server, "#b¦")["items"]?.array ?? []
    #expect(items.compactMap { $0["filterText"]?.string } == ["#books", "#c", "#c/d"])
  }

  /// microsoft/vscode#224174: `#` in a word begins no tag.
  @Test(arguments: ["c#¦", "a#b¦", "(#¦", "é#¦", "1#¦"])
  func demand27AWordHasNoTag(_ marked: String) throws {
    let server = try ServerFixture(notes: ["# a\n#books"])
    #expect(try labels(complete(server, marked)).isEmpty)
  }

  /// zk-nvim#126, marksman#9: letters of any script, columns of any kind.
  @Test(arguments: PointedText.encodings)
  func demand28AnyScript(_ encoding: PositionEncoding) throws {
    let server = try ServerFixture(
      notes: ["# a\n#книги/中文 #é😀"], capabilities: ServerFixture.capabilities(encoding))
    for marked in ["中文 😀 «#кни¦» b", "é «#中¦»\r\n", "𝒳 «#é😀¦é»", "e\u{301} «#¦»"] {
      let text = PointedText(marked)
      server.client.open("untitled:a", text.text)
      let list = try server.client.request(
        "textDocument/completion", text.params("untitled:a", encoding))
      #expect(labels(list).prefix(3) == ["#é😀", "#книги", "#книги/中文"], "\(marked)")
      for item in list["items"]?.array ?? [] {
        #expect(try text.bytes(item["textEdit"]?["range"], encoding) == text.range, "\(marked)")
      }
    }
  }

  /// marksman#255: a note without a heading has a title to be shown by.
  @Test func demand29NotesWithoutHeadingHaveTitles() throws {
    let server = try ServerFixture(notes: ["No heading #a", "\n\n#a", "> quote\n\n#a"])
    let item = try #require(try complete(server, "#a¦")["items"]?.array?.first)
    let resolved = try server.client.request("completionItem/resolve", item)
    #expect(
      resolved["documentation"]?["value"]?.string
        == "- No heading #a, today\n- #a, today\n- > quote, today")
  }
}

import MiniMarkdown
import LanguageClient
import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// What is completed besides hashtags.
@Suite struct CompletionTests {
  private static let withSnippets: JSONValue = [
    "completion": ["completionItem": ["snippetSupport": true]]
  ]

  private func complete(
    _ server: ServerFixture, _ text: PointedText, _ encoding: PositionEncoding = .utf16,
    uri: String = "untitled:a", context: JSONValue? = nil
  ) throws -> [JSONValue] {
    server.client.open(uri, text.text)
    var params = text.params(uri, encoding).object ?? [:]
    params["context"] = context
    let list = try server.client.request("textDocument/completion", .object(params))
    let items = list["items"]?.array ?? []
    for item in items {
      // LSP 3.17, "CompletionItem": one line, which holds the place.
      let range = try LSPRange(json: item["textEdit"]?["range"] ?? .null)
      let bytes = try text.bytes(range.json, encoding)
      #expect(range.start.line == range.end.line)
      #expect(bytes.lowerBound <= text.offset && text.offset <= bytes.upperBound)
      #expect(item["additionalTextEdits"] == nil)
      // What the client filters by begins as what is replaced up to the place.
      let typed = text.snapshot.text(in: bytes.lowerBound..<text.offset)
      if !typed.isEmpty, !(item["textEdit"]?["newText"]?.string ?? "").hasPrefix("assets") {
        #expect(item["filterText"]?.string?.isEmpty == false)
      }
    }
    return items
  }

  /// Emacs's lsp-mode indents what it inserts unless it is told not to, by rules for other Markdown.
  @Test(arguments: [([1, 2], 1), ([2], nil), (nil, nil)] as [(JSONValue?, Int?)])
  func nothingIsIndented(_ modes: JSONValue?, _ expected: Int?) throws {
    let support: JSONValue = ["insertTextModeSupport": modes.map { ["valueSet": $0] }]
    let textDocument: JSONValue = ["completion": ["completionItem": support]]
    let server = try ServerFixture(
      notes: ["# a\n#tag"],
      capabilities: ServerFixture.capabilities(.utf16, textDocument: textDocument))
    for marked in ["- a\n\n«#t¦»", "«:grin¦»", "«Q¦»"] {
      let items = try complete(server, PointedText(marked))
      #expect(!items.isEmpty)
      #expect(items.allSatisfy { $0["insertTextMode"]?.int == expected }, "\(marked)")
    }
  }

  /// The text with a place, what is replaced marked; and what the first item writes.
  private static let prompts: [(String, snippet: String, plain: String)] = [
    ("a «?[¦»", "?[${1:hint}](${2:answer})", "?[hint](answer)"),
    ("- é😀 «?[¦]» b", "?[${1:hint}](${2:answer})", "?[hint](answer)"),
    ("«Q¦»", "Q: ${1:question}\nA: ${2:answer}", "Q: "),
    ("# T\n«Q:¦»", "Q: ${1:question}\nA: ${2:answer}", "Q: "),
    ("a\n\n«Q: ¦»\n", "Q: ${1:question}\nA: ${2:answer}", "Q: "),
    ("Q: a?\n«¦»", "A: ", "A: "), ("Q: é😀?\n«A¦»\n\nb", "A: ", "A: "),
    ("b\n\nQ: a?\r\n«A:¦»", "A: ", "A: "),
  ]

  @Test(arguments: PointedText.encodings)
  func promptsAreCompleted(_ encoding: PositionEncoding) throws {
    for textDocument in [Self.withSnippets, [:]] {
      let server = try ServerFixture(
        notes: nil,
        capabilities: ServerFixture.capabilities(encoding, textDocument: textDocument))
      for (marked, snippet, plain) in Self.prompts {
        let text = PointedText(marked)
        let items = try complete(server, text, encoding)
        let isSnippet = textDocument == Self.withSnippets && snippet.contains("$")
        let expected = isSnippet ? snippet : plain
        #expect(
          items.count == 1 && items.first?["textEdit"]?["newText"]?.string == expected, "\(marked)")
        #expect(items.first?["insertTextFormat"] == (isSnippet ? 2 : nil), "\(marked)")
        let range = try text.bytes(items.first?["textEdit"]?["range"], encoding)
        #expect(range == text.range, "\(marked)")
      }
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
    #expect(try complete(server, PointedText(marked)).isEmpty)
  }

  @Test(arguments: PointedText.encodings)
  func emojiAreCompletedByName(_ encoding: PositionEncoding) throws {
    let server = try ServerFixture(
      notes: nil, capabilities: ServerFixture.capabilities(encoding))
    for (marked, first) in [
      ("«:smi¦»", "😄"), ("é😀 «:smi¦le:» b", "😄"), ("(«:+1¦»", "👍"), ("«:grinning-f¦»", "😀"),
      ("?[](«:hea¦rt»)", "❤️"), ("# a\n- «:GREEN-H¦»", "💚"), ("«:two-hear¦»", "💕"),
    ] {
      let text = PointedText(marked)
      let items = try complete(server, text, encoding)
      let item = items.first
      #expect(item?["textEdit"]?["newText"]?.string == first, "\(marked)")
      #expect(try text.bytes(item?["textEdit"]?["range"], encoding) == text.range, "\(marked)")
      #expect(items.allSatisfy { $0["filterText"]?.string?.hasPrefix(":") == true }, "\(marked)")
      #expect(items.count <= 50)
    }
  }

  @Test func emojiNamesAreNames() {
    #expect(EmojiNames.all.count > 1000)
    let first = Dictionary(EmojiNames.all.map { ($0.name, $0.emoji) }) { first, _ in first }
    #expect(first["grinning-face"] == "😀" && first["heavy-black-heart"] == "❤️")
    for (name, emoji) in EmojiNames.all {
      let isName = name.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
      }
      #expect(isName && name.count < 80 && emoji.count == 1, "\(name)")
      #expect(PointedText(emoji).snapshot.path(to: 0).contains { $0.kind == .emoji }, "\(name)")
    }
  }

  @Test(arguments: PointedText.encodings)
  func imagesOfTheNoteAreCompleted(_ encoding: PositionEncoding) throws {
    let notebook = try ReviewedNotebook()
    let server = try ServerFixture(
      notebookPath: notebook.path, capabilities: ServerFixture.capabilities(encoding))
    let uri = try server.uri(titled: "Walden")
    for (marked, new) in [
      ("![](«¦»", "assets/pond.png)"), ("é😀 ![a](«as¦sets/x»)", "assets/pond.png"),
      ("![](«assets/¦» b", "assets/pond.png)"), ("![](a.png) ![](« ¦»", "assets/pond.png)"),
      ("[](¦)", nil),
      ("![](a)¦", nil), ("!](¦", nil), ("![\n](¦", nil),
    ] as [(String, String?)] {
      let text = PointedText(marked)
      let items = try complete(server, text, encoding, uri: uri)
      #expect(items.first?["textEdit"]?["newText"]?.string == new, "\(marked)")
      if new != nil {
        #expect(items.first?["detail"] == "image/png, 640 × 480 pixels, 12 kB")
        #expect(
          try text.bytes(items.first?["textEdit"]?["range"], encoding) == text.range, "\(marked)")
      }
      #expect(try complete(server, text, encoding, uri: "file:///a.md").isEmpty, "\(marked)")
    }
  }

  /// The newest notes of a tag, for the item that the client shows.
  @Test(
    arguments: [
      ([:], true, "plaintext"),
      (["resolveSupport": ["properties": ["documentation"]]], true, "plaintext"),
      (["resolveSupport": ["properties": ["detail"]]], false, "plaintext"),
      (["documentationFormat": ["markdown"]], true, "markdown"),
    ] as [(JSONValue, Bool, String)])
  func tagsAreResolved(_ item: JSONValue, _ resolves: Bool, _ kind: String) throws {
    let server = try ServerFixture(
      notes: ["# *One*\n#a", "# Two\n#b", "# Three\n#a/b"],
      capabilities: ServerFixture.capabilities(
        .utf8, textDocument: ["completion": ["completionItem": item]]))
    let provider = server.initializeResult["capabilities"]?["completionProvider"]
    #expect(provider?["resolveProvider"]?.bool == resolves)
    let items = try complete(server, PointedText("#¦"), .utf8)
    let first = try #require(items.first)
    #expect(first["documentation"] == nil)
    let resolved = try server.client.request("completionItem/resolve", first)
    #expect(resolved["label"] == "#a" && resolved["textEdit"] == first["textEdit"])
    #expect(resolved["documentation"]?["kind"]?.string == kind)
    #expect(
      resolved["documentation"]?["value"]?.string
        == (kind == "markdown"
          ? #"- \*One\*, today"# + "\n- Three, today" : "- *One*, today\n- Three, today"))
    // Others come back as they are.
    let unknown: JSONValue = ["label": "x", "data": ["tag": "#nobody"], "commitCharacters": ["/"]]
    #expect(try server.client.request("completionItem/resolve", unknown) == unknown)
  }
}

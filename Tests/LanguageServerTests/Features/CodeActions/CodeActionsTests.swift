import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// Code actions as a client gets them: which there are, and what their edits make of the text.
@Suite struct CodeActionsTests {
  static func capabilities(_ encoding: String = "utf-16", versioned: Bool = true) -> JSONValue {
    [
      "general": ["positionEncodings": [.string(encoding)]],
      "textDocument": [
        "publishDiagnostics": [:],
        "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": []]]],
      ],
      "workspace": [
        "applyEdit": true, "workspaceEdit": ["documentChanges": .bool(versioned)],
      ],
      "window": ["showDocument": ["support": true]],
    ]
  }

  struct Example: Sendable {
    var title: String
    var text: String
    var result: String

    init(_ title: String, _ text: String, _ result: String) {
      (self.title, self.text, self.result) = (title, text, result)
    }
  }

  private static let examples = [
    Example("Close the answer with “)”", "😀 é ?[h«»](b\nc", "😀 é ?[h](b)\nc"),
    Example("Insert a blank line above", "é\n«Q:» 😀\nA: b", "é\n\nQ: 😀\nA: b"),
    Example("Insert an “A: ” line below", "é\r\n\r\n«»Q: 😀\r\n", "é\r\n\r\nQ: 😀\r\nA: \r\n"),
    Example("Convert to ?[hint](answer)", "😀 {{c1::é}}«»", "😀 ?[](é)"),
    Example("Convert to ?[hint](answer)", "😀 «»{{c1::é::😀}}", "😀 ?[😀](é)"),
    Example("Make a cloze", "😀 «é»", "😀 ?[](é)"),
    Example("Make a cloze with a hint", "😀 «é»\n", "😀 ?[hint](é)\n"),
    Example("Remove the cloze but keep its answer", "😀 ?[é](«»中) b", "😀 中 b"),
    Example("Make a question and its answer", "«é?\n😀»\nb", "Q: é?\nA: 😀\nb"),
    Example("Make a quote", "é 😀«»", "> é 😀"),
    Example("Make a numbered list", "«é\n😀»", "1. é\n2. 😀"),
    Example("Make a heading", "é«»", "# é"),
  ]

  /// The actions for a selection, of an open document.
  static func actions(
    _ client: LanguageClient, _ uri: String, _ range: LSPRange, _ context: JSONObject = [:]
  ) throws -> [JSONValue] {
    var context = context
    if context["diagnostics"] == nil { context["diagnostics"] = [] }
    return try client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(uri)], "range": range.json, "context": .object(context),
      ]
    ).array ?? []
  }

  /// `text` as the edits of `uri` in a `WorkspaceEdit` make it.
  static func applying(
    _ edit: JSONValue?, to text: String, of uri: String, _ encoding: PositionEncoding = .utf16
  ) throws -> String {
    let changes = edit?["documentChanges"]?.array
    #expect(changes?.count ?? 1 == 1)
    #expect(changes.map { $0.first?["textDocument"]?["uri"] == .string(uri) } ?? true)
    let edits = changes?.first?["edits"] ?? edit?["changes"]?[uri]
    let snapshot = MiniMarkdownDocument(text).snapshot
    var bytes = Array(text.utf8)
    for edit in try #require(edits?.array).reversed() {
      let range = snapshot.utf8Range(
        of: try LSPRange(json: #require(edit["range"])), in: encoding)
      bytes.replaceSubrange(range, with: Array((edit["newText"]?.string ?? "").utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [PositionEncoding.utf8, .utf16, .utf32])
  func theTextIsTheSameInEachEncoding(encoding: PositionEncoding) throws {
    let server = try ServerFixture(
      notes: nil, capabilities: Self.capabilities(encoding.rawValue))
    for (index, example) in Self.examples.enumerated() {
      let marked = MarkedText(example.text)
      let kinds = ["file:///\(index).md", "untitled:\(index)", "commonplace://n/\(index)/a.md"]
      let uri = kinds[index % kinds.count]
      server.client.open(uri, marked.text, version: 7)
      let selection = try #require(marked.ranges.first)
      let range = MiniMarkdownDocument(marked.text).snapshot.lspRange(of: selection, in: encoding)
      let actions = try Self.actions(server.client, uri, range)
      let action = try #require(
        actions.first { $0["title"]?.string == example.title }, "\(example)")
      #expect(
        action["edit"]?["documentChanges"]?.array?.first?["textDocument"]?["version"] == 7)
      let result = try Self.applying(action["edit"], to: marked.text, of: uri, encoding)
      #expect(result == example.result)
    }
  }

  // MARK: The request

  static let text = "a ?[b](c #x.\n\nd\nQ: e\nA: f\n"

  static func titles(
    _ context: JSONObject, start: Int = 3, end: Int = 3, line: Int = 0,
    capabilities: JSONValue = Self.capabilities()
  ) throws -> [String: String] {
    let server = try ServerFixture(notes: nil, capabilities: capabilities)
    server.client.open("file:///a.md", Self.text)
    let range = LSPRange(
      start: Position(line: UInt32(line), character: UInt32(start)),
      end: Position(line: UInt32(line), character: UInt32(end)))
    var titles: [String: String] = [:]
    for action in try Self.actions(server.client, "file:///a.md", range, context) {
      titles[action["title"]?.string ?? ""] = action["kind"]?.string
    }
    return titles
  }

  @Test func theKindsAreAnnounced() throws {
    let server = try ServerFixture(notes: nil, capabilities: Self.capabilities())
    #expect(
      server.initializeResult["capabilities"]?["codeActionProvider"] == [
        "codeActionKinds": [
          "quickfix", "refactor.rewrite", "refactor.extract", "source.fixAll.commonplace",
          "commonplace.book", "commonplace.restore",
        ]
      ])
  }

  @Test(
    arguments: [
      ([:], ["quickfix", "refactor.rewrite"]),
      (["triggerKind": 1], ["quickfix", "refactor.rewrite", "source.fixAll.commonplace"]),
      (["triggerKind": 2], ["quickfix"]),
      (["only": ["quickfix"], "triggerKind": 2], ["quickfix"]),
      (["only": ["refactor"], "triggerKind": 2], ["refactor.rewrite"]),
      (["only": ["refactor.rewrite"]], ["refactor.rewrite"]),
      (["only": ["refactor.rewrite.cloze"]], []),
      (["only": ["source"], "triggerKind": 2], ["source.fixAll.commonplace"]),
      (["only": ["source.fixAll"]], ["source.fixAll.commonplace"]),
      (["only": ["source.fixAll.commonplace"]], ["source.fixAll.commonplace"]),
      (["only": ["source.fixAll.eslint"]], []),
      (["only": ["source.organizeImports"]], []),
      (["only": []], []),
      (["triggerKind": 9], ["quickfix", "refactor.rewrite"]),
    ] as [(JSONObject, [String])])
  func onlyWhatIsAskedFor(context: JSONObject, kinds: [String]) throws {
    #expect(Set(try Self.titles(context).values) == Set(kinds))
  }

  @Test func clientsWithoutLiteralsGetNoEdits() throws {
    #expect(try Self.titles([:], capabilities: [:]) == [:])
  }

  @Test(arguments: ["", "\n", " ", "\r\n"])
  func emptyDocumentsHaveNone(text: String) throws {
    let server = try ServerFixture(notes: nil, capabilities: Self.capabilities())
    server.client.open("untitled:1", text)
    let range = LSPRange(
      start: Position(line: 0, character: 0), end: Position(line: 9, character: 9))
    #expect(try Self.actions(server.client, "untitled:1", range, ["triggerKind": 1]) == [])
    #expect(try Self.actions(server.client, "file:///unknown.md", range) == [])
  }
}

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
    Example("Put a blank line before it", "é\n«Q:» 😀\nA: b", "é\n\nQ: 😀\nA: b"),
    Example("Write “A: ” on the next line", "é\r\n\r\n«»Q: 😀\r\n", "é\r\n\r\nQ: 😀\r\nA: \r\n"),
    Example("Put a space after the hashtag", "😀 #é.«»", "😀 #é ."),
    Example("Put a space after the hashtag", "😀 #é«».", "😀 #é ."),
    Example("Make a cloze", "😀 «é»", "😀 ?[](é)"),
    Example("Make a cloze with a hint", "😀 «é»\n", "😀 ?[hint](é)\n"),
    Example("Unwrap the cloze", "😀 ?[é](«»中) b", "😀 中 b"),
    Example("Make a question and its answer", "«é?\n😀»\nb", "Q: é?\nA: 😀\nb"),
    Example("Make a quote", "é 😀«»", "> é 😀"),
    Example("Make a numbered list", "«é\n😀»", "1. é\n2. 😀"),
    Example("Make a heading", "é«»", "# é"),
  ]

  /// The actions for a selection, of an open document.
  private static func actions(
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

  // MARK: What is asked for

  private static let text = "a ?[b](c #x.\n\nd\nQ: e\nA: f\n"

  private func titles(
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
    #expect(Set(try titles(context).values) == Set(kinds))
  }

  @Test func aSelectionIsOfferedRewritesUnasked() throws {
    #expect(
      try titles(["triggerKind": 2], start: 0, end: 1).values.contains("refactor.rewrite"))
  }

  @Test func fixAllIsOneEdit() throws {
    let server = try ServerFixture(notes: nil, capabilities: Self.capabilities(versioned: false))
    server.client.open("file:///a.md", Self.text)
    let place = LSPRange(
      start: Position(line: 0, character: 0), end: Position(line: 0, character: 0))
    let actions = try Self.actions(
      server.client, "file:///a.md", place, ["only": ["source.fixAll"]])
    #expect(actions.count == 1)
    #expect(
      try Self.applying(actions.first?["edit"], to: Self.text, of: "file:///a.md")
        == "a ?[b](c #x .\n\nd\n\nQ: e\nA: f\n")
  }

  /// A fix is tried on its whole block, so those of all faults of a long paragraph would take the
  /// square of its length.
  @Test func ofAParagraphFullOfFaultsOnlySomeAreFixed() throws {
    let server = try ServerFixture(notes: nil, capabilities: Self.capabilities())
    server.client.open("file:///a.md", String(repeating: "#a. ", count: 70))
    let all = LSPRange(
      start: Position(line: 0, character: 0), end: Position(line: 9, character: 0))
    let actions = try Self.actions(server.client, "file:///a.md", all, ["only": ["quickfix"]])
    #expect(actions.count == 50)
  }

  @Test func clientsWithoutLiteralsGetNoEdits() throws {
    #expect(try titles([:], capabilities: [:]) == [:])
  }

  // MARK: The client's diagnostics

  /// What the client shows is matched by code and range, and given back as it was sent.
  @Test func diagnosticsAreMatched() throws {
    let server = try ServerFixture(notes: nil, capabilities: Self.capabilities())
    server.client.open("file:///a.md", Self.text)
    func diagnostic(_ code: String, line: Int64, _ start: Int64, _ end: Int64) -> JSONValue {
      [
        "range": [
          "start": ["line": .integer(line), "character": .integer(start)],
          "end": ["line": .integer(line), "character": .integer(end)],
        ],
        "code": .string(code), "message": "anything", "data": ["a": 1],
      ]
    }
    let place = LSPRange(
      start: Position(line: 0, character: 0), end: Position(line: 0, character: 0))
    let shown = diagnostic("question-under-text", line: 3, 0, 2)
    let actions = try Self.actions(
      server.client, "file:///a.md", place,
      [
        "only": ["quickfix"],
        "diagnostics": [
          shown, diagnostic("question-under-text", line: 3, 0, 1),
          diagnostic("cloze-in-code", line: 0, 2, 12), diagnostic("conflict", line: 0, 0, 2),
          diagnostic("unterminated-cloze", line: 99, 0, 99),
        ],
      ])
    #expect(actions.map { $0["title"] } == ["Put a blank line before it"])
    #expect(actions.first?["diagnostics"] == [shown])
    #expect(actions.first?["isPreferred"] == true)
    // Neovim 0.7 loses the code.
    let bare: JSONValue = ["range": shown["range"], "message": "anything"]
    let more = try Self.actions(
      server.client, "file:///a.md", place, ["only": ["quickfix"], "diagnostics": [bare]])
    #expect(more.map { $0["title"] } == ["Put a blank line before it"])
  }

  @Test func ourOwnDiagnosticIsNamedWhereTheClientSendsNone() throws {
    let server = try ServerFixture(notes: nil, capabilities: Self.capabilities())
    server.client.open("file:///a.md", Self.text)
    let published = try server.client.notification("textDocument/publishDiagnostics")
    let place = LSPRange(
      start: Position(line: 3, character: 1), end: Position(line: 3, character: 1))
    let actions = try Self.actions(
      server.client, "file:///a.md", place, ["only": ["quickfix"]])
    let diagnostics = try #require(actions.first?["diagnostics"]?.array)
    #expect(published["diagnostics"]?.array?.contains(diagnostics.first ?? .null) == true)
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

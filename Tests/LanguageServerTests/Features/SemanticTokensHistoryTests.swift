import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

/// Deltas and ranges over the wire: what is announced, and which earlier results are known.
@Suite struct SemanticTokensHistoryTests {
  private static let capabilities: JSONValue = [
    "textDocument": [
      "semanticTokens": ["requests": ["full": ["delta": true], "range": true], "tokenTypes": []]
    ]
  ]
  private static let uri = "file:///a.md"

  private func delta(_ server: ServerFixture, _ previous: JSONValue?) throws -> JSONValue {
    try server.client.request(
      "textDocument/semanticTokens/full/delta",
      ["textDocument": ["uri": .string(Self.uri)], "previousResultId": previous])
  }

  private func full(_ server: ServerFixture) throws -> JSONValue {
    try server.client.request(
      "textDocument/semanticTokens/full", ["textDocument": ["uri": .string(Self.uri)]])
  }

  @Test func overTheWire() throws {
    let server = try ServerFixture(capabilities: Self.capabilities)
    let provider = server.initializeResult["capabilities"]?["semanticTokensProvider"]
    #expect(provider?["full"] == ["delta": true])
    #expect(provider?["range"] == true)
    #expect(provider?["legend"]?["tokenTypes"]?.array?.isEmpty == false)
    server.client.open(Self.uri, "# a\n\n*b*\n\n*c*")
    let first = try full(server)
    #expect(first["data"]?.array?.count == 8 * 5)
    let same = try delta(server, first["resultId"])
    #expect(same["edits"] == [])
    #expect(same["resultId"]?.string != nil && same["resultId"] == first["resultId"])

    // Two changes: `# aa`, and a line before the second block.
    server.client.change(Self.uri, version: 2, range: LSPRange(0, 3, 0, 3), "a")
    server.client.change(Self.uri, version: 3, range: LSPRange(1, 0, 1, 0), "\n")
    let changed = try delta(server, same["resultId"])
    #expect(changed["data"] == nil)
    #expect(
      changed["edits"] == [
        ["start": 5, "deleteCount": 10, "data": [0, 2, 2, 0, 0, 3, 0, 1, 16, 0]]
      ])

    let part = try server.client.request(
      "textDocument/semanticTokens/range",
      [
        "textDocument": ["uri": .string(Self.uri)],
        "range": ["start": ["line": 3, "character": 1], "end": ["line": 3, "character": 2]],
      ])
    #expect(part["data"] == [3, 1, 1, 2, 0])
    #expect(part["resultId"] == nil)
  }

  @Test func unknownVersionsGetEverything() throws {
    let server = try ServerFixture(capabilities: Self.capabilities)
    #expect(try delta(server, "1") == .null)
    server.client.open(Self.uri, "# a")
    server.client.open("file:///b.md", "# b")
    let foreign = try server.client.request(
      "textDocument/semanticTokens/full", ["textDocument": ["uri": "file:///b.md"]])["resultId"]
    let first = try full(server)
    for id in ["", "1", "x-1", foreign] {
      let answer = try delta(server, id)
      #expect(answer["data"] == first["data"] && answer["edits"] == nil)
    }
    // Too long ago by now.
    #expect(try delta(server, first["resultId"])["data"] == first["data"])
    // One that is asked about is kept, whatever else is given meanwhile.
    let kept = try full(server)["resultId"]
    for _ in 0..<10 { #expect(try delta(server, kept)["edits"] == []) }
    // A closed document is forgotten.
    server.client.notify("textDocument/didClose", ["textDocument": ["uri": .string(Self.uri)]])
    server.client.open(Self.uri, "# a")
    #expect(try delta(server, kept)["data"] == first["data"])
  }

  /// Equal tokens have one name, as long as their texts do not differ in much.
  @Test func equalTokensKeepTheirName() throws {
    let server = try ServerFixture(capabilities: Self.capabilities)
    let paragraph = String(repeating: "Some words of prose. ", count: 60)
    server.client.open(Self.uri, "*a*\n\n\(paragraph)\n\n\(paragraph)\n\n\(paragraph)\n\n*b*")
    let first = try full(server)["resultId"]
    server.client.change(Self.uri, version: 2, range: LSPRange(2, 3, 2, 3), "e")
    #expect(try delta(server, first) == ["resultId": first, "edits": []])
    server.client.change(Self.uri, version: 3, range: LSPRange(6, 3, 6, 3), "e")
    let second = try delta(server, first)
    #expect(second["edits"] == [] && second["resultId"] != first)
    // Another token is seen from either.
    server.client.change(Self.uri, version: 4, range: LSPRange(0, 0, 0, 3), "a")
    let edit = try delta(server, first)["edits"]
    #expect(edit?.array?.isEmpty == false)
    #expect(try delta(server, second["resultId"])["edits"] == edit)
  }

  /// Without a type for each kind, tokens are not what is counted.
  @Test func clientsWithFewTypesGetEverything() throws {
    let server = try ServerFixture(
      capabilities: [
        "textDocument": [
          "semanticTokens": ["requests": ["full": ["delta": true]], "tokenTypes": ["class"]]
        ]
      ], options: [:])
    let provider = server.initializeResult["capabilities"]?["semanticTokensProvider"]
    #expect(provider?["full"] == true && provider?["range"] == nil)
    server.client.open(Self.uri, "# a")
    let first = try full(server)
    #expect(first["data"] == [0, 2, 1, 0, 0] && first["resultId"] == nil)
    #expect(try delta(server, "1")["data"] == first["data"])
  }
}

extension LSPRange {
  fileprivate init(_ line: UInt32, _ column: UInt32, _ endLine: UInt32, _ endColumn: UInt32) {
    self.init(
      start: Position(line: line, character: column),
      end: Position(line: endLine, character: endColumn))
  }
}

import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// A client that applies what it is sent has what it would have got in whole.
@Suite struct SemanticTokensDeltaTests {
  private static let legend = TokenLegend(clientTypes: [], usesOwnTypes: true)

  private func tokens(_ snapshot: DocumentSnapshot, _ encoding: PositionEncoding) -> DocumentTokens
  {
    DocumentTokens(snapshot, legend: Self.legend, encoding: encoding)
  }

  private func applying(_ edits: [SemanticTokensEdit], to data: [UInt32]) -> [UInt32] {
    var data = data
    for edit in edits {
      let start = Int(edit.start)
      data.replaceSubrange(start..<start + Int(edit.deleteCount), with: edit.data)
    }
    return data
  }

  @Test(arguments: 0..<40)
  func deltaLeadsToTheFullResult(seed: Int) throws {
    var random = RandomEdits(seed: UInt64(seed))
    var document = MiniMarkdownDocument(
      seed % 4 == 0 ? "> " + random.longParagraph() : random.text(0...200))
    // What a client of each encoding has.
    var held = PositionEncoding.allCases.map { encoding in
      var tokens = tokens(document.snapshot, encoding)
      return (encoding, data: tokens.all())
    }
    for edit in 0..<40 {
      let old = document.snapshot
      for _ in 0..<random.number(0...3) {
        let bytes = document.snapshot.utf8(in: 0..<document.snapshot.count)
        let (range, text) = random.change(of: bytes)
        document.replace(range, with: text)
      }
      if document.snapshot.count > 4000 {
        document.replace(500..<document.snapshot.count, with: "")
      }
      // Of another document, and so not dependent on what was kept.
      let fresh = MiniMarkdownDocument(document.snapshot.text).snapshot
      for index in held.indices {
        let (encoding, data) = held[index]
        let comment: Comment = "seed \(seed), edit \(edit), \(encoding)"
        var tokens = tokens(document.snapshot, encoding)
        var all = self.tokens(fresh, encoding)
        let (edits, expected) = (tokens.edits(since: old), all.all())
        try #require(applying(edits, to: data) == expected, comment)
        try #require(edits.isEmpty == (data == expected), comment)
        held[index].data = expected
      }
      if edit % 5 == 0 {
        try checkRange(document.snapshot, PositionEncoding.allCases[edit % 3], &random)
      }
    }
  }

  /// The tokens of a range are those of all that lie in it.
  private func checkRange(
    _ snapshot: DocumentSnapshot, _ encoding: PositionEncoding, _ random: inout RandomEdits
  ) throws {
    var tokens = tokens(snapshot, encoding)
    let lower = random.number(0...snapshot.count)
    let range = lower..<random.number(lower...snapshot.count)
    let all = absolute(tokens.all())
    let part = absolute(tokens.all(in: range))
    let expected = all.filter { overlaps($0, range, snapshot, encoding) }
    try #require(part == expected, "\(range) of \(snapshot.text.debugDescription)")
  }

  /// Line, column, length and type of each token.
  private func absolute(_ data: [UInt32]) -> [[Int]] {
    var (line, column) = (0, 0)
    return stride(from: 0, to: data.count, by: 5).map { index in
      column = Int(data[index + 1]) + (data[index] == 0 ? column : 0)
      line += Int(data[index])
      return [line, column, Int(data[index + 2]), Int(data[index + 3])]
    }
  }

  private func overlaps(
    _ token: [Int], _ range: Range<Int>, _ snapshot: DocumentSnapshot, _ encoding: PositionEncoding
  ) -> Bool {
    let start = TextPosition(line: token[0], column: token[1])
    let end = TextPosition(line: token[0], column: token[1] + token[2])
    return (snapshot.offset(of: start, in: encoding)..<snapshot.offset(of: end, in: encoding))
      .overlaps(range)
  }

  /// Of the records of 1 MB, a key computes those it changed and a few more. What the client has in
  /// the end follows from all the deltas.
  @Test(
    arguments: [
      GeneratedNotes.text(seed: 1, byteCount: 1_000_000),
      "> " + GeneratedNotes.prose(seed: 2, byteCount: 200_000),
      ExtremeText.shortParagraphs(byteCount: 200_000),
      ExtremeText.list(seed: 1, itemCount: 5_000),
    ].enumerated().map { Text(index: $0, text: $1) })
  func aKeyComputesFewRecords(text: Text) {
    var document = MiniMarkdownDocument(text.text)
    var first = tokens(document.snapshot, .utf16)
    var data = first.all()
    for seed in UInt64(0)..<100 {
      var random = RandomEdits(seed: seed)
      let old = document.snapshot
      let place = random.number(0...old.count)
      document.replace(place..<place, with: random.text(1...1))
      let changed = document.snapshot.changedRecords(since: old)
      let records =
        old.records(in: changed.old).map(\.start).count
        + document.snapshot.records(in: changed.new).map(\.start).count
      var tokens = tokens(document.snapshot, .utf16)
      data = applying(tokens.edits(since: old), to: data)
      // A list or a quote begun within a paragraph changes what the rest of it is.
      #expect(tokens.computedRecords - records < 100, "seed \(seed)")
    }
    var last = tokens(document.snapshot, .utf16)
    #expect(last.all() == data)
  }

  /// A long text that is not printed with a test's name.
  struct Text: Sendable, CustomTestStringConvertible {
    let index: Int
    let text: String
    var testDescription: String { "text \(index), \(text.utf8.count) bytes" }
  }

  // MARK: Over the wire

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
    #expect(same["resultId"]?.string != nil && same["resultId"] != first["resultId"])

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

import Base
import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// Tokens are read back to text: what an editor would color, and as what.
@Suite struct SemanticTokensTests {
  private static let ownLegend = TokenLegend(clientTypes: [], usesOwnTypes: true)

  /// Each token as `type text`, checked to be in order and within its line.
  private func tokens(
    of text: String, encoding: PositionEncoding = .utf16, legend: TokenLegend = ownLegend
  ) -> [String] {
    let snapshot = MiniMarkdownDocument(text).snapshot
    var all = DocumentTokens(snapshot, legend: legend, encoding: encoding)
    let data = all.all()
    #expect(data.count % 5 == 0)
    var position = TextPosition(line: 0, column: 0)
    var end = -1
    return stride(from: 0, to: data.count, by: 5).map { index in
      let (line, column) = (Int(data[index]), Int(data[index + 1]))
      position = TextPosition(
        line: position.line + line, column: line == 0 ? position.column + column : column)
      let start = snapshot.offset(of: position, in: encoding)
      var last = position
      last.column += Int(data[index + 2])
      let stop = snapshot.offset(of: last, in: encoding)
      #expect(start >= end && stop > start)
      #expect(snapshot.lineRange(position.line).contains(stop - 1))
      #expect(snapshot.position(of: stop, in: encoding) == last)
      end = stop
      return "\(legend.legend.tokenTypes[Int(data[index + 3])]) \(snapshot.text(in: start..<stop))"
    }
  }

  @Test(
    arguments: [
      ("", []), ("plain text", []),
      ("# Walden #tag", ["delimiter #", "heading Walden ", "hashtag #tag"]),
      (
        "**a** *b* `c`",
        [
          "delimiter **", "strong a", "delimiter **", "delimiter *", "emphasis b", "delimiter *",
          "delimiter `", "code c", "delimiter `",
        ]
      ),
      ("> a\n> b\n", ["delimiter >", "quote a", "delimiter >", "quote b"]),
      ("- a\n12. b", ["listMarker -", "listMarker 12."]),
      ("![a](b.png)", ["image ![a](", "link b.png", "image )"]),
      (
        "# On [[Walden|it]]\n\nsee [x](a.md), [[B]]\n> as [[C]] says\n",
        [
          "delimiter #", "heading On ", "noteLink [[Walden|it]]", "noteLink [x](a.md)",
          "noteLink [[B]]", "delimiter >", "quote as ", "noteLink [[C]]", "quote  says",
        ]
      ),
      ("a 😀 #t🌱", ["emoji 😀", "hashtag #t🌱"]),
      (
        "?[h](a) ?[](b)",
        [
          "cloze ?[", "clozeHint h", "cloze ](", "clozeAnswer a", "cloze )", "cloze ?[](",
          "clozeAnswer b", "cloze )",
        ]
      ),
      ("Q: a\nA: b", ["delimiter Q:", "question a", "delimiter A:", "answer b"]),
      ("tl;dr: a\n", ["delimiter tl;dr: ", "summary a"]),
      ("*a\nb*", ["delimiter *", "emphasis a", "emphasis b", "delimiter *"]),
      ("> a\r\nb\r\n", ["delimiter >", "quote a", "quote b"]),
    ] as [(String, [String])])
  func colors(text: String, expected: [String]) {
    for encoding in PositionEncoding.allCases {
      #expect(tokens(of: text, encoding: encoding) == expected)
    }
  }

  @Test func everyTypeIsUsed() {
    let text = """
      # h
      > q *e* **s** `c` #t 😀 ?[h](a) ![i](l) [[n]]

      - x

      Q: a
      A: b

      tl;dr: s
      """
    let types = Set(tokens(of: text).map { $0.prefix { $0 != " " } }.map(String.init))
    #expect(types == Set(HighlightKind.allCases.map(\.rawValue)))
  }

  @Test func wideCharactersCountInTheAgreedUnit() {
    for encoding in PositionEncoding.allCases {
      #expect(
        tokens(of: "中文 *é😀* #日本/語 é *x*", encoding: encoding) == [
          "delimiter *", "emphasis é😀", "delimiter *", "hashtag #日本/語", "delimiter *",
          "emphasis x", "delimiter *",
        ])
    }
  }

  @Test func plainClientsGetStandardTypes() {
    let standard = [
      "namespace", "type", "class", "parameter", "variable", "property", "enumMember", "function",
      "method", "macro", "keyword", "modifier", "comment", "string", "number", "regexp", "operator",
    ]
    let legend = TokenLegend(clientTypes: standard, usesOwnTypes: false)
    #expect(Set(legend.legend.tokenTypes).isSubset(of: standard))
    for kind in HighlightKind.allCases { #expect(legend.index(of: kind) != nil, "\(kind)") }
    #expect(tokens(of: "# a #b", legend: legend) == ["comment #", "class a ", "type #b"])
  }

  @Test func clientWithOwnTypesGetsThem() {
    let legend = TokenLegend(clientTypes: ["class", "heading"], usesOwnTypes: false)
    #expect(legend.legend.tokenTypes.contains("heading"))
    #expect(legend.index(of: .strong) == nil)
  }

  @Test func overTheWire() throws {
    let server = try ServerFixture()
    let legend = server.initializeResult["capabilities"]?["semanticTokensProvider"]?["legend"]
    #expect(legend?["tokenTypes"]?.array?.first == "heading")
    server.client.open("file:///a.md", "# a")
    let result = try server.client.request(
      "textDocument/semanticTokens/full", ["textDocument": ["uri": "file:///a.md"]])
    #expect(result["data"] == [0, 0, 1, 16, 0, 0, 2, 1, 0, 0])
  }

  @Test func randomTextsKeepTheRules() {
    let pieces = [
      "# ", "> ", "- ", "*", "**", "`", "_", "a", " ", "\n", "\r\n", "😀", "é", "#t", "?[", "](",
      ")", "Q: ", "\nA: ", "tl;dr: ", "中",
    ]
    for seed in UInt64(0)..<300 {
      var random = SeededGenerator(seed: seed)
      let text = (0..<40).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      for encoding in PositionEncoding.allCases { _ = tokens(of: text, encoding: encoding) }
    }
  }
}

import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// Code, front matter and comments of files that are no notes.
@Suite struct ForeignTextFeatureTests {
  private static let text = """
    ---
    title: #a
    ---

    #b text #a

    ```sh
    # not a heading
    echo #a ?[x](y)  <!--
    ```

    - one

    """

  private func params(_ line: Int, _ character: Int, of uri: String) -> JSONValue {
    [
      "textDocument": ["uri": uri.json],
      "position": ["line": line.json, "character": character.json],
    ]
  }

  @Test func nothingIsReadInThem() throws {
    let server = try ServerFixture(notes: [Self.text])
    let note = try server.uri(titled: "not a heading")
    server.client.open("file:///a.md", Self.text)
    server.client.open(note, Self.text)
    func count(_ method: String, _ params: JSONValue) throws -> Int {
      try server.client.request(method, params).array?.count ?? 0
    }
    // Of the hashtag `#a` in the text, and in the fence.
    for (uri, line, column, expected) in [
      ("file:///a.md", 4, 9, 1), ("file:///a.md", 8, 6, 0), (note, 4, 9, 3), (note, 8, 6, 3),
    ] {
      let params = params(line, column, of: uri)
      #expect(try count("textDocument/documentHighlight", params) == expected, "\(uri) \(line)")
      let hover = try server.client.request("textDocument/hover", params)
      #expect((hover == .null) == (expected == 0), "\(uri) \(line)")
      let completion = try server.client.request("textDocument/completion", params)
      #expect((completion["items"]?.array?.isEmpty ?? true) == (expected == 0), "\(uri) \(line)")
    }
    for uri in ["file:///a.md", note] {
      let outline = try server.outline(of: uri)
      #expect(outline == [])
    }
    // A file gets no hint, a note the hint that its front matter and its code are shown.
    for (uri, codes) in [("file:///a.md", []), (note, ["not-in-notes", "not-in-notes"])] {
      let params = try server.client.notification("textDocument/publishDiagnostics") {
        $0["uri"]?.string == uri
      }
      #expect(params["diagnostics"]?.array?.compactMap { $0["code"]?.string } == codes)
    }
  }

  @Test func returnInThemDoesNothing() throws {
    let server = try ServerFixture(notes: nil)
    server.client.open("untitled:1", "```\n- a\n\n```\n- b\n")
    for (line, edits) in [(2, 0), (5, 1)] {
      let answer = try server.client.request(
        "textDocument/onTypeFormatting",
        [
          "textDocument": ["uri": "untitled:1"], "ch": "\n",
          "position": ["line": line.json, "character": 0],
          "options": ["tabSize": 4, "insertSpaces": true],
        ])
      #expect(answer.array?.count == edits, "line \(line)")
    }
  }

  // MARK: Tokens

  private static let legend = TokenLegend(clientTypes: [], usesOwnTypes: true)

  private static let pieces = [
    "```\n", "\n```\n", "<!-- #c -->", "<!--\n", "-->\n", "    ", "\n\n", "\n", "#tag ", "**a** ",
    "- ",
    "# h\n", "> q\n", "?[a](b) ", "word ", "*a <!-- b --> c <!-- d --> e* ", "---\n", "é",
  ]

  private func text(_ count: ClosedRange<Int>, _ random: inout RandomEdits) -> String {
    (0..<random.number(count)).map { _ in
      Self.pieces[random.number(0...Self.pieces.count - 1)]
    }.joined()
  }

  /// Tokens lie outside, and a client that applies changes has all of them.
  @Test(arguments: seeds("COMMONPLACE_SEEDS", 20))
  func tokensAreThoseOutside(seed: UInt64) throws {
    var random = RandomEdits(seed: seed)
    var text = text(0...60, &random)
    if seed % 3 == 0 { text += String(repeating: "#t **b** `c`\n\n", count: 200) + text }
    var document = MiniMarkdownDocument(text)
    func tokens(_ snapshot: DocumentSnapshot, _ unread: ForeignText?) -> DocumentTokens {
      DocumentTokens(snapshot, except: unread, legend: Self.legend, encoding: .utf16)
    }
    var unread: ForeignText? = ForeignText(document.snapshot)
    var first = tokens(document.snapshot, unread)
    var held = first.all()
    var hidden: HiddenTokens?
    for edit in 0..<25 {
      let (old, oldUnread) = (document.snapshot, unread)
      for _ in 0..<random.number(0...2) {
        let start = random.number(0...old.count)
        let end = min(document.snapshot.count, start + random.number(0...1) * random.number(0...20))
        document.replace(min(start, end)..<end, with: self.text(0...3, &random))
      }
      // Now and then it becomes a note, or a file again.
      unread = random.number(0...9) == 0 ? nil : ForeignText(document.snapshot)
      let fresh = MiniMarkdownDocument(document.snapshot.text).snapshot
      var (now, all) = (tokens(document.snapshot, unread), tokens(fresh, unread))
      let expected = all.all()
      for part in now.edits(since: old, except: oldUnread, hiding: hidden) {
        let start = Int(part.start)
        held.replaceSubrange(start..<start + Int(part.deleteCount), with: part.data)
      }
      hidden = now.hidden
      try #require(held == expected, "seed \(seed), edit \(edit)")
      if let unread, unread.isEmpty == false {
        var (whole, ranged) = (tokens(fresh, nil), tokens(fresh, unread))
        #expect(expected.count <= whole.all().count)
        #expect(ranged.all(in: 0..<fresh.count) == expected)
      }
    }
  }

  /// After the first key, a key counts the tokens of no fence but those around it.
  @Test func aKeyCountsNoFenceElsewhere() throws {
    let text = String(repeating: "*a* b\n\n```\n*c* d\n```\n\n", count: 2_000)
    var document = MiniMarkdownDocument(text)
    var hidden: HiddenTokens?
    var computed: [Int] = []
    for _ in 0..<3 {
      let old = document.snapshot
      document.replace(22_000..<22_000, with: "*x* ")
      var tokens = DocumentTokens(
        document.snapshot, except: ForeignText(document.snapshot), legend: Self.legend,
        encoding: .utf16)
      let edits = tokens.edits(since: old, except: ForeignText(old), hiding: hidden)
      #expect(edits.count == 1)
      hidden = tokens.hidden
      computed.append(tokens.computedRecords)
    }
    #expect(hidden?.counts.count == 2_000 && hidden.map { Set($0.counts).count } == 1)
    #expect(computed[0] > 2_000)
    #expect(computed[1] < 200 && computed[2] < 200, "\(computed)")
  }
}

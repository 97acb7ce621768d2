import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

/// The server's text is the client's text. The first heading shows what it is.
@Suite struct DocumentStoreTests {
  private let uri = "file:///note.md"

  private func range(_ line: Int, _ start: Int, _ end: Int) -> JSONValue {
    [
      "start": ["line": line.json, "character": start.json],
      "end": ["line": line.json, "character": end.json],
    ]
  }

  private func change(_ server: ServerFixture, _ version: Int?, _ changes: [JSONValue]) {
    server.client.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri), "version": version?.json],
        "contentChanges": .array(changes),
      ])
  }

  @Test func changesApplyInOrder() throws {
    let server = try ServerFixture()
    server.client.open(uri, "# abc")
    change(
      server, 2,
      [
        ["range": range(0, 2, 3), "text": "xy"],  // xybc
        ["range": range(0, 4, 6), "rangeLength": 99, "text": "z"],  // xyz
      ])
    #expect(try server.outline(of: uri) == ["xyz"])
    change(server, 3, [["range": range(0, 2, 2), "text": "1"], ["text": "# all new"]])
    #expect(try server.outline(of: uri) == ["all new"])
    change(server, 9, [])
    change(server, 8, [["range": range(0, 2, 2), "text": "older"]])
    #expect(try server.outline(of: uri) == ["olderall new"])
    change(server, 2, [["range": range(0, 2, 2), "text": "too old"]])
    #expect(try server.outline(of: uri) == ["olderall new"])
  }

  /// Versions that say nothing, and what becomes of `# a` when the changes come in this order. The whole
  /// text is the text, whatever its version; other changes count unless they are older.
  @Test(arguments: [
    ([1, 1, 1], "123a"), ([nil, nil, nil], "123a"), ([2, 2, nil], "123a"), ([5, 5, 4], "12a3"),
    ([2, 1, 3], "1a3"), ([1, nil, 0], "12a"),
  ])
  func versionsThatDoNotGrow(versions: [Int?], text: String) throws {
    let server = try ServerFixture()
    server.client.open(uri, "# a", version: 1)
    for (number, version) in versions.enumerated() {
      let text = JSONValue.string("\(number + 1)")
      change(server, version, [["range": range(0, number + 2, number + 2), "text": text]])
    }
    #expect(try server.outline(of: uri) == [text])
    for version in [1, nil, 0, -7, 9, 3] {
      let whole = "of \(version ?? 77)"
      change(server, version, [["text": .string("# " + whole)]])
      #expect(try server.outline(of: uri) == [whole])
    }
    // It goes on from there.
    change(server, 4, [["range": range(0, 2, 2), "text": "x"]])
    #expect(try server.outline(of: uri) == ["xof 3"])
  }

  /// Helix 25.01 sends changes that follow each other fast in any order. Each is applied in
  /// order, once. Here five letters are typed, and two removed.
  @Test(arguments: [
    [3, 2, 5, 4, 6, 7], [5, 6, 2, 7, 3, 4], [7, 6, 5, 4, 3, 2], [2, 4, 4, 3, 3, 5, 2, 7, 6],
  ])
  func lateChangesArePutInOrder(versions: [Int]) throws {
    let server = try ServerFixture()
    server.client.open(uri, "# ")
    for version in versions {
      let isLast = version == 7
      let letter = String(Array("abcdef")[version - 2])
      change(
        server, version,
        [
          [
            "range": range(0, isLast ? 2 : version, isLast ? 4 : version),
            "text": .string(isLast ? "" : letter),
          ]
        ])
    }
    #expect(try server.outline(of: uri) == ["cde"])
    change(server, 90, [["range": range(0, 2, 2), "text": "x"]])
    change(server, 7, [["range": range(0, 2, 2), "text": "y"]])
    #expect(try server.outline(of: uri) == ["xcde"])
    server.client.save(uri, "# saved")
    change(server, 60, [["range": range(0, 2, 2), "text": "z"]])
    #expect(try server.outline(of: uri) == ["saved"])
  }

  @Test(arguments: [
    ("utf-8", 6), ("utf-16", 4), ("utf-32", 3),
  ])
  func columnsAreInTheAgreedEncoding(encoding: String, afterEmoji: Int) throws {
    let server = try ServerFixture(
      capabilities: ["general": ["positionEncodings": [.string(encoding), "utf-16"]]])
    #expect(server.initializeResult["capabilities"]?["positionEncoding"] == .string(encoding))
    server.client.open(uri, "# 😀b")
    change(server, 2, [["range": range(0, afterEmoji, afterEmoji + 1), "text": "c"]])
    #expect(try server.outline(of: uri) == ["😀c"])
  }

  @Test func noCommonEncodingIsUTF16() throws {
    let server = try ServerFixture(
      capabilities: ["general": ["positionEncodings": ["utf-7"]]])
    #expect(server.initializeResult["capabilities"]?["positionEncoding"] == "utf-16")
  }

  @Test func positionsOutsideTheTextAreMovedIn() throws {
    let server = try ServerFixture()
    server.client.open(uri, "# a\r\n# b")
    change(server, 2, [["range": range(0, 900, 4_294_967_295), "text": "1"]])
    change(server, 3, [["range": range(99, 0, 5), "text": "2"]])
    #expect(try server.outline(of: uri) == ["a1", "b2"])
    // Reversed, negative and inside a surrogate pair.
    change(server, 4, [["range": range(0, 3, 2), "text": "é"]])
    change(server, 5, [["range": range(0, -1, 0), "text": ""]])
    #expect(try server.outline(of: uri) == ["é1", "b2"])
    change(server, 6, [["text": "# 😀"]])
    change(server, 7, [["range": range(0, 3, 3), "text": "x"]])
    #expect(try server.outline(of: uri) == ["x😀"])
  }

  @Test func loneSurrogatesDoNotLoseAMessage() throws {
    let server = try ServerFixture()
    server.client.open(uri, "# ")
    let body =
      #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":"#
      + ##"{"uri":"file:///note.md","version":2},"contentChanges":[{"text":"# a\ud800b"}]}}"##
    server.client.send(bytes: MessageFramer.frame(Array(body.utf8)))
    #expect(try server.outline(of: uri) == ["a\u{FFFD}b"])
  }

  @Test func anySchemeAndSpelling() throws {
    let server = try ServerFixture()
    server.client.open("fugitive:///x%20y%3a.md", "# one")
    #expect(try server.outline(of: "fugitive:///x y%3A.md") == ["one"])
    server.client.open("untitled:Untitled-1", "# two")
    #expect(try server.outline(of: "untitled:Untitled-1") == ["two"])
  }

  @Test func openingTwiceReplaces() throws {
    let server = try ServerFixture()
    server.client.open(uri, "# one")
    server.client.open(uri, "# two", version: 1)
    #expect(try server.outline(of: uri) == ["two"])
  }

  @Test func closedDocumentsAreGone() throws {
    let server = try ServerFixture()
    server.client.open(uri, "# one")
    server.client.notify("textDocument/didClose", ["textDocument": ["uri": .string(uri)]])
    change(server, 2, [["text": "# late"]])
    #expect(try server.outline(of: uri) == [])
    server.client.notify("textDocument/didClose", ["textDocument": ["uri": .string(uri)]])
    #expect(try server.outline(of: uri) == [])
  }

  @Test func savedTextIsTheText() throws {
    let server = try ServerFixture()
    server.client.open(uri, "# one")
    server.client.notify(
      "textDocument/didSave", ["textDocument": ["uri": .string(uri)], "text": "# two"])
    #expect(try server.outline(of: uri) == ["two"])
  }

  @Test func requestsSeeTheChangesSentBeforeThem() throws {
    let server = try ServerFixture()
    server.client.open(uri, "# 0")
    var ids: [RequestID] = []
    for version in 2..<200 {
      change(server, version, [["text": .string("# \(version)")]])
      ids.append(
        server.client.send(
          request: "textDocument/documentSymbol", ["textDocument": ["uri": .string(uri)]]))
    }
    for (index, id) in ids.enumerated() {
      let name = try server.client.response(to: id).array?.first?["name"]
      #expect(name == .string("\(index + 2)"))
    }
  }
}

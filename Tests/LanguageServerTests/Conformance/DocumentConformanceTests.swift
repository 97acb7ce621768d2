import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

/// The server's text is the client's text. The headings show what it is.
@Suite struct DocumentConformanceTests {
  private static let uri = "file:///a.md"

  private func opened(
    _ text: String, capabilities: JSONValue = ServerFixture.capabilities
  ) throws -> LanguageClient {
    let server = try ServerFixture(capabilities: capabilities)
    server.client.open(Self.uri, text)
    return server.client
  }

  private func expectLog(_ client: LanguageClient) throws {
    let reported = try client.notification("window/logMessage")["message"]?.string
    #expect(["ignored", "uses", "applied", "replaced"].contains { reported?.contains($0) == true })
  }

  @Test(
    "36 Documents of any scheme; an open one is never read from anywhere else",
    arguments: [
      "file:///etc/hostname", "untitled:Untitled-1", "fugitive:///a/.git//0/a.md", "a-b+c.d:x",
      "vscode-notebook-cell:/a#W0", "commonplace://notebook/unknown/a.md", "zipfile://a.zip::b.md",
      "", "no scheme", "file:", "%", "file:///%ff%00",
    ])
  func schemes(uri: String) throws {
    let server = try ServerFixture()
    let path = server.folder.path("a.md")
    try Data("# on disk".utf8).write(to: URL(filePath: path))
    for uri in [uri, URL(filePath: path).absoluteString] {
      #expect(try server.outline(of: uri) == [])
      server.client.open(uri, "# in memory")
      #expect(try server.outline(of: uri) == ["in memory"])
      server.client.close(uri)
      #expect(try server.outline(of: uri) == [])
    }
  }

  @Test("37 Changes apply in their order, each to the result of the one before") func inOrder()
    throws
  {
    let client = try opened("# abc")
    client.change(
      Self.uri, version: 2,
      [
        ["range": .range(0, 2, 0, 3), "text": "xy"], ["range": .range(0, 4, 0, 6), "text": "z"],
        ["range": .range(0, 5, 0, 5), "text": "\n# next"],
      ])
    #expect(try client.outline(of: Self.uri) == ["xyz", "next"])
  }

  @Test("38 A change with a range, then one of everything") func mixed() throws {
    let client = try opened("# abc")
    client.change(
      Self.uri, version: 2,
      [
        ["range": .range(0, 2, 0, 3), "text": "1"], ["text": "# all"],
        ["range": .range(0, 5, 0, 5), "text": "!"],
      ])
    #expect(try client.outline(of: Self.uri) == ["all!"])
  }

  @Test("39 No changes at all; the version counts") func empty() throws {
    let client = try opened("# a")
    client.change(Self.uri, version: 7, [])
    client.change(Self.uri, version: 1, [["range": .range(0, 2, 0, 2), "text": "old"]])
    #expect(try client.outline(of: Self.uri) == ["a"])
    client.change(Self.uri, version: 8, [["text": "# new"]])
    #expect(try client.outline(of: Self.uri) == ["new"])
  }

  @Test("40 Versions may jump or stay; an older one is ignored and logged")
  func versions() throws {
    let client = try opened("# a")
    client.change(Self.uri, version: 90, [["text": "# b"]])
    try client.settle()
    #expect(client.notificationsSoFar("window/logMessage").isEmpty)
    for version in [89, -1] {
      client.change(Self.uri, version: version, [["range": .range(0, 2, 0, 2), "text": "old"]])
      try expectLog(client)
    }
    #expect(try client.outline(of: Self.uri) == ["b"])
    client.change(Self.uri, version: 90, [["range": .range(0, 3, 0, 3), "text": "c"]])
    #expect(try client.outline(of: Self.uri) == ["bc"])
    // The whole text is the text in any case.
    client.change(Self.uri, version: 3, [["text": "# d"]])
    try expectLog(client)
    #expect(try client.outline(of: Self.uri) == ["d"])
  }

  @Test("41 didChange and didClose of what is not open; didOpen of what is") func notOpen() throws {
    let client = try opened("# a")
    client.change("file:///other.md", version: 2, [["text": "# b"]])
    try expectLog(client)
    #expect(try client.outline(of: "file:///other.md") == [])
    client.open(Self.uri, "# again", version: 1)
    #expect(try client.outline(of: Self.uri) == ["again"])
    client.close("file:///other.md")
    #expect(try client.outline(of: Self.uri) == ["again"])
  }

  /// A reversed range is the range between its ends.
  @Test(
    "42 Positions outside the text are moved into it",
    arguments: [
      (JSONValue.range(0, 900, 0, 4_294_967_295), ["a!", "b"]),
      (.range(99, 0, 99, 5), ["a", "b!"]),
      (.range(0, 3, 0, 2), ["!", "b"]),
      (.range(1, 2, 0, 3), ["a!b"]),
      (.range(0, 3, 2_147_483_647, 2_147_483_647), ["a!"]),
    ])
  func outside(range: JSONValue, names: [String]) throws {
    let client = try opened("# a\n# b")
    client.change(Self.uri, version: 2, [["range": range, "text": "!"]])
    #expect(try client.outline(of: Self.uri) == names)
  }

  @Test("42 Positions outside the text in every request") func outsideInRequests() throws {
    let server = try ServerFixture(notes: ["# a #b"], capabilities: ClientProfiles.everything)
    server.client.open(Self.uri, "# a\n#b ?[c")
    for method in RequestTable.methods {
      for position: JSONValue in [.position(0, 99), .position(99, 0), .position(1, 4_294_967_295)] {
        let params = RequestTable.params(
          method, uri: Self.uri, range: ["start": position, "end": .position(0, 0)])
        let code = try server.client.errorCode(method, params)
        #expect(code != -32603 && code != -32601, "\(method)")
      }
    }
  }

  @Test(
    "43 CRLF, CR and LF end lines, and a pair is one end",
    arguments: [
      ("# a\r\n# b", JSONValue.range(1, 2, 1, 3), "c", ["a", "c"]),
      // A heading does not end at a lone CR, so that is what is replaced.
      ("# a\r# b", .range(0, 3, 1, 0), "\n", ["a", "b"]),
      ("# a\n\r# b", .range(1, 0, 2, 0), "", ["a", "b"]),
      // U+2028 and its like end no line.
      ("# a\u{2028}b\u{85}\u{B}\u{C}", .range(0, 2, 0, 3), "c", nil),
      // Splitting a pair, and making one.
      ("# a\r\n# b", .range(0, 3, 0, 3), "x", ["ax", "b"]),
      ("# a\r# b", .range(1, 0, 1, 0), "\n", ["a", "b"]),
    ] as [(String, JSONValue, String, [String]?)])
  func lineEnds(text: String, range: JSONValue, new: String, names: [String]?) throws {
    let client = try opened(text)
    client.change(Self.uri, version: 2, [["range": range, "text": .string(new)]])
    let outline = try client.outline(of: Self.uri)
    if let names {
      #expect(outline == names)
    } else {
      #expect(outline.first?.hasPrefix("c") == true)
    }
    // A change at the second line's position shows that lines are counted as here.
    client.change(Self.uri, version: 3, [["text": "# x\r\n\r\n# y"]])
    client.change(Self.uri, version: 4, [["range": .range(2, 2, 2, 3), "text": "z"]])
    #expect(try client.outline(of: Self.uri) == ["x", "z"])
  }

  @Test("44 A column within a character is one before it", arguments: ["utf-8", "utf-16"])
  func withinCharacters(encoding: String) throws {
    let client = try opened(
      "# 😀", capabilities: ["general": ["positionEncodings": [.string(encoding)]]])
    client.change(Self.uri, version: 2, [["range": .range(0, 3, 0, 3), "text": "x"]])
    #expect(try client.outline(of: Self.uri) == ["x😀"])
  }

  @Test("45 rangeLength is ignored") func rangeLength() throws {
    let client = try opened("# abc")
    client.change(
      Self.uri, version: 2, [["range": .range(0, 2, 0, 3), "rangeLength": 99, "text": "x"]])
    #expect(try client.outline(of: Self.uri) == ["xbc"])
  }

  @Test("46 didClose clears the diagnostics that were pushed, and forgets tokens") func close()
    throws
  {
    let push = try opened("?[a")
    let published = "textDocument/publishDiagnostics"
    _ = try push.notification(published) { $0["diagnostics"]?.array?.isEmpty == false }
    push.close(Self.uri)
    _ = try push.notification(published) {
      $0["diagnostics"] == [] && $0["uri"] == .string(Self.uri)
    }
    let pull = try opened("# a", capabilities: ClientProfiles.everything)
    let document: JSONValue = ["uri": .string(Self.uri)]
    let id = try pull.request(
      "textDocument/semanticTokens/full", ["textDocument": document])["resultId"]
    pull.close(Self.uri)
    pull.open(Self.uri, "# a")
    let answer = try pull.request(
      "textDocument/semanticTokens/full/delta", ["textDocument": document, "previousResultId": id])
    #expect(id?.string != nil && answer["data"] != nil && answer["edits"] == nil)
  }

  @Test("47 didSave with a text and without; the saved text is the text") func save() throws {
    let client = try opened("# a")
    client.save(Self.uri, nil)
    client.save(Self.uri, "# a")
    #expect(try client.outline(of: Self.uri) == ["a"])
    #expect(client.notificationsSoFar("window/logMessage").isEmpty)
    client.save(Self.uri, "# saved")
    try expectLog(client)
    #expect(try client.outline(of: Self.uri) == ["saved"])
  }

  /// This server does not offer it: nothing happens to a text that is about to be saved.
  @Test("48 willSaveWaitUntil is not offered") func willSave() throws {
    let server = try ServerFixture(capabilities: ClientProfiles.everything)
    let sync = server.initializeResult["capabilities"]?["textDocumentSync"]
    #expect(sync?["willSaveWaitUntil"] == nil && sync?["willSave"] == nil)
    let params: JSONValue = ["textDocument": ["uri": .string(Self.uri)], "reason": 1]
    #expect(try server.client.errorCode("textDocument/willSaveWaitUntil", params) == -32601)
  }
}

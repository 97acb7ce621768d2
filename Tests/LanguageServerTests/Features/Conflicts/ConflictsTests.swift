import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// Conflicts in a note, as a client shows them and the user chooses.
@Suite struct ConflictsTests {
  @Test func bothSidesAreKept() throws {
    let server = try ServerFixture(notes: SavedDocumentTests.notes)
    let uri = try SavedDocumentTests.conflict(server)
    let reported = try server.client.notification("window/showMessage")
    #expect(reported["type"] == 2)
    #expect(reported["message"]?.string?.contains("Both versions are kept") == true)
    let diagnostic = try SavedDocumentTests.awaitConflict(server)
    #expect(diagnostic["severity"] == 2)
    #expect(
      diagnostic["range"] == [
        "start": ["line": 0, "character": 0], "end": ["line": 0, "character": 6],
      ])
    #expect(try server.client.read(uri).text == "# Mine\n")
    #expect(try SavedDocumentTests.choices(server, uri).count == 3)
    #expect(try SavedDocumentTests.choices(server, uri, line: 1) == [])
  }

  /// Clients that ask are asked to ask again, and are sent nothing.
  @Test func clientsThatPullAreAskedToAsk() throws {
    let server = try ServerFixture(
      notes: SavedDocumentTests.notes, capabilities: DiagnosticsTests.pulling)
    let uri = try SavedDocumentTests.conflict(server)
    let isKnown = try server.client.eventually {
      let report = try server.client.request(
        "textDocument/diagnostic", ["textDocument": ["uri": .string(uri)]])
      if report["items"]?.array?.map({ $0["code"] }) == ["conflict"] { return true }
      _ = try server.client.serverRequest("workspace/diagnostic/refresh")
      return false
    }
    #expect(isKnown)
    #expect(server.client.notificationsSoFar("textDocument/publishDiagnostics") == [])
  }

  @Test(arguments: [(0, "# Mine\n", 0), (1, "# Theirs\n", 0), (2, "# Mine\n", 1)])
  func choosingSettlesIt(choice: Int, text: String, made: Int) throws {
    let server = try ServerFixture(
      notes: SavedDocumentTests.notes, capabilities: SavedDocumentTests.literals)
    let uri = try SavedDocumentTests.conflict(server)
    _ = try SavedDocumentTests.awaitConflict(server)
    let actions = try SavedDocumentTests.choices(server, uri)
    try #require(actions.count == 3)
    #expect(actions.allSatisfy { $0["kind"] == "quickfix" })
    let titles = actions.compactMap { $0["title"]?.string }
    #expect(titles[0].hasPrefix("Keep 1. this machine [") && titles[0].hasSuffix("(shown)"))
    #expect(titles[1].hasPrefix("Keep 2. ") && titles[2].hasPrefix("Keep both: "))
    let answer = try SavedDocumentTests.run(server, actions[choice]["command"])
    #expect(answer["created"]?.array?.count == made)
    #expect(try server.client.read(uri).text == text)
    for uri in answer["created"]?.array ?? [] {
      #expect(try server.client.read(uri.string ?? "").text == "# Theirs\n")
    }
    let cleared = try server.client.notification("textDocument/publishDiagnostics") {
      $0["version"] == 2 && $0["diagnostics"] == []
    }
    #expect(cleared["uri"] == .string(uri))
    #expect(try SavedDocumentTests.choices(server, uri) == [])
    // The client shows what it has until it is notified.
    #expect(
      try server.client.notification("commonplace/notesChanged")["uris"] == [.string(uri)])
    // Going on from there is no conflict.
    if text == "# Mine\n" {
      server.client.change(uri, version: 3, "# Mine, again\n")
      server.client.save(uri, "# Mine, again\n")
      #expect(try server.client.read(uri).text == "# Mine, again\n")
      #expect(try SavedDocumentTests.choices(server, uri) == [])
    }
  }

  @Test func withoutLiteralsChoicesAreCommands() throws {
    let server = try ServerFixture(notes: SavedDocumentTests.notes)
    #expect(server.initializeResult["capabilities"]?["codeActionProvider"] == true)
    let commands = server.initializeResult["capabilities"]?["executeCommandProvider"]?["commands"]
    let uri = try SavedDocumentTests.conflict(server)
    _ = try SavedDocumentTests.awaitConflict(server)
    let choice = try #require(try SavedDocumentTests.choices(server, uri).first)
    #expect(commands?.array?.contains(choice["command"] ?? .null) == true)
    _ = try SavedDocumentTests.run(server, choice)
    #expect(try SavedDocumentTests.choices(server, uri) == [])
  }

  @Test(
    arguments: [
      (["command": "unheard.of"], -32602),
      (["command": "commonplace.resolveConflict"], -32602),
      (
        [
          "command": "commonplace.resolveConflict",
          "arguments": [["uri": "file:///a", "keep": "shown", "versions": []]],
        ],
        -32602
      ),
      (
        [
          "command": "commonplace.resolveConflict",
          "arguments": [
            ["uri": "commonplace://x/nobody/a.md", "keep": "shown", "versions": []]
          ],
        ], -32803
      ),
    ] as [(JSONValue, Int)])
  func commandsThatCannotBeDone(params: JSONValue, code: Int) throws {
    let server = try ServerFixture(notes: SavedDocumentTests.notes)
    let error = #expect(throws: ResponseError.self) {
      try server.client.request("workspace/executeCommand", params)
    }
    #expect(error?.code == code)
  }

  /// A choice says what the user was shown: by its number alone it could mean a text that came since.
  @Test(arguments: ["shown", "2", "both"]) func aChoiceNamesWhatWasShown(keep: String) throws {
    let server = try ServerFixture(notes: SavedDocumentTests.notes)
    let uri = try SavedDocumentTests.conflict(server)
    _ = try SavedDocumentTests.awaitConflict(server)
    let error = #expect(throws: ResponseError.self) {
      try SavedDocumentTests.run(
        server,
        [
          "command": "commonplace.resolveConflict",
          "arguments": [["uri": uri.json, "keep": keep.json]],
        ])
    }
    #expect(error?.code == -32602)
    #expect(try SavedDocumentTests.choices(server, uri).count == 3)
  }

  /// The chosen text is the one that was shown: one that is gone chooses nothing. Nor does a word that
  /// means one text here, and another one there.
  @Test(arguments: [
    ("shown", -32803), ("1", -32803), ("other", -32602), ("mine", -32602), ("theirs", -32602),
  ])
  func aChoiceThatIsNoneChoosesNothing(keep: String, code: Int) throws {
    let server = try ServerFixture(notes: SavedDocumentTests.notes)
    let uri = try SavedDocumentTests.conflict(server)
    _ = try SavedDocumentTests.awaitConflict(server)
    let error = #expect(throws: ResponseError.self) {
      try SavedDocumentTests.run(
        server,
        [
          "command": "commonplace.resolveConflict",
          "arguments": [["uri": uri.json, "keep": keep.json, "versions": ["gone"]]],
        ])
    }
    #expect(error?.code == code)
    #expect(try SavedDocumentTests.choices(server, uri).count == 3)
  }
}

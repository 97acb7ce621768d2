import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// A selection becomes a separate note, and nothing is lost whatever the client does.
@Suite struct ExtractNoteTests {
  private static let text = "# Walden\n#books/walden\n\nSimplify. 😀 Economy is dear. #x\n"
  private static let uri = "file:///a.md"
  /// The last line.
  private static let range: JSONValue = [
    "start": ["line": 3, "character": 0], "end": ["line": 4, "character": 0],
  ]

  private func actions(
    _ server: ServerFixture, _ uri: String = Self.uri, _ range: JSONValue = Self.range
  ) throws -> [JSONValue] {
    try server.client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(uri)], "range": range,
        "context": ["diagnostics": [], "only": ["refactor.extract"]],
      ]
    ).array ?? []
  }

  /// A server with an open notebook and an open document.
  private func server(_ capabilities: JSONValue = CodeActionsTests.capabilities()) throws
    -> ServerFixture
  {
    let server = try ServerFixture(notes: ["# Emma\n"], capabilities: capabilities)
    _ = try server.uri(titled: "Emma")
    server.client.open(Self.uri, Self.text)
    return server
  }

  private func run(_ server: ServerFixture, _ action: JSONValue?) throws -> JSONValue {
    let command = action?["command"]?.object == nil ? action : action?["command"]
    return try server.client.request(
      "workspace/executeCommand",
      ["command": command?["command"], "arguments": command?["arguments"]])
  }

  @Test func theSelectionBecomesANote() throws {
    let server = try server()
    let actions = try actions(server)
    #expect(actions.map { $0["title"] } == ["Extract into a new note"])
    #expect(actions.first?["kind"] == "refactor.extract")
    let made = try #require(try run(server, actions.first)["uri"]?.string)
    #expect(
      try server.client.read(made).text
        == "# Simplify. 😀 Economy is dear.\n#books/walden\n\nSimplify. 😀 Economy is dear. #x\n")
    let edit = try server.client.serverRequest("workspace/applyEdit", answer: ["applied": true])
    #expect(edit["label"] == "Extract into a new note")
    #expect(
      try CodeActionsTests.applying(edit["edit"], to: Self.text, of: Self.uri)
        == "# Walden\n#books/walden\n\nSimplify. 😀 Economy is dear.\n")
    let shown = try server.client.serverRequest("window/showDocument", answer: ["success": true])
    #expect(shown == ["uri": .string(made), "takeFocus": true])
    #expect(server.client.notificationsSoFar("window/showMessage") == [])
  }

  @Test func aSectionKeepsItsHeading() throws {
    let server = try server()
    let text = "#a\n\n## Ponds\n\nDeep.\n\nRest"
    server.client.open("untitled:1", text)
    let range: JSONValue = [
      "start": ["line": 2, "character": 0], "end": ["line": 5, "character": 0],
    ]
    let made = try #require(
      try run(server, try actions(server, "untitled:1", range).first)["uri"]?.string)
    #expect(try server.client.read(made).text == "## Ponds\n\nDeep.\n\n#a\n")
    let edit = try server.client.serverRequest("workspace/applyEdit", answer: ["applied": true])
    #expect(
      try CodeActionsTests.applying(edit["edit"], to: text, of: "untitled:1")
        == "#a\n\nPonds\n\nRest")
  }

  /// The new note asks the prompts of the part when the old one would have.
  @Test func statesGoAlong() throws {
    let notebook = try ReviewedNotebook()
    let server = try ServerFixture(
      notebookPath: notebook.path, capabilities: CodeActionsTests.capabilities())
    let uri = try server.uri(titled: "Walden")
    server.client.open(uri, ReviewedNotebook.text)
    let range: JSONValue = [
      "start": ["line": 4, "character": 0], "end": ["line": 5, "character": 0],
    ]
    let made = try #require(try run(server, try actions(server, uri, range).first)["uri"]?.string)
    _ = try server.client.serverRequest("workspace/applyEdit", answer: ["applied": true])
    // The first cloze is due in five days, the second is new.
    let counts = try server.client.request("commonplace/review/counts", ["uri": .string(made)])
    #expect(counts["due"] == 1 && counts["new"] == 1)
    withExtendedLifetime(notebook) {}
  }

  @Test func aRefusedEditIsReported() throws {
    let server = try server()
    let made = try #require(try run(server, try actions(server).first)["uri"]?.string)
    _ = try server.client.serverRequest(
      "workspace/applyEdit", answer: ["applied": false, "failureReason": "Not today."])
    let reported = try server.client.notification("window/showMessage")
    #expect(reported["type"] == 1)
    #expect(
      reported["message"]
        == .string(
          "“Extract into a new note” failed: Not today. The new note was created, "
            + "but its text was not removed from this document."))
    #expect(try server.client.read(made).text.hasSuffix("Economy is dear. #x\n"))
    #expect(try server.outline(of: Self.uri).count == 1)
  }

  @Test func aTextThatMovedOnIsNotCut() throws {
    let server = try server()
    let action = try actions(server).first
    server.client.change(Self.uri, version: 2, "other")
    let error = #expect(throws: ResponseError.self) { try run(server, action) }
    #expect(error?.code == -32803)
    #expect(
      try server.client.request("commonplace/listNotes", [:])["notes"]?.array?.count == 1)
    #expect(server.client.notificationsSoFar("workspace/applyEdit") == [])
  }

  @Test func itIsOfferedWhereItCanBeDone() throws {
    let empty: JSONValue = [
      "start": ["line": 3, "character": 9], "end": ["line": 3, "character": 10],
    ]
    let server = try server()
    #expect(try actions(server, Self.uri, empty) == [])
    // Without a notebook, or with a client that is not to be asked for edits.
    let without = try ServerFixture(notes: nil, capabilities: CodeActionsTests.capabilities())
    without.client.open(Self.uri, Self.text)
    #expect(try actions(without) == [])
    let client = try self.server([:])
    #expect(try actions(client) == [])
    let error = #expect(throws: ResponseError.self) {
      try run(client, try actions(server).first)
    }
    #expect(error?.code == -32803)
  }

  /// Clients without literals get the command itself.
  @Test func withoutLiteralsItIsACommand() throws {
    let server = try server(["workspace": ["applyEdit": true]])
    let action = try #require(try actions(server).first)
    #expect(action["command"] == "commonplace.extractNote" && action["kind"] == nil)
    _ = try run(server, action)
    let edit = try server.client.serverRequest("workspace/applyEdit", answer: ["applied": true])
    #expect(edit["edit"]?["changes"]?[Self.uri] != nil)
  }

  @Test(
    arguments: [
      [], [["uri": 1]], [["uri": "file:///a.md", "version": 1]],
      [
        [
          "uri": "file:///a.md", "version": 1,
          "range": [
            "start": ["line": 9, "character": 9], "end": ["line": 4_294_967_295, "character": 1],
          ],
        ]
      ],
    ] as [[JSONValue]])
  func argumentsOfAnotherShape(arguments: [JSONValue]) throws {
    let server = try server()
    let error = #expect(throws: ResponseError.self) {
      try server.client.request(
        "workspace/executeCommand",
        ["command": "commonplace.extractNote", "arguments": .array(arguments)])
    }
    #expect(error?.code == -32602)
  }
}

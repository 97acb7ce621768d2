import JSON
import LanguageClient
import LanguageServerProtocol
import Testing

@testable import LanguageServer

/// The lines of the trash and of a history bring back what they stand for.
@Suite struct RestoringTests {
  private let server: ServerFixture
  private let note: String

  init() throws {
    server = try ServerFixture(
      notes: ["# Walden\n"],
      capabilities: [
        "textDocument": [
          "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": []]]]
        ]
      ])
    note = try server.uri(titled: "Walden")
  }

  /// The actions on the last line of a view.
  private func actions(_ name: String) throws -> [JSONValue] {
    let uri = "commonplace-view://test-notes/" + name
    let text = try server.client.request("commonplace/readView", ["uri": uri.json])["text"]
    server.client.open(uri, text?.string ?? "")
    let line =
      (text?.string?.split(separator: "\n", omittingEmptySubsequences: false).count ?? 2) - 2
    let position: JSONValue = ["line": line.json, "character": 4]
    return try server.client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": uri.json], "range": ["start": position, "end": position],
        "context": ["diagnostics": []],
      ]
    ).array ?? []
  }

  private func run(_ action: JSONValue) throws -> JSONValue {
    try server.client.request(
      "workspace/executeCommand",
      ["command": action["command"]?["command"], "arguments": action["command"]?["arguments"]])
  }

  @Test func aLineOfTheTrash() throws {
    #expect(try actions("trash").isEmpty)
    _ = try server.client.request("commonplace/deleteNote", ["uri": note.json])
    let action = try #require(try actions("trash").first)
    #expect(action["title"] == "Restore this note from the trash")
    #expect(action["kind"] == "commonplace.restore")
    #expect(try run(action)["uri"] == note.json)
    #expect(try server.client.request("commonplace/listTrash", [:])["notes"] == [])
  }

  @Test func aLineOfAHistory() throws {
    _ = try server.client.write(note, "# Walden Pond\n")
    let id = try #require(NoteURI(note)?.id)
    let action = try #require(try actions("history?note=\(id)").first)
    #expect(action["title"] == "Restore this text of the note")
    #expect(try run(action)["text"] == "# Walden\n")
    #expect(try server.client.read(note).text == "# Walden\n")
    // The text that was there when the action was offered is gone.
    _ = try server.client.write(note, "# Another\n")
    let error = #expect(throws: ResponseError.self) { try run(action) }
    #expect(error?.message.hasPrefix("Nothing was restored: the note or its book") == true)
    #expect(try server.client.read(note).text == "# Another\n")
  }
}

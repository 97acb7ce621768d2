import JSON
import LanguageClient
import LanguageServerProtocol
import Testing

/// Notes as documents.
@Suite struct ReadNoteTests {
  private static let notes = ["# Walden\n\nSimplify, simplify.\n"]

  @Test func unknownNotesAndOtherSchemes() throws {
    let server = try ServerFixture(notes: Self.notes)
    for (uri, code) in [("commonplace://x/nobody/a.md", -32803), ("file:///a.md", -32602)] {
      let error = #expect(throws: ResponseError.self) {
        try server.client.request("commonplace/readNote", ["uri": .string(uri)])
      }
      #expect(error?.code == code)
    }
    // The answer says it; a message on top would say it twice.
    #expect(server.client.notificationsSoFar("window/showMessage") == [])
  }

  @Test func timeOfModification() throws {
    let server = try ServerFixture(notes: Self.notes)
    let listed = try server.client.request("commonplace/listNotes", [:])["notes"]?.array?.first
    let note = try server.client.request(
      "commonplace/readNote", ["uri": server.uri(titled: "Walden").json])
    #expect(note["modified"] != nil && note["modified"] == listed?["modified"])
  }

  @Test func textDocumentContent() throws {
    let server = try ServerFixture(
      notes: Self.notes, capabilities: ["workspace": ["textDocumentContent": [:]]])
    let provider = server.initializeResult["capabilities"]?["workspace"]?["textDocumentContent"]
    #expect(provider?["schemes"] == ["commonplace", "commonplace-view"])
    let uri = try server.uri(titled: "Walden")
    let content = try server.client.request("workspace/textDocumentContent", ["uri": uri.json])
    #expect(content["text"] == .string(Self.notes[0]))
  }
}

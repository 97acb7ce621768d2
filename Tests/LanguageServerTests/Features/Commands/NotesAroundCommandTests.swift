import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The notes around a note, by its name.
@Suite struct NotesAroundCommandTests {
  @Test func theViewIsNamed() throws {
    let server = try ServerFixture(notes: ["# Walden\n", "# A\n\n[[Walden]]\n"])
    let note = try server.uri(titled: "Walden")
    let answer = try server.client.request(
      "workspace/executeCommand",
      ["command": "commonplace.notesAround", "arguments": [["uri": note.json]]])
    let id = try #require(NoteURI(note)?.id)
    #expect(answer["uri"]?.string?.hasSuffix("/around?note=\(id)") == true)
    #expect(answer["text"]?.string?.contains("- A\n  - line 3: [[Walden]]\n") == true)
  }
}

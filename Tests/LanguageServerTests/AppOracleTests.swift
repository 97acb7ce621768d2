import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The app finds all that the server writes for a client, as the app itself would make it.
@Suite(.enabled(if: AppOracle.isThere, "\(AppOracle.absence)"))
struct AppOracleTests {
  private static let notes = [
    "# Walden\n\nQ: Who wrote it?\nA: Thoreau\n\n#books/1854\n",
    "# Body\n\nThe ?[organ](heart) has ?[](four) chambers.\n\n> A quote.\n\n#body\n",
    "# Spain\n\nI love 🇪🇸 ?[the capital](Madrid).\n\n#books\n",
  ]

  /// The kinds of writes.
  enum Write: String, CaseIterable {
    case writeNote, didSave, createNote, newNote, deleteNote, renameTag
    case review, reviewWithFSRS, suspend, undo
  }

  @Test(arguments: Write.allCases) func leavesAllAsTheAppMakesIt(_ write: Write) throws {
    let review: JSONValue = ["scheduler": write == .reviewWithFSRS ? "fsrs" : "library-notes"]
    let server = try ServerFixture(notes: Self.notes, options: ["review": review])
    let client = server.client
    let body = try server.uri(titled: "Body")
    let edited = "# Body\n\nThe ?[organ](heart) 😀 ?[](four).\n\n> A quote नमस्ते\n\n?[](a) 😀\n"
    switch write {
    case .writeNote: _ = try client.write(body, edited, base: client.read(body).version)
    case .didSave:
      let text = try client.read(body).text
      client.open(body, text)
      client.change(body, version: 2, edited)
      client.save(body, edited)
      #expect(try client.eventually { try client.read(body).text == edited })
    case .createNote: _ = try client.request("commonplace/createNote", ["text": edited.json])
    case .newNote:
      let arguments: JSONValue = [["title": "New #x", "tags": ["#a"]]]
      let command: JSONValue = ["command": "commonplace.newNote", "arguments": arguments]
      _ = try client.request("workspace/executeCommand", command)
    case .deleteNote: _ = try client.request("commonplace/deleteNote", ["uri": body.json])
    case .renameTag:
      client.open(body, try client.read(body).text)
      let params: JSONValue = [
        "textDocument": ["uri": body.json], "position": ["line": 6, "character": 2],
        "newName": "books/flesh",
      ]
      let edit = try client.request("textDocument/rename", params)
      #expect(edit != .null)
      let saved = try client.read(body).text.replacing("#body", with: "#books/flesh")
      _ = try client.write(body, saved)
    case .review, .reviewWithFSRS, .suspend, .undo:
      let fixture = ReviewFixture(server)
      var state = try fixture.call("start")
      if write == .suspend { state = try fixture.step("suspend", in: state) }
      for ease in ["good", "again", "good"] where state.card != nil {
        state = try fixture.answer(ease, in: state)
        if write == .undo { state = try fixture.step("undo", in: state) }
      }
    }
    #expect(try client.shutDown() == 0)
    #expect(try AppOracle().faults(of: server.notebookPath) == [])
  }
}

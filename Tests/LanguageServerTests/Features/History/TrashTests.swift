import JSON
import LanguageClient
import LanguageServerProtocol
import Testing

@testable import LanguageServer

/// The trash as a list and as a document, and what becomes of the notes in it.
@Suite struct TrashTests {
  private static let notes = ["# Walden\n\nSimplify.\n", "# Emma\n"]

  private let server: ServerFixture
  private let walden, emma: String

  init() throws {
    server = try ServerFixture(notes: Self.notes)
    walden = try server.uri(titled: "Walden")
    emma = try server.uri(titled: "Emma")
  }

  private func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
    try server.client.request("commonplace/" + method, params)
  }

  private func trash() throws -> [JSONValue] {
    try ask("listTrash", [:])["notes"]?.array?.compactMap { $0["title"] } ?? []
  }

  private func view() throws -> String? {
    try ask("readView", ["uri": "commonplace-view://test-notes/trash"])["text"]?.string
  }

  @Test func aNoteGoesAndComesBack() throws {
    #expect(try trash() == [])
    #expect(try view() == "# Trash\n\nThe trash is empty.\n")
    _ = try ask("deleteNote", ["uri": walden.json])
    let listed = try #require(try ask("listTrash", [:])["notes"]?.array?.first)
    #expect(listed["title"] == "Walden" && listed["uri"] == walden.json)
    #expect(try ask("readNote", ["uri": walden.json])["trashed"] == true)
    #expect(try view()?.hasPrefix("# Trash\n\n- Walden  20") == true)
    let back = try ask("restoreNote", ["uri": walden.json])
    #expect(back["uri"] == walden.json && back["title"] == "Walden")
    #expect(back["text"] == Self.notes[0].json && back["version"]?.string?.isEmpty == false)
    #expect(try trash() == [])
    #expect(try ask("readNote", ["uri": walden.json])["trashed"] == nil)
    // One that is not there is as it was.
    #expect(try ask("restoreNote", ["uri": emma.json])["title"] == "Emma")
  }

  @Test func aTextThatIsSavedInTheTrashIsStored() throws {
    let base = try server.client.read(walden).version
    _ = try ask("deleteNote", ["uri": walden.json])
    let saved = try server.client.write(walden, "# Walden\n\nMore.\n", base: base)
    #expect(saved["version"]?.string?.isEmpty == false && saved["trashed"] == true)
    #expect(try server.client.read(walden).text == "# Walden\n\nMore.\n")
    #expect(try trash() == ["Walden"])
  }

  @Test func onlyWhatIsInTheTrashIsDeleted() throws {
    _ = try ask("deleteNote", ["uri": walden.json])
    let deleted = try ask("emptyTrash", ["uris": [walden.json, emma.json]])
    #expect(deleted == ["deleted": 1])
    #expect(try trash() == [])
    #expect(throws: ResponseError.self) { try server.client.read(walden) }
    #expect(try server.client.read(emma).text == "# Emma\n")
    // Its last text comes back.
    #expect(try ask("restoreNote", ["uri": walden.json])["text"] == Self.notes[0].json)
    #expect(try server.client.read(walden).text == Self.notes[0])
  }

  @Test func theViewIsLive() throws {
    let server = try ServerFixture(
      notes: Self.notes, capabilities: ["experimental": ["commonplace": ["views": true]]])
    let uri = "commonplace-view://test-notes/trash"
    let text = try server.client.request("commonplace/readView", ["uri": uri.json])["text"]
    server.client.open(uri, try #require(text?.string))
    let note = try server.uri(titled: "Emma")
    _ = try server.client.request("commonplace/deleteNote", ["uri": note.json])
    _ = try server.client.notification("commonplace/viewChanged") { $0["uri"] == uri.json }
  }

  /// An editor that only notifies of saves is asked.
  @Test func aSaveInTheTrashIsReported() throws {
    server.client.open(walden, Self.notes[0])
    _ = try ask("deleteNote", ["uri": walden.json])
    server.client.save(walden, "# Walden\n\nMore.\n")
    let question = try server.client.serverRequest(
      "window/showMessageRequest", answer: ["title": "Restore"])
    #expect(question["message"] == "Saved, but this note is in the trash.")
    #expect(try server.client.read(walden).text == "# Walden\n\nMore.\n")
    #expect(try server.client.eventually { try trash().isEmpty })
  }

  @Test(
    arguments: [
      ("restoreNote", ["uri": "file:///a.md"], -32602),
      ("restoreNote", ["uri": "commonplace://x/nobody/a.md"], -32803),
      ("emptyTrash", ["uris": "all"], -32602), ("emptyTrash", [:], -32602),
    ] as [(String, JSONValue, Int)])
  func impossibleRequestsAreRefused(method: String, params: JSONValue, code: Int) throws {
    let error = #expect(throws: ResponseError.self) { try ask(method, params) }
    #expect(error?.code == code)
  }
}

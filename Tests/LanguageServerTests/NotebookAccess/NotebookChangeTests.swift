import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import NotebookFile
import TestSupport
import Testing

@testable import LanguageServer

/// Texts that others write reach an open server unasked.
@Suite struct NotebookChangeTests {
  private static let notes = ["# Walden\n", "# Emma\n"]
  private static let telling: JSONValue = [
    "experimental": ["commonplace": ["notesChanged": true]],
    "workspace": ["textDocumentContent": [:]],
  ]

  private func change(_ client: LanguageClient) throws -> JSONValue {
    try client.notification("commonplace/notesChanged")
  }

  @Test func aWriteOfAnotherServerIsReported() throws {
    let server = try ServerFixture(notes: Self.notes, capabilities: Self.telling)
    let other = try server.anotherClient()
    let uri = try server.uri(titled: "Walden")
    _ = try other.write(uri, "# Walden Pond\n")
    let params = try change(server.client)
    #expect(params["notebook"] == .string(server.notebookPath))
    let ids = params["uris"]?.array?.map { NoteURI($0.string ?? "")?.id }
    #expect(ids == [NoteURI(uri)?.id])
    #expect(try server.client.read(uri).text == "# Walden Pond\n")
    // The client that wrote it knows.
    #expect(other.notificationsSoFar("commonplace/notesChanged") == [])
  }

  /// As a sync program does: a copy of the file is changed elsewhere and replaces it. Of all notes
  /// with one of `uris` the text becomes `text`.
  private func replace(_ uris: [String], by text: String, in server: ServerFixture) throws {
    let away = server.folder.path("away.libnotes")
    try FileManager.default.copyItem(atPath: server.notebookPath, toPath: away)
    let elsewhere = try Notebook.open(
      at: away, state: StateFolder(path: server.folder.path("elsewhere")))
    for uri in uris {
      let id = try #require(NoteURI(uri)?.id)
      let base = try elsewhere.note(id: id).version
      _ = try elsewhere.save(text: text, note: id, base: base)
    }
    try elsewhere.close()
    #expect(rename(away, server.notebookPath) == 0)
  }

  @Test func aReplacedFileIsReported() throws {
    let server = try ServerFixture(notes: Self.notes, capabilities: Self.telling)
    let uri = try server.uri(titled: "Walden")
    server.client.open(uri, "# Walden\n")
    try replace([uri], by: "# Walden, elsewhere\n", in: server)
    let params = try change(server.client)
    #expect(params["uris"] == [.string(uri)])
    #expect(try server.client.read(uri).text == "# Walden, elsewhere\n")
  }

  /// A text that was written here and superseded elsewhere is reported once, for notes that the client
  /// has or had.
  @Test func aSupersededTextIsReported() throws {
    let server = try ServerFixture(notes: Self.notes, capabilities: Self.telling)
    let uri = try server.uri(titled: "Walden")
    let unseen = try server.uri(titled: "Emma")
    server.client.open(uri, "# Walden\n")
    let (text, other) = ("# Walden, here\n", "# Emma, here\n")
    _ = try server.anotherClient().write(unseen, other)
    _ = try server.client.write(uri, text)
    let isPublished = try server.client.eventually {
      try server.publishedText(of: uri) == text && server.publishedText(of: unseen) == other
    }
    #expect(isPublished)
    for number in 1...2 {
      try replace([uri, unseen], by: "# Elsewhere \(number)\n", in: server)
      let isTaken = try server.client.eventually {
        try server.client.read(uri).text == "# Elsewhere \(number)\n"
      }
      #expect(isTaken)
    }
    let id = try #require(NoteURI(uri)?.id)
    let reported = try server.client.notification("window/showMessage")
    #expect(reported["type"] == 3)
    #expect(
      reported["message"]
        == .string(
          "“Elsewhere 1” was changed by another program or device; your text is in "
            + "History (commonplace history \(id))."))
    #expect(server.client.notificationsSoFar("window/showMessage") == [])
    #expect(try server.publishedText(of: uri) == "# Elsewhere 2\n")
  }

  /// A client that shows documents of our scheme is asked to fetch them again.
  @Test func contentIsRefreshed() throws {
    let server = try ServerFixture(notes: Self.notes, capabilities: Self.telling)
    let other = try server.anotherClient()
    let uri = try server.uri(titled: "Walden")
    server.client.open(uri, "# Walden\n")
    _ = try server.outline(of: uri)
    _ = try other.write(uri, "# Walden Pond\n")
    let asked = try server.client.serverRequest("workspace/textDocumentContent/refresh")
    #expect(asked["uri"] == .string(uri))
  }

  @Test func clientsThatDoNotKnowAreNotNotified() throws {
    let server = try ServerFixture(
      notes: Self.notes, capabilities: ["workspace": ["codeLens": ["refreshSupport": true]]])
    let other = try server.anotherClient()
    let uri = try server.uri(titled: "Walden")
    _ = try other.write(uri, "# Walden Pond\n")
    // The server reports the change before that, or with it.
    _ = try server.client.serverRequest("workspace/codeLens/refresh")
    #expect(try server.client.read(uri).text == "# Walden Pond\n")
    #expect(server.client.notificationsSoFar("commonplace/notesChanged") == [])
  }

  /// The document is the client's, even if another text is stored.
  @Test func typedTextStays() throws {
    let server = try ServerFixture(notes: Self.notes, capabilities: Self.telling)
    let other = try server.anotherClient()
    let uri = try server.uri(titled: "Walden")
    server.client.open(uri, "# Walden\n")
    server.client.change(uri, version: 2, "# Unsaved\n")
    _ = try other.write(uri, "# Walden Pond\n")
    _ = try change(server.client)
    #expect(try server.outline(of: uri) == ["Unsaved"])
  }

  @Test func aNotebookThatArrivesIsOpened() throws {
    let server = try ServerFixture(notes: nil, capabilities: Self.telling)
    _ = try server.client.notification("window/showMessage")
    try Notebook.create(at: server.notebookPath, notes: Self.notes)
    let params = try change(server.client)
    #expect(params["uris"] == .null)
  }
}

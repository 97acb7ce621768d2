import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// `textDocument/didSave` of a note saves it; where the stored note moved on, both texts are kept and
/// the user chooses.
@Suite struct SavedDocumentTests {
  static let notes = ["# Walden\n", "# Emma\n"]

  private static func capabilities(_ textDocument: JSONObject) -> JSONValue {
    var all: JSONObject = ["publishDiagnostics": ["versionSupport": true]]
    for member in textDocument.members { all[member.key] = member.value }
    return ["textDocument": .object(all)]
  }

  static let literals = capabilities([
    "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": ["quickfix"]]]]
  ])

  static func open(_ server: ServerFixture) throws -> String {
    let uri = try server.uri(titled: "Walden")
    server.client.open(uri, try server.client.read(uri).text)
    return uri
  }

  /// A note with unsaved text, saved although another server wrote it meanwhile.
  static func conflict(_ server: ServerFixture) throws -> String {
    let uri = try Self.open(server)
    let other = try server.anotherClient()
    _ = try other.write(uri, "# Theirs\n", base: try other.read(uri).version)
    server.client.change(uri, version: 2, "# Mine\n")
    server.client.save(uri, "# Mine\n")
    return uri
  }

  static func choices(_ server: ServerFixture, _ uri: String, line: Int64 = 0) throws
    -> [JSONValue]
  {
    let position: JSONValue = ["line": .integer(line), "character": 0]
    return try server.client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(uri)], "range": ["start": position, "end": position],
        "context": ["diagnostics": [], "only": ["quickfix"]],
      ]
    ).array ?? []
  }

  static func run(_ server: ServerFixture, _ command: JSONValue?) throws -> JSONValue {
    try server.client.request(
      "workspace/executeCommand",
      ["command": command?["command"], "arguments": command?["arguments"]])
  }

  static func awaitConflict(_ server: ServerFixture) throws -> JSONValue {
    let params = try server.client.notification("textDocument/publishDiagnostics") {
      $0["diagnostics"]?.array?.contains { $0["code"] == "conflict" } == true
    }
    return try #require(params["diagnostics"]?.array?.first { $0["code"] == "conflict" })
  }

  @Test func aSavedDocumentIsStored() throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = try Self.open(server)
    for number in 1...3 {
      let text = "# Walden \(number)\n"
      server.client.change(uri, version: number + 1, text)
      server.client.save(uri, number == 2 ? nil : text)
      #expect(try server.client.read(uri).text == text)
    }
    #expect(server.client.notificationsSoFar("window/showMessage") == [])
  }

  @Test func theSavedTextIsThatOfTheNotification() throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = try Self.open(server)
    server.client.save(uri, "# Sent along\n")
    #expect(try server.client.read(uri).text == "# Sent along\n")
  }

  /// ALE for Vim reports a save with two characters for each line end. A text that has such
  /// characters itself is another text.
  @Test(arguments: [
    ("# A\n\nb\n", #"# A\n\nb\n"#, "# A\n\nb\n"),
    (#"$\nu$"#, #"$\nu$"#, #"$\nu$"#),
    ("$\nu$\n", #"$\nu$"#, #"$\nu$"#),
  ])
  func escapedLineEndsAreNoText(sent: String, saved: String, stored: String) throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = try Self.open(server)
    server.client.change(uri, version: 2, sent)
    server.client.save(uri, saved)
    #expect(try server.client.read(uri).text == stored)
  }

  @Test func otherDocumentsAreNotStored() throws {
    let server = try ServerFixture(notes: Self.notes)
    server.client.open("file:///a.md", "# A file\n")
    server.client.save("file:///a.md", "# A file\n")
    server.client.save("commonplace://x/nobody/a.md", "# Not open\n")
    #expect(
      try server.client.request("commonplace/listNotes", [:])["notes"]?.array?.count == 2)
  }

  /// A client that writes and then reports it, as editors with a file system of ours do.
  @Test func aSaveAfterAWriteIsNoConflict() throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = try Self.open(server)
    let base = try server.client.read(uri).version
    server.client.change(uri, version: 2, "# Written\n")
    let version = try server.client.write(uri, "# Written\n", base: base)["version"]
    server.client.save(uri, "# Written\n")
    #expect(try .string(server.client.read(uri).version) == version)
    server.client.change(uri, version: 3, "# Later\n")
    server.client.save(uri, "# Later\n")
    #expect(try server.client.read(uri).text == "# Later\n")
    #expect(server.client.notificationsSoFar("window/showMessage") == [])
  }

  /// An editor that loads what others wrote is based on that.
  @Test func aDocumentThatWasLoadedAnewIsBasedOnThat() throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = try Self.open(server)
    let other = try server.anotherClient()
    _ = try other.write(uri, "# Theirs\n")
    server.client.change(uri, version: 2, try server.client.read(uri).text)
    server.client.change(uri, version: 3, "# Theirs and mine\n")
    server.client.save(uri, "# Theirs and mine\n")
    #expect(try server.client.read(uri).text == "# Theirs and mine\n")
    #expect(server.client.notificationsSoFar("window/showMessage") == [])
    #expect(try Self.choices(server, uri) == [])
  }

  /// Changes of different lines come together, and the client is asked to load the note again.
  @Test func differentLinesAreMerged() throws {
    let server = try ServerFixture(notes: ["# Walden\n\none\n\ntwo\n"])
    let uri = try Self.open(server)
    let other = try server.anotherClient()
    _ = try other.write(uri, "# Walden\n\none\n\nTheirs\n")
    server.client.change(uri, version: 2, "# Mine\n\none\n\ntwo\n")
    server.client.save(uri, "# Mine\n\none\n\ntwo\n")
    let reported = try server.client.notification("window/showMessage")
    #expect(reported["message"]?.string?.contains("both changes are merged") == true)
    #expect(try server.client.read(uri).text == "# Mine\n\none\n\nTheirs\n")
    _ = try server.client.notification("commonplace/notesChanged") { $0["uris"] == [.string(uri)] }
    // A client that saves before it has loaded it takes nothing away.
    server.client.change(uri, version: 3, "# Mine\n\none, too\n\ntwo\n")
    server.client.save(uri, "# Mine\n\none, too\n\ntwo\n")
    _ = try server.client.notification("window/showMessage")
    #expect(try server.client.read(uri).text == "# Mine\n\none, too\n\nTheirs\n")
    #expect(try Self.choices(server, uri) == [])
  }

  /// A note that was deleted meanwhile: the text is kept, and the user is notified.
  @Test func aSaveOfADeletedNoteIsReported() throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = try Self.open(server)
    _ = try server.client.request(
      "commonplace/deleteNote", ["uri": .string(uri), "permanently": true])
    server.client.save(uri, "# Mine\n")
    let reported = try server.client.notification("window/showMessage")
    #expect(reported["message"]?.string?.contains("was deleted outside this editor") == true)
    #expect(try server.client.read(uri).text == "# Mine\n")
  }

  /// The file was renamed under an open editor: nothing is made at the old name.
  @Test func aSaveAfterTheNotebookMovedIsReported() throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = try Self.open(server)
    server.client.save(uri, "# Saved\n")
    let isPublished = server.client.eventually {
      (try? server.publishedText(of: uri)) == "# Saved\n"
    }
    #expect(isPublished)
    let moved = server.folder.path("Moved.libnotes")
    try FileManager.default.moveItem(atPath: server.notebookPath, toPath: moved)
    // It is said without a save, too.
    let reported = try server.client.notification("window/showMessage")
    #expect(reported["message"]?.string?.contains("was moved to \(moved)") == true)
    let error = #expect(throws: ResponseError.self) {
      try server.client.write(uri, "# Later\n")
    }
    #expect(error?.message.contains("was moved to \(moved)") == true)
    #expect(!FileManager.default.fileExists(atPath: server.notebookPath))
    try FileManager.default.moveItem(atPath: moved, toPath: server.notebookPath)
    _ = try server.client.write(uri, "# Later\n")
    #expect(try server.client.read(uri).text == "# Later\n")
  }

  @Test func aSaveThatFailsIsReported() throws {
    let server = try ServerFixture(notes: Self.notes)
    let uri = try Self.open(server)
    _ = try server.outline(of: uri)
    try FileManager.default.removeItem(atPath: server.notebookPath)
    server.client.save(uri, "# Lost?\n")
    let reported = try server.client.notification("window/showMessage") {
      $0["message"]?.string?.contains("is not saved") == true
    }
    #expect(reported["type"] == 1)
    // The text is the client's, and there still.
    #expect(try server.outline(of: uri) == ["Lost?"])
  }
}

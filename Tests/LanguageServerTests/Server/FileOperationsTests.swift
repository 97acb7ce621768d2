import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

/// Files that are renamed or change while they are open.
@Suite struct FileOperationsTests {
  private let old = "file:///old.md"
  private let new = "file:///new%20name.md"

  private func start() throws -> ServerFixture {
    let server = try ServerFixture(capabilities: [
      "workspace": [
        "fileOperations": ["didRename": true, "willRename": true],
        "didChangeWatchedFiles": ["dynamicRegistration": true],
      ]
    ])
    server.client.open(old, "# one ?[a](b\n")
    return server
  }

  private func rename(_ server: ServerFixture, _ old: String, _ new: String) {
    server.client.notify(
      "workspace/didRenameFiles", ["files": [["oldUri": .string(old), "newUri": .string(new)]]])
  }

  private func close(_ server: ServerFixture, _ uri: String) {
    server.client.notify("textDocument/didClose", ["textDocument": ["uri": .string(uri)]])
  }

  private func log(_ server: ServerFixture) throws -> [JSONValue?] {
    _ = try server.outline(of: old)
    return server.client.notificationsSoFar("window/logMessage").map { $0["message"] }
  }

  @Test func onlyRenamesAreAskedFor() throws {
    let server = try start()
    #expect(
      server.initializeResult["capabilities"]?["workspace"]?["fileOperations"] == [
        "didRename": [
          "filters": [["scheme": "file", "pattern": ["glob": "**/*.md", "matches": "file"]]]
        ]
      ])
    #expect(
      try ServerFixture().initializeResult["capabilities"]?["workspace"]?["fileOperations"] == nil)
  }

  @Test func anOpenDocumentGoesOnUnderItsNewName() throws {
    let server = try start()
    _ = try server.client.notification("textDocument/publishDiagnostics")
    rename(server, old, new)
    #expect(try server.outline(of: "file:///new name.md") == ["one ?[a](b"])
    #expect(try server.outline(of: old) == [])
    let gone = try server.client.notification("textDocument/publishDiagnostics")
    #expect(gone == ["uri": .string(old), "diagnostics": []])
    let moved = try server.client.notification("textDocument/publishDiagnostics")
    #expect(moved["uri"] == .string(new))
    #expect(moved["diagnostics"]?.array?.isEmpty == false)
    // A client that has not noticed.
    server.client.change(old, version: 2, "# two")
    #expect(try server.outline(of: new) == ["two"])
    server.client.change(new, version: 3, "# three")
    #expect(try server.outline(of: new) == ["three"])
  }

  /// As the protocol has it, before the rename is reported and after it.
  @Test(arguments: [true, false])
  func theClientMayOpenItAgain(isNotifiedFirst: Bool) throws {
    let server = try start()
    if isNotifiedFirst { rename(server, old, new) }
    close(server, old)
    server.client.open(new, "# three")
    if !isNotifiedFirst { rename(server, old, new) }
    #expect(try server.outline(of: new) == ["three"])
    #expect(try log(server) == [])
    close(server, new)
    #expect(try server.outline(of: new) == [])
  }

  @Test func closingUnderTheOldNameCloses() throws {
    let server = try start()
    rename(server, old, new)
    close(server, old)
    #expect(try server.outline(of: new) == [])
    server.client.open(old, "# another")
    #expect(try server.outline(of: old) == ["another"])
    #expect(try log(server) == [])
  }

  @Test func namesCanMoveOn() throws {
    let server = try start()
    rename(server, old, "file:///between.md")
    rename(server, "file:///between.md", new)
    server.client.change(old, version: 2, "# two")
    #expect(try server.outline(of: new) == ["two"])
    // Back, and onto another open document, which stays what it is.
    rename(server, new, old)
    #expect(try server.outline(of: old) == ["two"])
    server.client.open(new, "# new")
    rename(server, old, new)
    #expect(try server.outline(of: new) == ["new"])
    #expect(try server.outline(of: old) == ["two"])
    rename(server, "file:///unknown.md", "file:///x.md")
    #expect(try server.outline(of: "file:///x.md") == [])
  }

  @Test func notebooksAreWatched() throws {
    let server = try start()
    let registered = try server.client.serverRequest("client/registerCapability")
    let registration = registered["registrations"]?.array?.first
    #expect(registration?["method"] == "workspace/didChangeWatchedFiles")
    #expect(
      registration?["registerOptions"] == ["watchers": [["globPattern": "**/*.libnotes"]]])
    let changes: [JSONValue] = [
      ["uri": "file:///x/y.libnotes", "type": 2], ["uri": "gopher:", "type": 99],
    ]
    server.client.notify("workspace/didChangeWatchedFiles", ["changes": .array(changes)])
    server.client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(try log(server) == [])
    server.client.notify("workspace/didChangeWatchedFiles", [1])
    #expect(
      try server.client.notification("window/logMessage")["message"]
        == "workspace/didChangeWatchedFiles: expected an object")
  }
}

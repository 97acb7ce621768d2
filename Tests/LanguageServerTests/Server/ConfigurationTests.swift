import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

/// Settings reach the server as the client sends them, and take effect at once.
@Suite struct ConfigurationTests {
  private static let pulling: JSONValue = ["workspace": ["configuration": true]]

  /// A server on a notebook with the note `first`, and the path of one with the note `second`.
  private func start(_ capabilities: JSONValue = [:]) throws -> (ServerFixture, other: String) {
    let server = try ServerFixture(notes: ["# first\n"], capabilities: capabilities)
    let other = server.folder.path("other/Other.libnotes")
    try FileManager.default.createDirectory(
      atPath: server.folder.path("other"), withIntermediateDirectories: true)
    try Notebook.create(at: other, notes: ["# second\n"])
    return (server, other)
  }

  private func titles(_ server: ServerFixture) throws -> [String] {
    let notes = try server.client.request("commonplace/listNotes", [:])["notes"]?.array
    return notes?.compactMap { $0["title"]?.string } ?? []
  }

  private func push(_ server: ServerFixture, _ settings: JSONValue) {
    server.client.notify("workspace/didChangeConfiguration", ["settings": settings])
  }

  private func answer(_ server: ServerFixture, _ value: JSONValue) throws {
    let asked = try server.client.serverRequest("workspace/configuration", answer: value)
    #expect(asked == ["items": [["section": "commonplace"]]])
  }

  @Test func settingsArePulled() throws {
    let (server, other) = try start(Self.pulling)
    try answer(server, [["notebook": .string(other)]])
    #expect(try titles(server) == ["second"])
    // The client is asked for its settings, even if it sends some by itself.
    push(server, ["commonplace": ["notebook": "/nowhere.libnotes"]])
    try answer(server, [.null])
    #expect(try titles(server) == ["first"])
  }

  /// The user's settings file counts where the client says nothing, and is read again when it
  /// changes. While it cannot be read, its former values count.
  @Test func theFileCountsWhereTheClientSaysNothing() throws {
    let server = try ServerFixture(notes: [])
    func write(_ text: String) throws {
      let folder = server.folder.url.appending(path: ".config/commonplace")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: folder.appending(path: "config.toml"), options: .atomic)
    }
    func text() throws -> String? {
      let wish: JSONValue = ["command": "commonplace.newNote", "arguments": [["title": "T"]]]
      return try server.client.request("workspace/executeCommand", wish)["text"]?.string
    }
    func becomes(_ wanted: String) throws {
      let deadline = ContinuousClock.now + .seconds(60)
      while try text() != wanted, ContinuousClock.now < deadline { usleep(100_000) }
      #expect(try text() == wanted)
    }
    #expect(try text() == "# T\n")
    try write("newNote.template = '# {title}, from the file'\n")
    try becomes("# T, from the file")
    try write("newNote.template = '# {title}\n")
    var warned = ""
    while !warned.contains("cannot be parsed") {
      warned = try server.client.notification("window/logMessage")["message"]?.string ?? ""
    }
    #expect(warned.contains("config.toml:1: "))
    #expect(try text() == "# T, from the file")
    push(server, ["commonplace": ["newNote": ["template": "# {title}, of the editor"]]])
    #expect(try text() == "# T, of the editor")
    try write("")
    push(server, ["commonplace": [:]])
    try becomes("# T\n")
  }

  /// The file's notebook counts after the options and before the nearest one.
  @Test(arguments: [[], ["--notebook", "option.libnotes"]])
  func theNotebookOfTheFile(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    for name in ["option", "file"] {
      try Notebook.create(at: folder.path("\(name).libnotes"), notes: ["# \(name)\n"])
    }
    let config = folder.url.appending(path: ".config/commonplace")
    try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
    try Data("notebook = '~/file.libnotes'".utf8).write(to: config.appending(path: "config.toml"))
    let client = try LanguageClient(
      executable: BuiltProducts.executable("commonplace"), arguments: ["lsp"] + options,
      environment: ["HOME": folder.url.path(percentEncoded: false)], directory: folder.url)
    try client.initialize(root: nil)
    let notes = try client.request("commonplace/listNotes", [:])["notes"]?.array
    #expect(notes?.compactMap { $0["title"]?.string } == [options.isEmpty ? "file" : "option"])
  }

  /// A client that wants to know is sent the notebook's status.
  @Test func theStatusIsSent() throws {
    let wish: JSONValue = ["experimental": ["commonplace": ["status": true]]]
    let server = try ServerFixture(notes: ["# first\n"], capabilities: wish)
    _ = try titles(server)
    let status = try server.client.notification("commonplace/statusChanged")
    #expect(status["text"] == "Test Notes: published")
    #expect(status["isPublished"] == true && status["conflicts"] == 0 && status["problem"] == .null)
    #expect(status["notebook"] == .string(server.notebookPath))
  }

  @Test(arguments: [.null, [], [.null], [7], ["x", "y"], ["commonplace": 1]] as [JSONValue])
  func oddAnswersChangeNothing(_ value: JSONValue) throws {
    let (server, _) = try start(Self.pulling)
    try answer(server, value)
    #expect(try titles(server) == ["first"])
  }

  /// A request after `initialized` is answered by the settings that come after it.
  @Test func theFirstQuestionsWaitForTheSettings() throws {
    let (server, other) = try start(Self.pulling)
    let listed = server.client.send(request: "commonplace/listNotes", [:])
    let found = server.client.send(request: "workspace/symbol", ["query": "second"])
    try answer(server, [["notebook": .string(other)]])
    let notes = try server.client.response(to: listed)["notes"]?.array ?? []
    #expect(notes.map { $0["title"] } == ["second"])
    #expect(try server.client.response(to: found).array?.first?["name"] == "second")
  }

  @Test func aClientThatDoesNotAnswerIsServed() throws {
    let (server, _) = try start(Self.pulling)
    #expect(try titles(server) == ["first"])
  }

  /// Of two questions, only the answer to the newer counts.
  @Test func anAnswerThatComesLateIsIgnored() throws {
    let (server, other) = try start(Self.pulling)
    push(server, .null)
    let requests: [RequestID] = [.string("commonplace-1"), .string("commonplace-2")]
    let answers: [JSONValue] = [.null, ["notebook": .string(other)]]
    for (id, value) in zip(requests, answers).reversed() {
      server.client.send(.response(id: id, result: .success([value])))
    }
    #expect(try titles(server) == ["second"])
  }

  @Test func settingsArePushed() throws {
    let (server, other) = try start()
    #expect(server.client.serverRequestsSoFar == [])
    push(server, ["commonplace": ["notebook": .string(other)]])
    #expect(try titles(server) == ["second"])
    push(server, .null)
    #expect(try titles(server) == ["second"])
    push(server, ["notebook": ""])
    #expect(try titles(server) == ["first"])
    push(server, ["notebook": .string(other)])
    #expect(try titles(server) == ["second"])
  }

  @Test func wrongTypesAreLoggedOnceByName() throws {
    let (server, _) = try start()
    let wrong: JSONValue = ["commonplace": ["codeLens": ["book": 1], "notebook": ["x"]]]
    push(server, wrong)
    push(server, wrong)
    #expect(try titles(server) == ["first"])
    let logged = server.client.notificationsSoFar("window/logMessage").compactMap {
      $0["message"]?.string
    }
    #expect(
      logged == [
        "commonplace.notebook: expected a string",
        "commonplace.codeLens.book: expected true or false",
      ])
  }

  @Test func theClientIsAskedToReportChanges() throws {
    let (server, _) = try start([
      "workspace": ["didChangeConfiguration": ["dynamicRegistration": true]]
    ])
    let registered = try server.client.serverRequest("client/registerCapability")
    let registrations = registered["registrations"]?.array ?? []
    #expect(registrations.map { $0["method"] } == ["workspace/didChangeConfiguration"])
    #expect(registrations.first?["registerOptions"] == ["section": "commonplace"])
    #expect(registrations.first?["id"]?.string?.isEmpty == false)
  }

  /// A text that was saved in a notebook is published although another notebook has replaced it.
  @Test func theNotebookThatIsLeftIsPublished() throws {
    let (server, other) = try start()
    let uri = try server.uri(titled: "first")
    _ = try server.client.write(uri, "# first\n\nSaved.\n")
    push(server, ["notebook": .string(other)])
    #expect(try titles(server) == ["second"])
    _ = try server.client.request("shutdown")
    #expect(try server.publishedText(of: uri) == "# first\n\nSaved.\n")
  }
}

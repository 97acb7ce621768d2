import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

/// A notebook that cannot be used is reported once, clearly, and stops nothing else.
@Suite struct NotebookAccessTests {
  /// The thing at the notebook's path, and the words that the message must have.
  enum Trouble: String, CaseIterable, CustomTestStringConvertible {
    case missing = "There is no notebook at"
    case empty = "may not have been downloaded yet"
    case text = "is not a notebook"
    case folder = "is not a file"
    case damaged = "is damaged"
    case newer = "newer version"

    var testDescription: String { "\(self)" }

    func make(at path: String) throws {
      switch self {
      case .missing: break
      case .empty: try #require(FileManager.default.createFile(atPath: path, contents: Data()))
      case .text:
        try Data("just a text, long enough for a header".utf8).write(to: URL(filePath: path))
      case .folder:
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      case .damaged:
        try Notebook.create(at: path)
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes.replaceSubrange(
          100..<bytes.count, with: Data(repeating: 0xA5, count: bytes.count - 100))
        try bytes.write(to: URL(filePath: path))
      case .newer:
        try Notebook.create(at: path)
        let script = """
          INSERT INTO grdb_migrations VALUES ('fromTheFuture');
          ALTER TABLE entry ADD COLUMN color TEXT
          """
        try #require(try SQLite.run(script, on: path))
      }
    }
  }

  @Test(arguments: Trouble.allCases)
  func isReportedOnce(_ trouble: Trouble) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("notebook.libnotes")
    try trouble.make(at: path)
    let client = try ServerFixture.start(in: folder)
    try client.initialize(
      capabilities: ServerFixture.capabilities, options: ["notebook": .string(path)])
    let reported = try client.notification("window/showMessage")
    #expect(reported["type"] == 1)
    #expect(reported["message"]?.string?.contains(trouble.rawValue) == true)
    #expect(reported["message"]?.string?.contains(path) == true)

    // Features that need the notebook say so; all others go on.
    let error = #expect(throws: ResponseError.self) {
      try client.request("commonplace/search", ["query": "a"])
    }
    #expect(error?.code == -32803 && error?.message == reported["message"]?.string)
    #expect(try client.request("workspace/symbol", ["query": "a"]) == [])
    client.open("file:///a.md", "# a ?[b")
    let diagnostics = try client.notification("textDocument/publishDiagnostics")
    #expect(diagnostics["diagnostics"]?.array?.count == 1)
    #expect(client.notificationsSoFar("window/showMessage") == [])
    #expect(try client.shutDown() == 0)
  }

  @Test func aNewerNotebookIsReadAndMentionedOnce() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("notebook.libnotes")
    try Notebook.create(at: path, notes: ["# From the future"])
    let script = "INSERT INTO grdb_migrations VALUES ('fromTheFuture')"
    try #require(try SQLite.run(script, on: path))
    let client = try ServerFixture.start(in: folder)
    try client.initialize(
      capabilities: ServerFixture.capabilities, options: ["notebook": .string(path)])
    let reported = try client.notification("window/showMessage")
    #expect(reported["type"] == 2)
    #expect(reported["message"]?.string?.contains("newer version") == true)
    #expect(try client.request("commonplace/search", ["query": "future"])["total"] == 1)
    #expect(client.notificationsSoFar("window/showMessage") == [])
  }

  /// Damage that opening does not meet is found by the check that comes after it.
  @Test func hiddenDamageIsReportedOnce() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("notebook.libnotes")
    try Notebook.create(at: path, notes: ["# Damaged"])
    var bytes = try Data(contentsOf: URL(filePath: path))
    // The tree of `tombstone` gets something that is no page.
    let root = try SQLite.rootPage(of: "tombstone", in: path)
    bytes[(root - 1) * 4096] = 0xA5
    try bytes.write(to: URL(filePath: path))
    let client = try ServerFixture.start(in: folder)
    try client.initialize(
      capabilities: ServerFixture.capabilities, options: ["notebook": .string(path)])
    let reported = try client.notification("window/showMessage")
    #expect(reported["message"]?.string?.contains("is damaged") == true)
    #expect(try client.request("commonplace/search", ["query": "damaged"])["total"] == 1)
    #expect(client.notificationsSoFar("window/showMessage") == [])
  }

  @Test func aMissingDefaultNotebookIsOnlyMentioned() throws {
    let folder = try TemporaryFolder()
    let client = try ServerFixture.start(in: folder)
    try client.initialize()
    #expect(try client.notification("window/showMessage")["type"] == 3)
  }

  @Test func aNotebookThatArrivesLaterIsUsed() throws {
    let server = try ServerFixture(notes: nil)
    _ = try server.client.notification("window/showMessage")
    try Notebook.create(at: server.notebookPath, notes: ["# Late arrival"])
    let found = try server.client.request("commonplace/search", ["query": "arrival"])
    #expect(found["total"] == 1)
    // Replaced by another, as sync services do.
    let other = server.folder.path("other.libnotes")
    try Notebook.create(at: other, notes: ["# Replacement"])
    #expect(rename(other, server.notebookPath) == 0)
    #expect(try server.client.request("commonplace/search", ["query": "arriv"])["total"] == 0)
    #expect(try server.client.request("commonplace/search", ["query": "replace"])["total"] == 1)
  }

  @Test func aLockedNotebookIsReported() throws {
    let server = try ServerFixture(notes: ["# Locked away"])
    let lock = try SQLite.lock(server.notebookPath)
    defer { lock.release() }
    let error = #expect(throws: ResponseError.self) {
      try server.client.request("commonplace/search", ["query": "away"])
    }
    #expect(error?.message.contains("Another program is writing") == true)
    let reported = try server.client.notification("window/showMessage")
    #expect(reported["message"] == error.map { .string($0.message) })
    lock.release()
    #expect(try server.client.request("commonplace/search", ["query": "away"])["total"] == 1)
  }

  @Test func theNotebookIsFoundFromTheWorkspace() throws {
    let folder = try TemporaryFolder()
    try Notebook.create(at: folder.path("mine.libnotes"), notes: ["# Found above"])
    let inner = folder.url.appending(path: "a/b")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    let client = try LanguageClient(
      executable: BuiltProducts.executable("commonplace"),
      environment: ["HOME": folder.path("home")],
      directory: URL(filePath: "/"))
    try client.initialize(root: inner)
    #expect(try client.request("commonplace/search", ["query": "above"])["total"] == 1)
  }

  /// If two may be meant, the first is read, nothing is written, and the user learns both names. As
  /// soon as only one is left, it is written.
  @Test func oneOfSeveralNotebooksIsNotWritten() throws {
    let folder = try TemporaryFolder()
    for name in ["one", "one 2", "other"] {
      try Notebook.create(at: folder.path("\(name).libnotes"), notes: ["# Note in \(name)"])
    }
    let state = folder.path("state")
    let client = try LanguageClient(
      executable: BuiltProducts.executable("commonplace"),
      environment: ["HOME": folder.path("home"), "XDG_STATE_HOME": state],
      directory: URL(filePath: "/"))
    try client.initialize(root: folder.url)
    _ = try client.request("commonplace/search", ["query": "note"])
    var reported: [String] = []
    while reported.count < 2 {
      reported.append(try client.notification("window/showMessage")["message"]?.string ?? "")
    }
    #expect(reported.contains { $0.contains("Several notebooks") && $0.contains("other.libnotes") })
    #expect(reported.contains { $0.hasPrefix("Using \(folder.path("one.libnotes"))") })
    #expect(!reported.contains { $0.contains("one 2") })
    let listed = try client.request("commonplace/listNotes", [:])["notes"]?.array?.first
    let uri = try #require(listed?["uri"]?.string)
    let error = #expect(throws: ResponseError.self) { try client.write(uri, "# Changed") }
    #expect(error?.message.contains(folder.path("other.libnotes")) == true)
    #expect(!FileManager.default.fileExists(atPath: state))
    #expect(unlink(folder.path("other.libnotes")) == 0)
    #expect(try client.write(uri, "# Changed")["version"] != nil)
    #expect(try client.shutDown() == 0)
  }
}

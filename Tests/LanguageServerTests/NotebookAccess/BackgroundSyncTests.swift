import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import NotebookFile
import TestSupport
import Testing

@testable import LanguageServer

/// A save that was acknowledged is kept, whatever becomes of the server, and reaches the user's file.
@Suite struct BackgroundSyncTests {
  private static let text = "# Walden\n\nSaved.\n"

  private func start() throws -> (ServerFixture, uri: String) {
    let server = try ServerFixture(notes: ["# Walden\n"])
    return (server, try server.uri(titled: "Walden"))
  }

  @Test func aSaveIsPublishedSoon() throws {
    let (server, uri) = try start()
    _ = try server.client.write(uri, Self.text)
    #expect(
      try server.client.eventually { try server.publishedText(of: uri) == Self.text })
    // The file that was replaced is removed a moment later.
    var files: [String] = []
    let isTidy = try server.client.eventually {
      files = try FileManager.default.contentsOfDirectory(atPath: server.folder.url.path)
      return !files.contains { $0.hasSuffix(".tmp") || $0.hasSuffix("-wal") }
    }
    #expect(isTidy, "\(files)")
    #expect(files.filter { !$0.hasPrefix(".") } == ["Test Notes.libnotes"], "\(files)")
  }

  /// The ways a server ends with a word: what was saved is in the file when it is gone.
  enum End: String, CaseIterable, CustomTestStringConvertible {
    case shutdown, exit, endOfInput, terminated

    var testDescription: String { rawValue }
  }

  @Test(arguments: End.allCases)
  func theEndPublishes(_ end: End) throws {
    let (server, uri) = try start()
    let base = try server.client.read(uri).version
    // Not even answered: it was sent before the end.
    let write = server.client.send(
      request: "commonplace/writeNote",
      ["uri": .string(uri), "text": .string(Self.text), "baseVersion": .string(base)])
    switch end {
    case .shutdown:
      _ = try server.client.request("shutdown")
      #expect(try server.publishedText(of: uri) == Self.text)
      server.client.notify("exit")
      #expect(server.client.waitForExit() == 0)
    case .exit:
      server.client.notify("exit")
      #expect(server.client.waitForExit() == 1)
    case .endOfInput: #expect(server.client.closeInput() == 1)
    case .terminated:
      _ = try server.client.response(to: write)
      kill(server.client.processIdentifier, SIGTERM)
      #expect(server.client.waitForExit() == 1)
    }
    #expect(try server.publishedText(of: uri) == Self.text)
  }

  /// `kill -9` right after the answer, some of the times before anything is published.
  @Test func aKilledServerLosesNothing() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("Test Notes.libnotes")
    try Notebook.create(at: path, notes: ["# Walden\n"])
    var uri: String?
    for number in 1...12 {
      let client = try ServerFixture.start(in: folder)
      try client.initialize(options: ["notebook": .string(path)])
      let listed = try client.request("commonplace/listNotes", [:])["notes"]?.array
      uri = listed?.first?["uri"]?.string
      let uri = try #require(uri)
      let stored = try client.read(uri)
      #expect(number == 1 || stored.text == "# Walden\n\nNumber \(number - 1)\n")
      _ = try client.write(uri, "# Walden\n\nNumber \(number)\n", base: stored.version)
      client.kill()
      _ = client.waitForExit()
    }
    // The next one publishes what the last one saved, without being asked to write.
    let client = try ServerFixture.start(in: folder)
    try client.initialize(options: ["notebook": .string(path)])
    let id = try #require(uri.flatMap { NoteURI($0)?.id })
    let isPublished = try client.eventually {
      let notebook = try Notebook.open(at: path, state: StateFolder(path: folder.path("other")))
      return try notebook.note(id: id).text == "# Walden\n\nNumber 12\n"
    }
    #expect(isPublished)
  }

  /// A backup that replaces the file is named, with the command that goes back to it.
  @Test func aBackupThatReplacesTheFileIsSaid() throws {
    let (server, uri) = try start()
    let older = server.folder.path("older")
    for text in ["# Walden\n\nBefore.\n", Self.text] {
      _ = try server.client.write(uri, text)
      #expect(try server.client.eventually { try server.publishedText(of: uri) == text })
      if text == Self.text { break }
      try FileManager.default.copyItem(atPath: server.notebookPath, toPath: older)
    }
    #expect(rename(older, server.notebookPath) == 0)
    let reported = try server.client.notification("window/showMessage")["message"]?.string ?? ""
    #expect(reported.contains("\(server.notebookPath) was replaced by an older file"))
    #expect(reported.contains("“commonplace restore --all --from "))
    #expect(try server.client.eventually { try server.publishedText(of: uri) == Self.text })
    #expect(server.client.notificationsSoFar("window/showMessage") == [])
  }

  /// A file that is damaged, as by a copy that is not finished, is not replaced: saving goes on, the
  /// user is notified once, and all is published when the file is whole again.
  @Test func aFileThatIsHalfCopied() throws {
    let (server, uri) = try start()
    _ = try server.client.write(uri, "# Walden\n\nBefore.\n")
    #expect(
      try server.client.eventually {
        try server.publishedText(of: uri) == "# Walden\n\nBefore.\n"
      })
    let whole = try Data(contentsOf: URL(filePath: server.notebookPath))
    let half = whole.prefix(whole.count / 2)
    try half.write(to: URL(filePath: server.notebookPath))
    let reported = try server.client.notification("window/showMessage")
    #expect(reported["message"]?.string?.contains(server.notebookPath) == true)
    for text in ["# Walden\n\nMeanwhile.\n", Self.text] {
      #expect(try server.client.write(uri, text)["version"] != nil)
    }
    #expect(try server.client.read(uri).text == Self.text)
    #expect(try Data(contentsOf: URL(filePath: server.notebookPath)) == half)
    try whole.write(to: URL(filePath: server.notebookPath))
    #expect(
      try server.client.eventually { try server.publishedText(of: uri) == Self.text })
    #expect(server.client.notificationsSoFar("window/showMessage") == [])
  }
}

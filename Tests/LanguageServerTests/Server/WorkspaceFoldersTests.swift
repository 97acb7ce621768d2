import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// The notebook is the one of the first folder.
@Suite struct WorkspaceFoldersTests {
  private let folder: TemporaryFolder
  private let client: LanguageClient

  /// Folders `a` and `b`, each with a notebook whose note is called so, and `c` with none.
  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b", "c"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
      guard name != "c" else { continue }
      try Notebook.create(at: folder.path("\(name)/\(name).libnotes"), notes: ["# \(name)\n"])
    }
    client = try ServerFixture.start(in: folder)
  }

  private func folders(_ names: String) -> JSONValue {
    .array(
      names.map { name in
        ["uri": .string("file://" + folder.path(String(name))), "name": .string(String(name))]
      })
  }

  private func start(_ names: String) throws -> JSONValue {
    let result = try client.request(
      "initialize",
      [
        "capabilities": ["workspace": ["workspaceFolders": true]],
        "workspaceFolders": folders(names),
      ])
    client.notify("initialized", [:])
    return result
  }

  private func change(added: String = "", removed: String = "") {
    client.notify(
      "workspace/didChangeWorkspaceFolders",
      ["event": ["added": folders(added), "removed": folders(removed)]])
  }

  private func titles() throws -> [String] {
    let notes = try client.request("commonplace/listNotes", [:])["notes"]?.array
    return notes?.compactMap { $0["title"]?.string } ?? []
  }

  @Test func theFirstFolderDecides() throws {
    let result = try start("ab")
    #expect(
      result["capabilities"]?["workspace"]?["workspaceFolders"]
        == ["supported": true, "changeNotifications": true])
    #expect(try titles() == ["a"])
    change(removed: "a")
    #expect(try titles() == ["b"])
    change(added: "a")
    #expect(try titles() == ["b"])
    change(added: "a", removed: "b")
    #expect(try titles() == ["a"])
  }

  @Test func aFolderMayComeLater() throws {
    _ = try start("")
    change(added: "b")
    #expect(try titles() == ["b"])
  }

  @Test func wrongOnesAreLogged() throws {
    _ = try start("a")
    client.notify("workspace/didChangeWorkspaceFolders", ["event": ["added": [["uri": 1]]]])
    let logged = try client.notification("window/logMessage")
    #expect(logged["message"]?.string?.contains("event.added[0].uri") == true)
    #expect(try titles() == ["a"])
  }

  @Test func aClientWithOneFolderIsNotOfferedFolders() throws {
    let result = try client.request("initialize", ["capabilities": [:]])
    #expect(result["capabilities"]?["workspace"]?["workspaceFolders"] == nil)
  }
}

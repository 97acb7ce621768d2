import Foundation
import Testing

@testable import Notebook

@Suite struct NotebookLocationTests {
  /// A folder with the given empty files, `below/deep/` under it.
  private func folder(_ files: [String]) throws -> String {
    let folder = NSTemporaryDirectory() + "location-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: folder + "/below/deep", withIntermediateDirectories: true)
    for file in files { try Data().write(to: URL(fileURLWithPath: folder + "/" + file)) }
    return folder
  }

  @Test func takesTheExplicitPathFirst() throws {
    let folder = try folder(["a.libnotes"])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let environment = ["COMMONPLACE_NOTEBOOK": "/env.libnotes", "HOME": "/home/me"]
    for (explicit, path) in [
      ("x.libnotes", folder + "/x.libnotes"), ("/abs/../x.libnotes", "/x.libnotes"),
      ("~/x.libnotes", "/home/me/x.libnotes"), ("~x", folder + "/~x"),
    ] {
      let location = NotebookLocation.resolve(
        explicit: explicit, environment: environment, directory: folder)
      #expect(location == NotebookLocation(path: path, origin: .explicit))
    }
  }

  @Test func takesTheEnvironmentNext() throws {
    let folder = try folder(["a.libnotes"])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let location = NotebookLocation.resolve(
      explicit: nil, environment: ["COMMONPLACE_NOTEBOOK": "~/n.libnotes", "HOME": "/h"],
      directory: folder)
    #expect(location == NotebookLocation(path: "/h/n.libnotes", origin: .environment))
    let empty = NotebookLocation.resolve(
      explicit: "", environment: ["COMMONPLACE_NOTEBOOK": ""], directory: folder)
    #expect(empty.path == folder + "/a.libnotes")
  }

  @Test(arguments: ["", "/below", "/below/deep"])
  func looksUpwards(directory: String) throws {
    let folder = try folder([
      "b.libnotes", "a (conflicted copy 2024-01-01).libnotes", "a's Conflicted Copy.libnotes",
      "a.sync-conflict-20240101-000000-ABC.libnotes", ".hidden.libnotes", "a.txt", "c.libnotes",
      "below/x.libnotes.bak",
    ])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder + "/a.libnotes", withIntermediateDirectories: true)
    let location = NotebookLocation.resolve(
      explicit: nil, environment: [:], directory: folder + directory)
    #expect(
      location
        == NotebookLocation(
          path: folder + "/b.libnotes", origin: .folder, alternatives: [folder + "/c.libnotes"]))
  }

  /// From the root, because somebody may keep a notebook in the folder of temporary files.
  @Test func fallsBackToTheDataFolder() {
    for (environment, path) in [
      (["HOME": "/h"], "/h/.local/share"), (["HOME": "/h", "XDG_DATA_HOME": "/d"], "/d"),
      (["HOME": "/h", "XDG_DATA_HOME": "relative"], "/h/.local/share"),
    ] {
      let location = NotebookLocation.resolve(
        explicit: nil, environment: environment, directory: "/")
      #expect(location.path == path + "/commonplace/notebook.libnotes")
      #expect(location.origin == .dataFolder && location.alternatives.isEmpty)
    }
  }
}

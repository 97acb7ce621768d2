import Foundation
import NotebookTestSupport
import Testing

@testable import Notebook
@testable import NotebookFile

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

  /// The file that is no copy is the notebook; where two are left, nothing is written.
  @Test(arguments: [
    (["mine.libnotes", "mine (1).libnotes", "mine 2.libnotes"], ["mine"]),
    (
      ["mine.libnotes", "mine-HOST.libnotes", "mine (SFConflict a 2024-01-31-00-00-00).libnotes"],
      ["mine"]
    ),
    (["mine.libnotes", "mine.Conflict.libnotes", "mine_Conflict.libnotes"], ["mine"]),
    // Without the first, there is nothing that they could be copies of.
    (["mine (1).libnotes"], ["mine (1)"]), (["mine 2.libnotes"], ["mine 2"]),
    (["mine (1).libnotes", "mine 2.libnotes"], ["mine (1)", "mine 2"]),
    (["mine.libnotes", "mine-old.libnotes"], ["mine", "mine-old"]),
    (["mine.libnotes", "mine copy.libnotes"], ["mine", "mine copy"]),
    (["mine.libnotes", "yours.libnotes", "yours 2.libnotes"], ["mine", "yours"]),
    (["mine (conflicted copy 2024-01-31 120000).libnotes"], []),
  ]) func copiesAreNotMeant(files: [String], left: [String]) throws {
    let names = files.map { $0.replacing("-HOST", with: "-\(ConflictCopyName.host)") }
    let folder = try folder(names)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let location = NotebookLocation.resolve(
      explicit: nil, environment: ["HOME": folder], directory: folder)
    let found = location.origin == .folder ? [location.path] + location.alternatives : []
    let expected = left.map { "\(folder)/\($0).libnotes" }
    #expect(found == expected)
    #expect(location.refusal == (expected.count > 1 ? .ambiguous(paths: expected) : nil))
    // The doubt goes with the other files.
    for path in location.alternatives { unlink(path) }
    #expect(location.refusal == nil)
  }

  /// Nothing is looked for above the home directory, by whatever path it is reached.
  @Test func endsAtHome() throws {
    let folder = try folder(["above.libnotes"])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/home", withDestinationPath: "below")
    for home in ["/below", "/home", "/below/deep"] {
      let location = NotebookLocation.resolve(
        explicit: nil, environment: ["HOME": folder + home], directory: folder + "/below/deep")
      #expect(location.origin == .dataFolder)
    }
    let outside = NotebookLocation.resolve(
      explicit: nil, environment: ["HOME": folder + "/elsewhere"], directory: folder + "/below")
    #expect(outside.path == folder + "/above.libnotes")
  }

  /// Another file system begins: `/proc` is a separate one on Linux.
  @Test(.enabled(if: FileIdentity(path: "/proc/self")?.device != FileIdentity(path: "/")?.device))
  func endsWithTheFileSystem() {
    let location = NotebookLocation.resolve(
      explicit: nil, environment: ["HOME": "/nowhere"], directory: "/proc/self")
    #expect(location.origin == .dataFolder)
  }

  /// Other users' files, and links that others made to the user's own.
  @Test(.enabled(if: geteuid() == 0, "needs root, to give files away"))
  func passesOverStrangersFiles() throws {
    let folder = try folder(["a.libnotes", "b.libnotes", "below/own.libnotes"])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/c.libnotes", withDestinationPath: "below/own.libnotes")
    #expect(chown(folder + "/a.libnotes", 65_534, 65_534) == 0)
    #expect(lchown(folder + "/c.libnotes", 65_534, 65_534) == 0)
    let location = NotebookLocation.resolve(
      explicit: nil, environment: ["HOME": folder], directory: folder)
    #expect(
      location
        == NotebookLocation(
          path: folder + "/b.libnotes", origin: .folder,
          strangers: [folder + "/a.libnotes", folder + "/c.libnotes"]))
  }

  /// From the root, because a user may keep a notebook in the folder of temporary files.
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

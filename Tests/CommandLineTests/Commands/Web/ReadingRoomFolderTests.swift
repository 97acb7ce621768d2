import Foundation
import NotebookFile
import TestSupport
import Testing

@testable import commonplace

@Suite struct ReadingRoomFolderTests {
  private let temporary: TemporaryFolder
  private let folder: ReadingRoomFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = try Self.folder(in: temporary)
  }

  private static func folder(in temporary: TemporaryFolder) throws -> ReadingRoomFolder {
    try ReadingRoomFolder(
      notebook: temporary.path("n.libnotes"), state: StateFolder(path: temporary.path("state")))
  }

  private var files: [String] {
    FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
  }

  @Test func aPassIsUsedOnce() throws {
    let (pass, other) = (try folder.issuePass(), try folder.issuePass())
    #expect(!folder.redeem("") && !folder.redeem("x") && !folder.redeem(pass + "x"))
    #expect(folder.redeem(pass))
    #expect(!folder.redeem(pass))
    // Another process may issue them.
    #expect(try Self.folder(in: temporary).redeem(other))
    #expect(files.filter { $0.hasPrefix("passes/") }.isEmpty)
  }

  @Test func aPassAges() throws {
    let then = Date(timeIntervalSince1970: 1_000_000)
    let limit = then + Double(ReadingRoomFolder.passLife)
    let (young, old, future) = (
      try folder.issuePass(now: then), try folder.issuePass(now: then),
      try folder.issuePass(now: then)
    )
    #expect(folder.redeem(young, now: limit))
    #expect(!folder.redeem(old, now: limit + 1))
    #expect(!folder.redeem(future, now: then - 1))
    // The next one removes those that are too old.
    _ = try folder.issuePass(now: limit + 1)
    #expect(files.filter { $0.hasPrefix("passes/") }.count == 1)
  }

  /// A file that another program wrote there lets no browser in.
  @Test(arguments: [
    "", "x", "x y", "x -1", " 5", "x 5 y", "x 99999999999999999999", "\u{0} 1000000",
  ])
  func aStrangePassIsNone(text: String) throws {
    try text.write(toFile: folder.path + "/passes/1", atomically: false, encoding: .utf8)
    for pass in ["", "x", "x y", text] {
      #expect(!folder.redeem(pass, now: Date(timeIntervalSince1970: 1_000_000)))
    }
  }

  /// However many were issued and not used.
  @Test func theNewestPassIsValid() throws {
    let then = Date(timeIntervalSince1970: 1_000_000)
    let most = ReadingRoomFolder.mostPasses
    var passes: [String] = []
    for number in 0..<(2 * most) {
      passes.append(try folder.issuePass(now: then))
      #expect(files.filter { $0.hasPrefix("passes/") }.count == min(number + 1, most))
    }
    #expect(folder.redeem(passes[2 * most - 1], now: then))
    #expect(folder.redeem(passes[most], now: then))
    #expect(!folder.redeem(passes[most - 1], now: then))
    // Nor do files that are no passes keep it out.
    for number in 0..<most {
      try "x".write(
        toFile: "\(folder.path)/passes/z\(number)", atomically: false, encoding: .utf8)
    }
    let pass = try folder.issuePass(now: then)
    #expect(folder.redeem(pass, now: then))
  }

  @Test func theRootStays() throws {
    #expect(folder.root == nil)
    let root = try folder.keptRoot()
    #expect(root.wholeMatch(of: /[\w-]{22}/) != nil)
    #expect(try Self.folder(in: temporary).keptRoot() == root && folder.root == root)
    try folder.clear()
    #expect(folder.root == root)
  }

  /// A root that cannot be one of ours, or that others know, is another one from then on.
  @Test(arguments: [
    "", "x", "../../../../etc/passwd", "AAAAAAAAAAAAAAAAAAAAA/", "\u{0}", "open", "link",
  ])
  func aDamagedRootIsReplaced(text: String) throws {
    let root = try folder.keptRoot()
    let file = folder.path + "/root"
    switch text {
    case "open": chmod(file, 0o644)
    case "link":
      try FileManager.default.moveItem(atPath: file, toPath: file + ".other")
      try FileManager.default.createSymbolicLink(
        atPath: file, withDestinationPath: file + ".other")
    default: try text.write(toFile: file, atomically: false, encoding: .utf8)
    }
    #expect(folder.root == nil)
    let other = try folder.keptRoot()
    #expect(other != root && folder.root == other)
    let status = try #require(try SystemCall.status(file))
    #expect(status.st_mode & 0o777 == 0o600 && status.st_mode & S_IFMT == S_IFREG)
  }

  @Test func onlyItsUserReadsIt() throws {
    _ = try folder.issuePass()
    _ = try folder.keptRoot()
    try folder.note(port: 4711)
    let door = try folder.writeDoor(to: "http://127.0.0.1:4711/enter?t=x")
    for path in files.map({ folder.path + "/" + $0 }) + [door] {
      let mode = try #require(try SystemCall.status(path)).st_mode
      #expect(mode & 0o077 == 0, "\(path)")
    }
    #expect(try String(contentsOfFile: door, encoding: .utf8).contains("/enter?t=x\""))
    chmod(folder.path, 0o755)
    #expect(throws: CommandFailure.self) { _ = try Self.folder(in: temporary) }
  }

  @Test func oneProcessServes() throws {
    do {
      guard let lock = try folder.lock() else {
        Issue.record("the lock is free")
        return
      }
      if try folder.lock() != nil { Issue.record("the lock is taken twice") }
      withExtendedLifetime(lock) {}
    }
    if try folder.lock() == nil { Issue.record("the lock is free again") }
  }

  @Test func notesThePort() throws {
    #expect(folder.port == nil)
    try folder.note(port: 4711)
    try folder.note(port: 4712)
    #expect(folder.port == 4712)
    for text in ["", "0", "65536", "x", String(repeating: "1", count: 100)] {
      try text.write(toFile: folder.path + "/port", atomically: false, encoding: .utf8)
      #expect(folder.port == nil)
    }
    _ = try folder.issuePass()
    try folder.clear()
    #expect(files.sorted() == ["passes"])
  }
}

import Foundation
import Notebook
import NotebookFile
import NotebookTestSupport
import TestSupport
import Testing

@testable import ImportExport

/// Archives, and what another program reads in them.
@Suite struct ZipWriterTests {
  private static let hasPython = access("/usr/bin/python3", X_OK) == 0

  private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  @Test func checksumsAreRight() {
    // The check value of the catalog of such sums.
    #expect(CRC32.sum(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(CRC32.sum([]) == 0)
  }

  @Test func anArchiveHoldsTheExport() throws {
    let fixture = try ExchangeFixture(notes: ["# Walden\nours\n", "# Émile ü\n"])
    let path = fixture.folder + ".zip"
    defer { unlink(path) }
    let notebook = try fixture.device.open()
    let report = try notebook.exchange.archive(to: path)
    #expect(report.new == 2)
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.prefix(4) == Data([0x50, 0x4B, 3, 4]))
    // Nothing is replaced, and the same notebook makes the same archive.
    #expect(throws: NotebookError.self) { try notebook.exchange.archive(to: path) }
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    let again = path + "2.zip"
    defer { unlink(again) }
    _ = try notebook.exchange.archive(to: again)
    #expect(try Data(contentsOf: URL(filePath: again)) == bytes)
    // No part is left.
    let names = try FileManager.default.contentsOfDirectory(
      atPath: URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
    #expect(!names.contains { $0.contains(".part-") })
  }

  /// The folder of the archive has room; the one where its files are made first is named.
  @Test func anErrorNamesTheStateFolder() throws {
    let fixture = try ExchangeFixture(notes: ["# Walden\n"])
    let notebook = try fixture.device.open()
    let state = fixture.device.state.path
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: state + "/exports"))
    let error = #expect(throws: NotebookError.self) {
      try notebook.exchange.archive(to: fixture.folder + ".zip")
    }
    guard case .cannotCreate(state, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// The next export removes what killed ones left, nothing that is in use, and no other file.
  @Test func killedExportsAreSwept() throws {
    let fixture = try ExchangeFixture(notes: ["# Walden\nours\n"])
    let path = fixture.folder + ".zip"
    defer { unlink(path) }
    let notebook = try fixture.device.open()
    let exports = fixture.device.state.path + "/exports"
    let manager = FileManager.default
    var parts: [String: String] = [:]
    for name in ["killed", "other", "busy"] {
      let part = fixture.folder + ".\(name).zip" + (name == "other" ? "" : ".part-\(name)")
      parts[name] = part
      try manager.createDirectory(
        atPath: "\(exports)/\(name)/files", withIntermediateDirectories: true)
      try "# Walden\n".write(
        toFile: "\(exports)/\(name)/files/Walden.md", atomically: false, encoding: .utf8)
      try part.write(toFile: "\(exports)/\(name)/part", atomically: false, encoding: .utf8)
      try Data("PK".utf8).write(to: URL(filePath: part))
    }
    defer { for part in parts.values { unlink(part) } }
    let busy = try FileLock(path: exports + "/busy/lock", patience: .zero)
    _ = try notebook.exchange.archive(to: path)
    func isHeld(_ lock: borrowing FileLock) -> Bool { true }
    let isStillHeld = isHeld(busy)
    #expect(isStillHeld)
    #expect(try manager.contentsOfDirectory(atPath: exports).sorted() == ["busy", "lock"])
    #expect(
      parts.filter { manager.fileExists(atPath: $0.value) }.keys.sorted() == ["busy", "other"])
  }

  @Test(.enabled(if: hasPython, "there is no python3"))
  func anotherProgramReadsIt() throws {
    let fixture = try ExchangeFixture(notes: ["# Walden\nours\n", "# Émile ü\n"])
    let path = fixture.folder + ".zip"
    defer { unlink(path) }
    let notebook = try fixture.device.open()
    _ = try notebook.exchange.archive(to: path)
    _ = try notebook.exchange.export(to: fixture.folder)
    let script = """
      import sys, zipfile, os
      archive = zipfile.ZipFile(sys.argv[1])
      assert archive.testzip() is None
      for name in archive.namelist():
          with open(os.path.join(sys.argv[2], name), "rb") as file:
              assert file.read() == archive.read(name), name
      print("\\n".join(archive.namelist()))
      """
    let (status, output) = try Self.run(["python3", "-c", script, path, fixture.folder])
    #expect(status == 0, "\(output)")
    #expect(output.contains("walden.md\n") && output.contains("émile-ü.md"))
  }
}

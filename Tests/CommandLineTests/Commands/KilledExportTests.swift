import Foundation
import Notebook
import TestSupport
import Testing

/// An export that is killed in the middle.
@Suite struct KilledExportTests {
  private let folder: TemporaryFolder

  /// A notebook so big that an export takes a while.
  init() throws {
    folder = try TemporaryFolder()
    let notes = (0..<400).map {
      "# Note \($0)\n\n#old\n\n" + String(repeating: "some words ", count: 40) + "\n"
    }
    try Notebook.create(at: folder.path("notes.libnotes"), notes: notes)
  }

  private func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = BuiltProducts.executable("commonplace")
    process.arguments = arguments + ["--notebook", folder.path("notes.libnotes")]
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path("")]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  private func run(_ arguments: String...) throws -> Int32 {
    let process = process(arguments)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Kills the command as soon as `isAtWork` holds.
  private func runKilled(_ arguments: String..., when isAtWork: () -> Bool) throws {
    let process = process(arguments)
    try process.run()
    while process.isRunning, !isAtWork() { usleep(500) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal, "it ended before it was killed")
  }

  /// The files in a folder of the session and their contents, hidden ones too.
  private func tree(_ name: String) throws -> [String: Data] {
    let root = folder.path(name)
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      files[path] = FileManager.default.contents(atPath: root + "/" + path)
    }
    return files
  }

  private func names(_ path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path(path)).sorted()) ?? []
  }

  @Test func anArchiveIsThereWholeOrNotAtAll() throws {
    #expect(try run("export", "--format", "zip", folder.path("former.zip")) == 0)
    let former = try Data(contentsOf: folder.url.appending(path: "former.zip"))
    let exports = ".local/state/commonplace/exports"
    try runKilled("export", "--format", "zip", folder.path("new.zip")) {
      names(exports).contains { !names("\(exports)/\($0)/files").isEmpty }
    }
    #expect(try Data(contentsOf: folder.url.appending(path: "former.zip")) == former)
    #expect(!names("").contains("new.zip"))
    #expect(names(exports).count == 2, "the killed export's files and the lock")
    // The next one clears what was left, and makes the same archive.
    #expect(try run("export", "--format", "zip", folder.path("new.zip")) == 0)
    #expect(try Data(contentsOf: folder.url.appending(path: "new.zip")) == former)
    #expect(names(exports) == ["lock"])
    #expect(names("").filter { $0.contains(".zip") } == ["former.zip", "new.zip"])
  }

  @Test func aFolderIsBroughtUpToDateByTheNext() throws {
    #expect(try run("export", folder.path("kept")) == 0)
    let former = try tree("kept")
    #expect(try run("tags", "rename", "#old", "#new") == 0)
    #expect(try run("export", folder.path("fresh")) == 0)
    let fresh = try tree("fresh")
    #expect(fresh.count == former.count && fresh != former)
    let notes = former.filter { $0.key.hasSuffix(".md") }
    try runKilled("export", folder.path("kept")) {
      notes.contains { name, text in
        FileManager.default.contents(atPath: folder.path("kept/" + name)) != text
      }
    }
    // Each file is whole: the former one or the new one.
    let killed = try tree("kept")
    for (name, text) in notes { #expect(killed[name] == text || killed[name] == fresh[name]) }
    #expect(killed != fresh)
    #expect(try run("export", folder.path("kept")) == 0)
    #expect(try tree("kept") == fresh)
  }
}

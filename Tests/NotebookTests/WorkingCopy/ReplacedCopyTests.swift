import Base
import Foundation
import NotebookTestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile

/// A save in the moment in which the working copy is replaced.
@Suite struct ReplacedCopyTests {
  /// Does something after a write found its working copy, and before it writes.
  private final class Moment: NotebookFollower {
    let action = Mutex<(@Sendable () throws -> Void)?>(nil)
    let failures = Mutex(0)

    func begin() {
      let action = action.withLock { action in
        defer { action = nil }
        return action
      }
      do { try action?() } catch { failures.withLock { $0 += 1 } }
    }

    func enter(
      _ written: [Author.Written], _ change: Int64, of notebook: Notebook,
      from before: ConnectionState?, to after: ConnectionState?
    ) {}

    func close() {}
  }

  private static func save(
    in device: Device, _ notebook: Notebook, when action: @escaping @Sendable () throws -> Void
  ) throws {
    let moment = notebook.followers.get(Moment.self)
    moment.action.withLock { $0 = action }
    let note = try #require(try notebook.notes.all().first).id
    defer { #expect(moment.failures.withLock { $0 } == 0) }
    _ = try notebook.save(text: "# First\n\nSaved.\n", note: note)
    try notebook.close()
    #expect(try device.open().note(id: note).text == "# First\n\nSaved.\n")
  }

  private static func renew(_ paths: NotebookPaths) throws {
    let lock = try FileLock(path: paths.lock, patience: .seconds(60))
    _ = try WorkingCopy.renew(paths, holding: lock)
  }

  @Test func byAnotherProcess() throws {
    let device = try Device()
    let (notebook, paths) = (try device.open(), device.paths)
    _ = try notebook.createNote(text: "# Second\n")
    try Self.save(in: device, notebook) { try Self.renew(paths) }
  }

  @Test func byAnotherThread() throws {
    let device = try Device()
    let (notebook, paths) = (try device.open(), device.paths)
    _ = try notebook.createNote(text: "# Second\n")
    try Self.save(in: device, notebook) {
      try Self.renew(paths)
      _ = try notebook.refresh()
    }
  }

  /// A save for one notebook is not made in another.
  @Test func byAnotherNotebook() throws {
    let (device, other) = (try Device(), try Device(notes: ["# Other\n"]))
    let author = try other.open()
    _ = try author.createNote(text: "# Another\n")
    try author.close()
    let notebook = try device.open()
    _ = try notebook.createNote(text: "# Second\n")
    try notebook.publish()
    let moment = notebook.followers.get(Moment.self)
    let (path, otherPath, state) = (device.path, other.path, device.state)
    moment.action.withLock {
      $0 = {
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: otherPath, toPath: path)
        let process = try Notebook.open(at: path, state: state)
        _ = try process.createNote(text: "# Written elsewhere\n")
        try process.close()
      }
    }
    #expect(throws: NotebookError.replaced(path: path)) {
      try notebook.createNote(text: "# Third\n")
    }
    #expect(moment.failures.withLock { $0 } == 0)
    #expect(
      try Set(device.open().notes.all().map(\.title)) == ["Other", "Another", "Written elsewhere"])
  }
}

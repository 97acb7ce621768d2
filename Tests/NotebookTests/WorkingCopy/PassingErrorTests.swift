import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile

/// An error of the moment is no answer: it is not remembered.
@Suite struct PassingErrorTests {
  /// Reasons why a file cannot be read for a moment, without a change of its time.
  enum Obstacle: CaseIterable { case log, permission }

  private func put(_ obstacle: Obstacle, on path: String) throws -> Bool {
    switch obstacle {
    case .log: try Data("a log".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
    case .permission:
      guard geteuid() != 0 else { return false }
      return chmod(path, 0) == 0
    }
    return true
  }

  private func remove(_ obstacle: Obstacle, from path: String) {
    switch obstacle {
    case .log: unlink(path + "-wal")
    case .permission: chmod(path, 0o600)
    }
  }

  /// A conflict copy is looked at again by the same process and by the next.
  @Test(arguments: Obstacle.allCases, [true, false])
  func aConflictCopyIsLookedAtAgain(obstacle: Obstacle, isSameProcess: Bool) throws {
    let device = try Device()
    let other = try Device(copying: device.path)
    try other.save("theirs", to: "M")
    var notebook = try device.open()
    try notebook.save("ours")
    try notebook.publish()
    let path = device.folder + "/book 2.libnotes"
    try device.receive(other.path, as: "book 2.libnotes")
    guard try put(obstacle, on: path) else { return }
    // The folder's time says nothing more after it has settled.
    usleep(30_000)
    #expect(try notebook.refresh() == nil)
    #expect(try notebook.text(of: "M") == nil)
    if obstacle == .permission { remove(obstacle, from: path) }
    let settled = FileIdentity(path: device.folder)
    remove(obstacle, from: path)
    if obstacle != .permission {
      var times = [timespec(), timespec()]
      let time = try #require(settled?.modified)
      for index in times.indices {
        times[index].tv_sec = Int(time / 1_000_000_000)
        times[index].tv_nsec = Int(time % 1_000_000_000)
      }
      #expect(utimensat(AT_FDCWD, device.folder, &times, 0) == 0)
    }
    if isSameProcess { _ = try notebook.refresh() } else { notebook = try device.open() }
    #expect(try notebook.text(of: "M") == "theirs")
    try notebook.close()
    #expect(try device.files == ["book.libnotes"])
  }

  /// The file that came out of an interrupted exchange stays where it is until it can be read.
  @Test func aHiddenFileThatCannotBeReadStays() throws {
    let device = try Device()
    let other = try Device(copying: device.path)
    try other.save("theirs", to: "M")
    let notebook = try device.open()
    try notebook.save("ours")
    let copy = try #require(try WorkingCopy.current(device.paths))
    let hidden = copy.hiddenPath()
    try copy.announce(hidden, FileIdentity(path: device.state.path))
    try FileManager.default.copyItem(atPath: other.path, toPath: hidden)
    try #require(try put(.log, on: hidden))
    try notebook.publish()
    #expect(device.merged.isEmpty)
    remove(.log, from: hidden)
    try notebook.publish()
    #expect(try device.published()["M"] == ["theirs"])
    #expect(try device.files == ["book.libnotes"])
  }

  /// The published file cannot be read for a moment: it is taken in afterwards without a change.
  @Test func thePublishedFileIsLookedAtAgain() throws {
    let device = try Device()
    let other = try Device(copying: device.path)
    let notebook = try device.open()
    try notebook.save("ours")
    try notebook.publish()
    try other.save("theirs", to: "M")
    try device.receive(other.path)
    try Data("a log".utf8).write(to: URL(fileURLWithPath: device.path + "-wal"))
    #expect(try notebook.refresh() == nil)
    #expect(notebook.problem == .walMode(path: device.path))
    #expect(notebook.isStale)
    remove(.log, from: device.path)
    #expect(try notebook.refresh() != nil)
    #expect(try notebook.text(of: "M") == "theirs" && notebook.problem == nil)
  }
}

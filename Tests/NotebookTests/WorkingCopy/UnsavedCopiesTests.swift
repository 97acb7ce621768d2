import Foundation
import GRDB
import NotebookTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile

/// Conflict copies beside a notebook in which nothing was saved on this machine.
@Suite struct UnsavedCopiesTests {
  static let name = "book (Ann's conflicted copy 2026-11-01).libnotes"

  /// A machine that has saved nothing, and a copy of its notebook in which another saved.
  private func devices() throws -> (Device, Device) {
    let origin = try Device()
    try origin.save("first")
    let other = try Device(copying: origin.path)
    try other.save("theirs", to: "M")
    return (try Device(copying: origin.path), other)
  }

  @Test func readingShowsThem() throws {
    let (device, other) = try devices()
    try device.receive(other.path, as: Self.name)
    let before = try device.published()
    let notebook = try device.open()
    #expect(try notebook.text(of: "M") == "theirs")
    // Nothing in the user's folder is changed by that.
    #expect(try device.files == [Self.name, "book.libnotes"])
    #expect(try device.published() == before)
    // The next that publishes writes it.
    try device.open().close()
    #expect(try device.files == ["book.libnotes"])
    #expect(try device.published()["M"] == ["theirs"])
    #expect(device.merged.count == 1)
  }

  @Test func anOpenNotebookShowsThem() throws {
    let (device, other) = try devices()
    let notebook = try device.open()
    #expect(try notebook.refresh() == nil && notebook.text(of: "M") == nil)
    try device.receive(other.path, as: Self.name)
    #expect(try notebook.refresh() == NotebookChange(notes: ["M"]))
    #expect(try notebook.text(of: "M") == "theirs")
    #expect(notebook.publicationIsDue != nil)
  }

  @Test func bothTextsAreAConflict() throws {
    let origin = try Device()
    try origin.save("first")
    let other = try Device(copying: origin.path)
    try other.save("theirs")
    try origin.save("ours")
    let device = try Device(copying: origin.path)
    try device.receive(other.path, as: Self.name)
    let texts = try device.open().read { db in
      try String.fetchAll(db, sql: "SELECT text FROM entry WHERE scope = 'N' AND key = '.noteText'")
    }
    #expect(texts.sorted() == ["ours", "theirs"])
  }

  /// Files that are not of the notebook, or have nothing new, are no reason to make a working copy.
  @Test(arguments: ["book (1).libnotes", "other.libnotes", "book 2.libnotes", name])
  func othersAreLeftAlone(name: String) throws {
    let (device, other) = try devices()
    let isNamed = name == "book 2.libnotes" || name == Self.name
    let another = try Device(notes: ["# Another\n"])
    let notebook = try device.open()
    for file in isNamed ? [another.path, device.path] : [other.path, another.path, device.path] {
      try? FileManager.default.removeItem(atPath: device.folder + "/" + name)
      try device.receive(file, as: name)
      #expect(try notebook.refresh() == nil)
      #expect(try device.open().text(of: "M") == nil)
    }
    try FileManager.default.removeItem(atPath: device.folder + "/" + name)
    try Data("SQLite format 3\0, or what looks like it".utf8).write(
      to: URL(fileURLWithPath: device.folder + "/" + name))
    #expect(try notebook.refresh() == nil)
    #expect(try device.open().takeNotices().isEmpty)
    #expect(!notebook.hasState)
  }

  /// Where nothing can be written, a message names them, once.
  @Test func whereNothingCanBeSavedTheyAreNamed() throws {
    let (device, other) = try devices()
    try device.receive(other.path, as: Self.name)
    func named(_ notebook: Notebook) throws -> [String] {
      #expect(try notebook.text(of: "M") == nil)
      return notebook.takeNotices().compactMap {
        if case .copyNotShown(let path, _) = $0 { path } else { nil }
      }
    }
    let path = device.folder + "/" + Self.name
    let location = NotebookLocation(
      path: device.path, origin: .folder, alternatives: [other.path])
    let found = try Notebook.open(location, state: device.state)
    #expect(try named(found) == [path])
    #expect(try found.refresh() == nil && named(found) == [])
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: device.path)
    let readOnly = try device.open()
    #expect(try named(readOnly) == [path])
    // Another change of the folder is no news.
    try Data().write(to: URL(fileURLWithPath: device.folder + "/else.txt"))
    #expect(try readOnly.refresh() == nil && named(readOnly) == [])
    #expect(!readOnly.hasState)
  }

  @Test func withoutAStateFolderTheyAreNamed() throws {
    let (device, other) = try devices()
    try device.receive(other.path, as: Self.name)
    try FileManager.default.createDirectory(
      atPath: device.state.path, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: device.state.path + "/notebooks"))
    let notebook = try device.open()
    #expect(try notebook.text(of: "M") == nil)
    #expect(notebook.takeNotices().count == 1)
  }

  /// Whatever else changes in the folder, the file is not opened again.
  @Test func otherFilesCostAListing() throws {
    let (device, _) = try devices()
    let notebook = try device.open()
    let source = notebook.sourceState.withLock(\.source)
    for number in 0..<3 {
      try Data().write(to: URL(fileURLWithPath: device.folder + "/\(number).txt"))
      #expect(try notebook.refresh() == nil)
    }
    #expect(notebook.sourceState.withLock(\.source).isSame(as: source))
  }

  /// A backup is what it was.
  @Test func aBackupIsReadWithoutThem() throws {
    let (device, other) = try devices()
    try device.receive(other.path, as: Self.name)
    let backup = try Notebook.open(at: device.path, state: device.state, looksBeside: false)
    #expect(try backup.text(of: "M") == nil && !backup.hasState)
  }
}

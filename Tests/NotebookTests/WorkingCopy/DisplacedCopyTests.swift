import Books
import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile

/// The files of an open working copy lose their names.
@Suite struct DisplacedCopyTests {
  /// Ways to take the working copy away from under a running server.
  enum Removal: String, CaseIterable {
    case folder, allState, copy, log, sharedMemory, replaced
  }

  @Test(arguments: Removal.allCases) func acknowledgedSavesAreFound(removal: Removal) throws {
    let device = try Device()
    let notebook = try device.open()
    try notebook.save("one")
    try notebook.publish()
    try notebook.save("two", to: "M")
    let path = device.paths.state + "/notebook.sqlite"
    switch removal {
    case .folder: try FileManager.default.removeItem(atPath: device.paths.state)
    case .allState: try FileManager.default.removeItem(atPath: device.state.path)
    case .copy: #expect(unlink(path) == 0)
    case .log: #expect(unlink(path + "-wal") == 0)
    case .sharedMemory: #expect(unlink(path + "-shm") == 0)
    case .replaced:
      try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
      try FileManager.default.copyItem(atPath: device.path, toPath: path)
    }
    try notebook.save("three", to: "O")
    for (note, text) in [("N", "one"), ("M", "two"), ("O", "three")] {
      #expect(try notebook.text(of: note) == text)
      // As another process sees it.
      let other = try device.open()
      #expect(try other.text(of: note) == text, "\(removal) \(note)")
    }
    #expect(notebook.takeNotices().contains { if case .copyRescued = $0 { true } else { false } })
    try notebook.close()
    let published = try device.published()
    #expect(published["M"] == ["two"] && published["O"] == ["three"])
  }

  /// A program that only looks brings over the saves.
  @Test func earlierSavesAreBroughtOver() throws {
    let device = try Device()
    let notebook = try device.open()
    try notebook.save("one")
    try FileManager.default.removeItem(atPath: device.state.path)
    _ = try notebook.refresh()
    #expect(try device.open().text() == "one")
    try notebook.close()
    #expect(try device.published()["N"] == ["one"])
  }

  /// Changes of different facts of a book, before and after the removal, are both kept.
  @Test func whatTheUserNeedNotChooseIsSettled() throws {
    let device = try Device(notes: [])
    let notebook = try device.open()
    let book = BookRecord(title: "Walden", authors: ["Henry David Thoreau"])
    let id = try notebook.books.add(book, text: "# Walden\n").summary.id
    try notebook.publish()
    try notebook.books.edit(of: id) { $0.stars = 4 }
    #expect(unlink(device.paths.state + "/notebook.sqlite") == 0)
    let other = try device.open()
    try other.books.edit(of: id) { $0.publisher = "Ticknor" }
    try other.close()
    _ = try notebook.refresh()
    let record = try #require(try notebook.books.record(of: id))
    #expect(record.stars == 4 && record.publisher == "Ticknor")
    #expect(try notebook.conflicts.all().isEmpty)
    let earlier = try notebook.history.of(id).records.compactMap { BookRecord($0.values) }
    #expect(earlier.contains { $0.stars == nil && $0.publisher == "Ticknor" })
    try notebook.close()
  }

  /// The log and the shared memory of a copy that was removed are not the next one's: a process that has that
  /// copy open would be stopped by the system when the shared memory is cut.
  @Test func theNextCopyHasFilesOfItsOwn() throws {
    let device = try Device()
    let notebook = try device.open()
    try notebook.save("one")
    let (path, state) = (device.paths.state + "/notebook.sqlite", device.paths.state)
    let memory = FileIdentity(path: path + "-shm")
    #expect(unlink(path) == 0)
    let other = try device.open()
    try other.save("two", to: "M")
    #expect(try SystemCall.status(path) == nil)
    #expect(try SystemCall.status(state + "/notebook-2.sqlite") != nil)
    #expect(FileIdentity(path: path + "-shm") == memory)
    try notebook.save("three", to: "O")
    for (note, text) in [("N", "one"), ("M", "two"), ("O", "three")] {
      #expect(try device.open().text(of: note) == text)
    }
  }

  /// Nothing is made where a working copy was expected.
  @Test func noEmptyCopyIsMade() throws {
    let device = try Device()
    try device.save("one")
    let paths = device.paths
    #expect(throws: DisplacedCopy.self) {
      _ = try WorkingCopy(paths: paths, path: paths.state + "/notebook-7.sqlite")
    }
    #expect(try SystemCall.status(paths.state + "/notebook-7.sqlite") == nil)
  }

  /// If it cannot be brought over, the save fails and says so.
  @Test func aSaveThatNobodyWouldFindFails() throws {
    let device = try Device()
    let notebook = try device.open()
    try notebook.save("one")
    try FileManager.default.removeItem(atPath: device.state.path)
    try Data().write(to: URL(fileURLWithPath: device.state.path))
    let error = #expect(throws: NotebookError.self) { try notebook.save("two") }
    guard case .notSaved = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(unlink(device.state.path) == 0)
    try notebook.save("three", to: "M")
    #expect(try device.open().text() == "one")
    #expect(try device.open().text(of: "M") == "three")
  }

  /// A write that was committed to files without names, and cannot be brought over, is neither denied nor made
  /// again.
  @Test func aWriteThatFailsAfterItsCommitMayBeThere() throws {
    let device = try Device()
    let notebook = try device.open()
    try notebook.save("one")
    var count = 0
    let error = #expect(throws: NotebookError.self) {
      try notebook.write { author, db in
        count += 1
        try author.write(
          [(EntryKey(scope: "M", key: ".noteText"), .text("two"))], at: Date(),
          superseding: .winners, in: db)
        // The copy has lost its name, and a folder where the lock is keeps it from being rescued.
        for path in [device.paths.state + "/notebook.sqlite", device.paths.lock] { unlink(path) }
        try FileManager.default.createDirectory(
          atPath: device.paths.lock, withIntermediateDirectories: false)
      }
    }
    #expect(count == 1)
    guard case .perhapsSaved = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(rmdir(device.paths.lock) == 0)
    try notebook.save("three", to: "O")
    for (note, text) in [("N", "one"), ("M", "two"), ("O", "three")] {
      #expect(try device.open().text(of: note) == text)
    }
  }
}

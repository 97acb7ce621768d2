import Foundation
import GRDB
import KeyValueStore
import NotebookTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile

/// Something in the state folder cannot be used: reading goes on, and a save says what is so.
@Suite struct UnusableStateTests {
  enum Thing: CaseIterable {
    case folder, pipe, loop, danglingLink

    func make(_ path: String) throws {
      try? FileManager.default.removeItem(atPath: path)
      let result =
        switch self {
        case .folder: mkdir(path, 0o700)
        case .pipe: mkfifo(path, 0o600)
        case .loop: symlink(URL(filePath: path).lastPathComponent, path)
        case .danglingLink: symlink(path + ".nowhere", path)
        }
      if result != 0 { throw SystemError(code: errno) }
    }
  }

  private static let names = ["history.sqlite", "notebook.sqlite", "lock"]

  @Test(arguments: names, Thing.allCases)
  func somethingElseHasTheNameOfAFile(name: String, thing: Thing) throws {
    let device = try Device()
    try device.save("one")
    let path = device.paths.state + "/" + name
    try FileManager.default.moveItem(atPath: path, toPath: path + ".kept")
    try thing.make(path)

    // To open a pipe would wait for ever.
    if name == "history.sqlite" {
      #expect(throws: SystemError.self) { try HistoryFile.isWhole(path: path) }
    }
    let notebook = try device.open()
    #expect(try notebook.text() == "one")
    #expect(try notebook.replacedTexts(of: "N").isEmpty)
    let error = #expect(throws: NotebookError.self) { try notebook.save("two") }
    guard case .stateUnusable(let obstacle) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(obstacle.path == path)
    #expect(error?.advice.hasPrefix("Nothing was written.") == true)
    #expect(try notebook.text() == "one")
    #expect(try device.open().text() == "one")
    // It was not followed, and is there still.
    #expect(access(path + ".nowhere", F_OK) != 0)
    #expect(try SystemCall.status(path) != nil)

    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + ".kept", toPath: path)
    try notebook.save("three")
    try notebook.close()
    #expect(try device.published()["N"] == ["three"])
  }

  /// The working copy is read where the file lacks something, and the file where it has all.
  @Test func allThatIsKnownIsRead() throws {
    let device = try Device()
    let other = try Device(copying: device.path)
    try device.save("one")
    try other.receive(device.path)
    try other.save("theirs", to: "M")
    let history = device.paths.history

    try device.receive(other.path)
    try FileManager.default.moveItem(atPath: history, toPath: history + ".kept")
    try Thing.folder.make(history)
    let reading = try device.open()
    #expect(try reading.text() == "one")
    #expect(try reading.text(of: "M") == "theirs")
    guard case .stateUnusable = reading.problem else {
      Issue.record("\(String(describing: reading.problem))")
      return
    }

    try FileManager.default.removeItem(atPath: history)
    try FileManager.default.moveItem(atPath: history + ".kept", toPath: history)
    let writing = try device.open()
    try writing.save("two")
    try Thing.folder.make(history)
    #expect(try device.open().text() == "two")
  }

  /// A publication that is done is not said to have failed.
  @Test(arguments: Thing.allCases)
  func whatCannotBeSweptIsNoProblem(thing: Thing) throws {
    let device = try Device()
    try device.save("one")
    try thing.make(device.paths.merged)
    let notebook = try device.open()
    try notebook.save("two")
    try notebook.publish()
    #expect(notebook.problem == nil)
    #expect(try device.published()["N"] == ["two"])
  }

  /// Where nothing waits to be published, nothing is said to be saved.
  @Test func aFailureWithoutASaveSpeaksOfNone() throws {
    let device = try Device()
    let paths = device.paths
    let failure = DatabaseError(resultCode: .SQLITE_IOERR)
    let error = NotebookError(publishing: paths, failure, isPending: false)
    #expect(error == .unreadable(path: paths.state, reason: "Input/output error"))
    #expect(
      NotebookError(publishing: paths, failure, isPending: true)
        == .notPublished(path: device.path, reason: "Input/output error"))
    for (outcome, said) in [
      (ChangeOutcome.nothing, NotebookError.notSaved(path: "/a", reason: "Input/output error")),
      (.unknown, .perhapsSaved(path: "/a", reason: "Input/output error")),
      (.onThisMachine, .notPublished(path: "/a", reason: "Input/output error")),
    ] {
      #expect(NotebookError(saving: "/a", failure, outcome: outcome) == said)
    }
  }

  /// A save that does not fit is refused before anything of it is kept.
  @Test func aSaveWithoutRoomKeepsNothing() throws {
    let device = try Device()
    let notebook = try device.open()
    try notebook.save("one")
    let copy = try #require(notebook.sourceState.withLock { $0.source.copy })
    var isKept = false
    #expect(throws: SystemError(code: ENOSPC)) {
      _ = try copy.transaction(by: nil, willKeep: { isKept = true }) { db in
        try db.execute(sql: "UPDATE entry SET text = 'two' WHERE scope = 'N' AND text = 'one'")
        let version = try #require(
          StoredVersion.fetch(db, EntryKey(scope: "N", key: ".noteText")).first)
        var saved = UnpublishedText(version: version, base: nil)
        saved.version.value = StoredValue(type: 1, text: Data(count: 64 << 20))
        // As much as no disk has.
        return ((), HistoryTexts(saved: Array(repeating: saved, count: 1 << 18)))
      }
    }
    #expect(!isKept)
    #expect(try notebook.text() == "one")
    #expect(try copy.history.unpublishedTexts().map(\.text) == ["one"])
  }
}

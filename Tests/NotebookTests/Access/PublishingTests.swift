import Foundation
import GRDB
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile

@Suite struct PublishingTests {
  /// A process that saved may note it after another process did, at a later time.
  @Test(arguments: [(3, 3...7), (6, 5...7), (9, 5...9)])
  func aSaveThatIsNotedLateIsAmongTheOthers(time: Int, expected: ClosedRange<Int>) {
    #expect((5...7).including(time) == expected)
  }

  @Test func publishesOneWholeFile() throws {
    let device = try Device()
    #expect(chmod(device.path, 0o640) == 0)
    let notebook = try device.open()
    try notebook.save("one")
    try notebook.publish()
    #expect(try device.files == ["book.libnotes"])
    #expect(try device.published()["N"] == ["one"])
    let header = try Data(contentsOf: URL(fileURLWithPath: device.path)).prefix(20)
    #expect(Array(header.suffix(2)) == [1, 1])
    #expect(try SystemCall.status(device.path)?.st_mode == S_IFREG | 0o640)
    #expect(!notebook.isStale && notebook.identity == FileIdentity(path: device.path))
    #expect(try notebook.refresh() == nil)
    // Nothing more to publish.
    try notebook.publish()
    #expect(notebook.identity == FileIdentity(path: device.path))
  }

  @Test func replacesTheTargetOfALink() throws {
    let device = try Device()
    let link = device.folder + "/link.libnotes"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "book.libnotes")
    let notebook = try Notebook.open(at: link, state: device.state)
    try notebook.save("one")
    try notebook.close()
    #expect(try device.files == ["book.libnotes", "link.libnotes"])
    #expect(try SystemCall.status(link)?.st_mode ?? 0 & S_IFMT == S_IFLNK | 0o777)
    #expect(try device.published()["N"] == ["one"])
    // Both names mean the same notebook.
    #expect(try device.open().text() == "one")
  }

  /// Nothing new is made at the old path of a file that was taken away: its owner knows where it
  /// is.
  @Test func makesNothingAnewAtThePathOfAMovedFile() throws {
    let device = try Device()
    let notebook = try device.open()
    let moved = device.folder + "/moved.libnotes"
    let gone = NotebookError.gone(path: device.path, now: moved)
    try notebook.save("one")
    #expect(rename(device.path, moved) == 0)
    // The acknowledged save is kept, and the reason is reported.
    #expect(try device.open().text() == "one")
    #expect(throws: gone) { try notebook.publish() }
    #expect(notebook.problem == gone)
    #expect(throws: gone) { try notebook.save("two") }
    #expect(try device.files == ["moved.libnotes"])
    // Back at its path, it gets what it lacks.
    #expect(rename(moved, device.path) == 0)
    try notebook.save("two")
    try notebook.publish()
    #expect(notebook.problem == nil)
    #expect(try device.published()["N"] == ["two"])
  }

  @Test func makesNothingAnewAtThePathOfADeletedFile() throws {
    let device = try Device()
    let notebook = try device.open()
    try notebook.save("one")
    try notebook.publish()
    #expect(unlink(device.path) == 0)
    _ = try notebook.refresh()
    let gone = NotebookError.gone(path: device.path, now: nil)
    #expect(notebook.problem == gone)
    #expect(throws: gone) { try notebook.save("two") }
    try notebook.publish()
    #expect(try device.files == [])
    #expect(throws: NotebookError.missing(path: device.path)) { try device.open() }
  }

  /// A file that is read in place, because nothing was saved in it yet.
  @Test func aMovedFileThatIsOnlyReadIsReported() throws {
    let device = try Device()
    let notebook = try device.open()
    let moved = device.folder + "/moved.libnotes"
    #expect(rename(device.path, moved) == 0)
    #expect(throws: NotebookError.gone(path: device.path, now: moved)) { try notebook.refresh() }
    #expect(try device.files == ["moved.libnotes"])
  }

  @Test func saysWhyItCannotAndTriesAgain() throws {
    let device = try Device()
    let notebook = try device.open()
    try notebook.save("one")
    #expect(rename(device.folder, device.folder + ".away") == 0)
    let error = #expect(throws: NotebookError.self) { try notebook.publish() }
    #expect(error == .notPublished(path: device.path, reason: "No such file or directory"))
    #expect(notebook.problem == error)
    try notebook.save("two")
    #expect(rename(device.folder + ".away", device.folder) == 0)
    try notebook.publish()
    #expect(notebook.problem == nil)
    #expect(try device.published()["N"] == ["two"])
  }

  @Test(.disabled(if: geteuid() == 0, "the superuser may write everywhere"))
  func saysThatTheFolderMayNotBeWritten() throws {
    let device = try Device()
    let notebook = try device.open()
    try notebook.save("one")
    #expect(chmod(device.folder, 0o555) == 0)
    defer { chmod(device.folder, 0o755) }
    #expect(throws: NotebookError.notPublished(path: device.path, reason: "Permission denied")) {
      try notebook.publish()
    }
    #expect(try notebook.text() == "one")
  }

  /// What may be at the path of the file while a sync program is at work, or has failed.
  @Test(arguments: ["empty", "half", "damaged", "text", "folder"])
  func overwritesNothingUnreadable(kind: String) throws {
    let device = try Device(notes: (0..<50).map { "# Note \($0)\n" })
    let good = try Data(contentsOf: URL(fileURLWithPath: device.path))
    let notebook = try device.open()
    try notebook.save("one")
    try notebook.publish()
    #expect(unlink(device.path) == 0)
    let bad: Data =
      switch kind {
      case "half": good.prefix(good.count / 2 / 4096 * 4096)
      case "damaged": good.prefix(8192) + Data(repeating: 7, count: 8192) + good.dropFirst(16384)
      case "text": Data("not a notebook".utf8)
      default: Data()
      }
    if kind == "folder" {
      #expect(mkdir(device.path, 0o700) == 0)
    } else {
      try bad.write(to: URL(fileURLWithPath: device.path))
    }
    try notebook.save("two")
    let error = #expect(throws: NotebookError.self) { try notebook.publish() }
    switch (kind, error) {
    case ("empty", .notHereYet), ("half", .damaged), ("damaged", .damaged), ("text", .notSQLite),
      ("folder", .notAFile):
      break
    default: Issue.record("\(String(describing: error))")
    }
    #expect(notebook.problem == error)
    #expect(try notebook.refresh() == nil)
    if kind != "folder" {
      #expect(try Data(contentsOf: URL(fileURLWithPath: device.path)) == bad)
    }
    #expect(try device.files == ["book.libnotes"])
    #expect(try device.open().text() == "two")

    try FileManager.default.removeItem(atPath: device.path)
    try good.write(to: URL(fileURLWithPath: device.path))
    try notebook.publish()
    #expect(try device.published()["N"] == ["two"])
  }

  @Test(arguments: ["-wal", "-journal"]) func writesNothingBesideAJournal(suffix: String) throws {
    let device = try Device()
    let notebook = try device.open()
    try notebook.save("one")
    let before = FileIdentity(path: device.path)
    try Data("a journal".utf8).write(to: URL(fileURLWithPath: device.path + suffix))
    let error = #expect(throws: NotebookError.self) { try notebook.publish() }
    #expect(
      error
        == (suffix == "-wal"
          ? .walMode(path: device.path) : .interruptedWrite(path: device.path)))
    #expect(FileIdentity(path: device.path) == before)
    #expect(unlink(device.path + suffix) == 0)
    try notebook.publish()
    #expect(try device.published()["N"] == ["one"])
  }

  /// The file is replaced in the last moment: after it was compared, before the exchange.
  @Test(arguments: [true, false]) func losesNothingInARace(isLate: Bool) throws {
    let device = try Device()
    let other = try Device(copying: device.path)
    try other.save("theirs", to: "M")
    let notebook = try device.open()
    try notebook.save("ours")
    let copy = try #require(try WorkingCopy.current(device.paths))
    do {
      let lock = try FileLock(path: device.paths.lock, patience: .seconds(1))
      #expect(try copy.incorporate(holding: lock) == .current)
      let incorporated = try copy.history.published()?.identity
      let outgoing = try copy.makeOutgoingFile(holding: lock)
      try device.receive(other.path)
      let wasKnown =
        isLate
        ? try copy.exchange(outgoing, replacing: incorporated, holding: lock)
        : try copy.put(outgoing, replacing: incorporated, holding: lock)
      #expect(!wasKnown)
    }
    #expect(try device.files == ["book.libnotes"])
    try notebook.publish()
    #expect(try device.published()["N"] == ["ours"])
    #expect(try device.published()["M"] == ["theirs"])
    #expect(try device.files == ["book.libnotes"])
    #expect(try notebook.refresh() == NotebookChange(notes: ["M"]))
  }

  /// The file that came out in the last moment is no notebook: it goes back to its path.
  @Test(arguments: ["damaged", "another"]) func putsBackWhatItCannotMerge(kind: String) throws {
    let device = try Device()
    let another = try Device(notes: ["# Another\n"])
    let notebook = try device.open()
    try notebook.save("ours")
    let copy = try #require(try WorkingCopy.current(device.paths))
    do {
      let lock = try FileLock(path: device.paths.lock, patience: .seconds(1))
      let incorporated = try copy.history.published()?.identity
      let outgoing = try copy.makeOutgoingFile(holding: lock)
      if kind == "damaged" {
        unlink(device.path)
        try Data("half".utf8).write(to: URL(fileURLWithPath: device.path))
        #expect(throws: NotebookError.self) {
          try copy.exchange(outgoing, replacing: incorporated, holding: lock)
        }
      } else {
        try device.receive(another.path)
        #expect(try !copy.exchange(outgoing, replacing: incorporated, holding: lock))
      }
    }
    #expect(try device.files == ["book.libnotes"])
    if kind == "damaged" {
      #expect(try Data(contentsOf: URL(fileURLWithPath: device.path)) == Data("half".utf8))
    } else {
      #expect(try Device.texts(in: device.path) == Device.texts(in: another.path))
    }
  }

  @Test func publishesWithoutExchanging() throws {
    let device = try Device()
    let notebook = try device.open()
    try notebook.save("ours")
    let copy = try #require(try WorkingCopy.current(device.paths))
    let lock = try FileLock(path: device.paths.lock, patience: .seconds(1))
    let incorporated = try copy.history.published()?.identity
    for isReplaced in [true, false] {
      let outgoing = try copy.makeOutgoingFile(holding: lock)
      let expected = isReplaced ? outgoing.identity : incorporated
      #expect(
        try copy.putWithoutExchange(outgoing, replacing: expected) == !isReplaced)
      #expect(try device.files == ["book.libnotes"])
    }
    #expect(try device.published()["N"] == ["ours"])
    #expect(try !copy.isPending())
  }

  @Test func sweepsWhatWasLeft() throws {
    let device = try Device()
    let other = try Device(copying: device.path)
    try other.save("theirs", to: "M")
    let notebook = try device.open()
    try notebook.save("one")
    let copy = try #require(try WorkingCopy.current(device.paths))
    let (ours, theirs, broken) = (copy.hiddenPath(), copy.hiddenPath(), copy.hiddenPath())
    // Killed before the exchange, after it, and after one with something unreadable.
    let early = copy.hiddenPath()
    try copy.announce(early)
    try SystemCall.makeFile(early)
    try copy.announce(ours, try SystemCall.makeFile(ours))
    let content = try Data(contentsOf: URL(fileURLWithPath: other.path))
    for (path, content) in [(theirs, content), (broken, Data())] {
      try copy.announce(path, FileIdentity(path: device.state.path))
      try content.write(to: URL(fileURLWithPath: path))
    }
    #expect(try device.files.count == 5)
    try notebook.publish()
    #expect(try device.files == ["book.libnotes"])
    #expect(try device.published()["M"] == ["theirs"])
    #expect(device.merged.count == 1)
  }

  @Test func aKilledCreationIsSwept() throws {
    let device = try Device()
    try device.save("one")
    try Data("half".utf8).write(
      to: URL(fileURLWithPath: device.paths.state + "/notebook-2.sqlite.new"))
    try device.save("two")
    let names = try FileManager.default.contentsOfDirectory(atPath: device.paths.state)
    #expect(!names.contains { $0.hasSuffix(".new") })
  }
}

import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Maintenance
@testable import Notebook
@testable import NotebookFile

/// An older state of the notebook instead of the published file.
@Suite struct EarlierFileTests {
  /// Saves a text, publishes it and keeps the file.
  private func backup(_ device: Device, as name: String, saving text: String) throws -> String {
    try device.save(text)
    let path = device.paths.folder + "/../" + name
    try FileManager.default.copyItem(atPath: device.path, toPath: path)
    return path
  }

  private func notices(_ notebook: Notebook) -> [(path: String, kept: String)] {
    notebook.takeNotices().compactMap { notice in
      if case .fileIsOlder(let path, let kept) = notice { (path, kept) } else { nil }
    }
  }

  @Test func isSaidOnceAndKept() throws {
    let device = try Device()
    let older = try backup(device, as: "one", saving: "one")
    try device.save("two")
    try device.receive(older)
    let found = try Checkup.run(at: device.path, state: device.state).findings
    #expect(found.contains { $0.kind == .olderFile && $0.severity == .warning })

    let notebook = try device.open()
    let said = notices(notebook)
    let kept = try #require(said.first?.kept)
    #expect(said.map(\.path) == [device.path])
    #expect(FileManager.default.contentsEqual(atPath: kept, andPath: older))
    let again = try device.open()
    #expect(notices(again).isEmpty)
    try again.publish()
    #expect(try device.published()["N"] == ["two"])
    #expect(notices(again).isEmpty)
    let left = try Checkup.run(at: device.path, state: device.state).findings
    #expect(!left.contains { $0.kind == .olderFile })
  }

  /// The last five are there, each once.
  @Test func fewAreKept() throws {
    let device = try Device()
    let backups = try (0..<7).map { try backup(device, as: "\($0)", saving: "text \($0)") }
    try device.save("last")
    for number in [0, 1, 1, 2, 3, 4, 5, 6, 6] {
      try device.receive(backups[number])
      try device.save("after")
    }
    let kept = try FileManager.default.contentsOfDirectory(atPath: device.paths.earlier).sorted()
    #expect(kept.count == 5)
    for backup in backups.suffix(5) {
      #expect(
        kept.contains {
          FileManager.default.contentsEqual(
            atPath: device.paths.earlier + "/" + $0, andPath: backup)
        })
    }
  }

  /// A file that another device wrote is not older, even if it lacks something; nor is one that is only
  /// written again.
  @Test func othersAreNoBackups() throws {
    let device = try Device()
    let older = try backup(device, as: "one", saving: "one")
    let other = try Device(copying: older)
    try other.save("theirs", to: "M")
    try device.save("two")
    try device.receive(other.path)
    let notebook = try device.open()
    #expect(notices(notebook).isEmpty)
    try notebook.close()
    try device.receive(device.path, as: "same")
    try device.receive(device.folder + "/same")
    #expect(try notices(device.open()).isEmpty)
    #expect(try device.published()["M"] == ["theirs"])
  }

  /// Going back to a backup is writing: nothing of it is lost, and other devices get it.
  @Test func allOfABackupComesBack() throws {
    let device = try Device(notes: ["# First\n\n> A quote.\n", "# Second\n", "# Third\n"])
    let ids = try device.change { notebook in
      let notes = try notebook.notes.all().sorted { $0.title < $1.title }
      try notebook.write { author, db in
        try author.write(
          [
            (
              EntryKey(scope: notes[0].id, key: "assets/a.png"),
              .blob(mimeType: "image/png", data: Data([1]))
            )
          ],
          at: Date(), superseding: .all, in: db)
      }
      return notes.map(\.id)
    }
    let older = device.paths.folder + "/../older"
    try FileManager.default.copyItem(atPath: device.path, toPath: older)
    let state = try StoredState(ofFile: older)
    let other = try Device(copying: older)
    try device.change { notebook in
      try notebook.delete(ids[0])
      try notebook.trash(ids[1])
      _ = try notebook.save(text: "# Third\n\nMore, and a\n\n> quote\n", note: ids[2])
      _ = try notebook.createNote(text: "# Fourth\n")
    }
    try device.change { notebook in
      let dry = try notebook.history.restore(from: older, .all, isDryRun: true)
      #expect(try notebook.history.restore(from: older, .lost).back == [])
      let done = try notebook.history.restore(from: older, .all)
      #expect(done == dry && done.back.count == 2 && done.changed.map(\.id) == [ids[2]])
      #expect(try notebook.history.restore(from: older, .all).same == 3)
      #expect(
        try notebook.history.of(ids[2]).texts.map(\.text).contains(
          "# Third\n\nMore, and a\n\n> quote\n"))
    }
    let published = try StoredState(ofFile: device.path)
    #expect(published.losses(of: state) == [])
    try other.change { _ = try $0.merge([device.path]) }
    #expect(try StoredState(ofFile: other.path).losses(of: published) == [])
    #expect(try other.open().notes.all().count == 4)
    let checkup = try Checkup.run(at: device.path, state: device.state)
    #expect(checkup.findings.filter { $0.severity > .remark } == [])
  }

  /// Without a choice, what was not deleted comes back, and texts that are gone.
  @Test func lostTextsComeBack() throws {
    let device = try Device(notes: ["# First\n", "# Second\n"])
    let other = try Device(copying: device.path)
    let made = try other.change { try $0.createNote(text: "# Made there\n").summary.id }
    try device.change { notebook in
      let ids = try notebook.notes.all().sorted { $0.title < $1.title }.map(\.id)
      _ = try notebook.save(text: " \n", note: ids[0])
      _ = try notebook.save(text: "# Second\n\nMore.\n", note: ids[1])
      let report = try notebook.history.restore(from: other.path, .lost)
      #expect(report.back.map(\.id) == [made] && report.changed.map(\.id) == [ids[0]])
      #expect(report.differing.map(\.id) == [ids[1]] && report.deletedHere == [])
      #expect(try notebook.note(id: ids[0]).text == "# First\n")
      #expect(try notebook.note(id: ids[1]).text == "# Second\n\nMore.\n")
      try notebook.delete(made)
      #expect(try notebook.history.restore(from: other.path, .lost).deletedHere.map(\.id) == [made])
      #expect(
        try notebook.history.restore(from: other.path, .notes([made])).back.map(\.id) == [made])
    }
  }

  /// The readable part of a damaged file completes a backup, and nothing of the backup is lost.
  @Test func aBackupIsCompleted() throws {
    for notebook in GoodNotebook.all {
      let trial = try RecoveryTrial(notebook)
      try trial.completesBackups(notebook.name)
    }
  }
}

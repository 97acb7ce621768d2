import Base
import Foundation
import GRDB
import NotebookTestSupport
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Maintenance
@testable import Notebook
@testable import NotebookFile

/// A good notebook, made once, that is damaged again and again.
final class RecoveryTrial {
  let device: Device
  /// The published file and an older state of it, as databases.
  private let good, older: DatabaseQueue
  let state: StoredState
  /// The content of the published file and of the working copy.
  let file, copy: Data
  private let folder: TemporaryFolder

  init(_ notebook: GoodNotebook) throws {
    let folder = try TemporaryFolder()
    device = try notebook.write { device in
      try FileManager.default.copyItem(atPath: device.path, toPath: folder.path("older"))
    }
    self.folder = folder
    state = try StoredState(ofFile: device.path)
    file = try Data(contentsOf: URL(filePath: device.path))
    copy = try Data(contentsOf: URL(filePath: device.paths.state + "/notebook.sqlite"))
    good = try DatabaseQueue(path: device.path).inMemory()
    older = try DatabaseQueue(path: folder.path("older")).inMemory()
    try FileManager.default.copyItem(atPath: device.paths.state, toPath: folder.path("state"))
    try SystemCall.link(device.path, folder.path("published"))
  }

  /// Findings in the good notebook that could be repaired; there should be none.
  func faults() throws -> [Finding] {
    try Checkup.run(at: device.path, state: device.state).findings.filter(\.isRepairable)
  }

  // MARK: The working copy

  /// Puts everything back, the published file being the very same, and `bytes` instead of the
  /// working copy.
  func damageCopy(_ bytes: Data) throws {
    for name in try device.files { unlink(device.folder + "/" + name) }
    try FileManager.default.removeItem(atPath: device.paths.state)
    try FileManager.default.copyItem(atPath: folder.path("state"), toPath: device.paths.state)
    try SystemCall.link(folder.path("published"), device.path)
    try bytes.write(to: URL(filePath: device.paths.state + "/notebook.sqlite"))
  }

  /// Values that are lost after a repair.
  func lossesOfRepair() -> [String] {
    do {
      _ = try Repair.run(at: device.path, state: device.state)
    } catch {
      return ["not repaired: \(error)"]
    }
    return losses()
  }

  /// Values that are lost after a command that writes. A command that fails loses none.
  func lossesOfCommand() -> [String] {
    var failures: [String] = []
    do {
      let notebook = try device.open()
      for step in [
        { _ = try notebook.notes.all() },
        { _ = try notebook.createNote(text: "# Made afterwards\n") },
        { try notebook.close() },
      ] {
        do { try step() } catch { failures.append("failed: \(error)") }
      }
    } catch {
      failures.append("not opened: \(error)")
    }
    let losses = losses()
    return losses.isEmpty ? [] : losses + failures
  }

  /// Values that are lost in the file, and on this machine.
  private func losses() -> [String] {
    do {
      let notebook = try device.open()
      let here = try StoredState(of: notebook).losses(of: state)
      try notebook.close()
      let published = try StoredState(ofFile: device.path).losses(of: state)
      return here.map { "here: \($0)" } + published.map { "in the file: \($0)" }
    } catch {
      return ["cannot be read: \(error)"]
    }
  }

  // MARK: Salvages

  /// Values that are lost when the salvage of `bytes` and the good one are merged, on several devices
  /// and in several orders; nil if nothing can be salvaged. `look` is given the file of one.
  func lossesOfMerging(
    salvageOf bytes: Data, look: (String) throws -> [String] = { _ in [] }
  ) throws -> [String]? {
    let (damaged, new) = (folder.path("damaged"), folder.path("new.libnotes"))
    defer { unlink(new) }
    try bytes.write(to: URL(filePath: damaged))
    guard (try? Salvage.run(from: damaged, to: new)) != nil else { return nil }
    let file = try DatabaseQueue(path: new)
    let salvage = try file.inMemory()
    var losses: [String] = []
    func expect(_ name: String, _ database: DatabaseQueue) throws {
      let state = try database.read { try StoredState($0) }
      losses += state.losses(of: self.state).map { "\(name): \($0)" }
    }
    let toSalvage = try salvage.inMemory().merged(good)
    let toGood = try good.inMemory().merged(salvage)
    try expect("the good one into the salvage", toSalvage)
    try expect("the salvage into the good one", toGood)
    let second = try older.inMemory().merged(salvage).merged(good)
    let third = try older.inMemory().merged(good).merged(salvage)
    try expect("salvage, good", second)
    try expect("good, salvage", third)
    try expect("all, one way", try second.inMemory().merged(toGood).merged(third))
    try expect("all, another way", try third.merged(toSalvage).merged(second))
    try file.writeWithoutTransaction { db in try toSalvage.inDatabase { try $0.backup(to: db) } }
    try file.close()
    return try losses + look(new)
  }

  /// Expects that the older state, completed by what can be read of the good one without one of its
  /// pages, has all that the older one has, or what superseded it.
  func completesBackups(_ name: String) throws {
    let pages = file.count / 4096
    for page in stride(from: 0, to: pages, by: max(1, pages / 6)) {
      var bytes = file
      bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
      let (damaged, new) = (folder.path("damaged"), folder.path("new.libnotes"))
      defer { unlink(new) }
      try bytes.write(to: URL(filePath: damaged))
      let whole = try Salvage.run(from: damaged, to: new, with: device.path)
      #expect(try StoredState(ofFile: new).losses(of: state) == [], "\(name), page \(page + 1)")
      #expect(
        try Checkup.run(at: new, state: StateFolder(path: folder.path("none")))
          .count(.damage) == 0, "\(name), page \(page + 1)")
      unlink(new)
      _ = try Salvage.run(from: damaged, to: new, with: folder.path("older"))
      let keys = try older.read { try StoredState($0) }.missingKeys(in: StoredState(ofFile: new))
      #expect(keys == [], "\(name), page \(page + 1), \(whole.notes)")
      let merged = try DatabaseQueue(path: new).inMemory().merged(good).read { try StoredState($0) }
      #expect(merged.losses(of: state) == [], "\(name), page \(page + 1)")
    }
  }

  /// Whether nothing shows that a file is damaged: SQLite, the full-text index and the schema.
  func isSilent(_ bytes: Data) -> Bool {
    let path = folder.path("silent")
    // As a file, not as a working copy, which is in another mode.
    var bytes = bytes
    if bytes.count > 20, bytes[18] == 2, bytes[19] == 2 { (bytes[18], bytes[19]) = (1, 1) }
    guard (try? bytes.write(to: URL(filePath: path))) != nil else { return false }
    return FileCheck.isWhole(path)
  }
}

extension DatabaseQueue {
  /// A copy in memory.
  fileprivate func inMemory() throws -> DatabaseQueue {
    let copy = try DatabaseQueue()
    try copy.writeWithoutTransaction { db in try inDatabase { try $0.backup(to: db) } }
    return copy
  }

  /// Takes in what `other` has; this one.
  @discardableResult
  fileprivate func merged(_ other: DatabaseQueue) throws -> DatabaseQueue {
    try other.read { source in
      try write { db in
        let report = try Merge.merge(from: source, into: db) { _ in }
        try MetadataUpgrade.run(in: db, after: report, from: source)
      }
    }
    return self
  }
}

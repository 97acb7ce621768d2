import ArgumentParser
import Foundation
import NoteGenerator
import Notebook

/// Three devices with copies of one notebook, edited offline and carried by a sync program that makes
/// conflict copies, deletes late and copies by halves.
struct Devices: ParsableCommand {
  @OptionGroup var options: FaultOptions

  func run() throws {
    let tally = Tally("devices", options)
    let root = try Scene.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: root) }
    var random = SeededGenerator(seed: options.seed)
    var done = 0
    while done < options.count {
      let rounds = min(10, options.count - done)
      let path = root + "/\(done)"
      tally.attempt("rounds from \(done)") {
        let world = try World(path, random: SeededGenerator(seed: random.next()))
        for _ in 0..<rounds {
          try world.round(tally)
          tally.count("rounds")
        }
        try world.settle(tally)
        try world.check(tally, "rounds from \(done)")
      }
      try? FileManager.default.removeItem(atPath: path)
      done += rounds
    }
    try tally.finish()
  }
}

/// What a device acknowledged, and what that replaced.
private struct Edit {
  var note: String
  var replaced: String?
}

/// The devices, and what the sync program's server has.
private final class World {
  private var devices: [SyncedDevice] = []
  private var server: [String: Data] = [:]
  private var edits: [String: Edit] = [:]
  private var random: SeededGenerator
  private var number = 0

  init(_ root: String, random: SeededGenerator) throws {
    self.random = random
    let first = try Scene(root + "/0")
    devices = [SyncedDevice(first, name: "0", conflicts: .renamed)]
    for index in 1...2 {
      let scene = try Scene(root + "/\(index)", copying: first.path)
      devices.append(
        SyncedDevice(scene, name: "\(index)", conflicts: index == 1 ? .older : .renamed))
    }
    server = ["book.libnotes": try Data(contentsOf: URL(fileURLWithPath: first.path))]
    for device in devices { device.known = server }
  }

  private func chance(_ one: Int) -> Bool { Int.random(in: 1...one, using: &random) == 1 }

  /// Every device edits, perhaps publishes, and is perhaps online.
  func round(_ tally: Tally) throws {
    for device in devices.shuffled(using: &random) {
      for _ in 0..<Int.random(in: 0...3, using: &random) { try edit(device, tally) }
      if chance(4) { try device.close(tally) }
      if !chance(3) { try device.publish(tally) }
      if chance(2) { try sync(device, tally) }
      if chance(2) { try device.refresh(tally) }
    }
  }

  private func edit(_ device: SyncedDevice, _ tally: Tally, isWhole: Bool = true) throws {
    number += 1
    let note = chance(3) ? "new \(number)" : "shared \(Int.random(in: 1...2, using: &random))"
    let text = "edit \(number) on \(device.name)"
    // Clocks differ by up to two days.
    let skew = Double((Int(device.name) ?? 0) - 1) * 2 * 86_400
    guard let notebook = try device.open(tally) else { return }
    let time = Date().addingTimeInterval(skew)
    let replaced: String?
    do {
      replaced = try notebook.savePlainText(text, of: note, at: time)
    } catch {
      // The first save needs a whole file to begin with.
      tally.expect(!isWhole, "a save was refused: \(error)")
      tally.count("saves refused")
      return
    }
    edits[text] = Edit(note: note, replaced: replaced)
    tally.count("acknowledged edits")
  }

  /// One run of the sync program on a device: per file, what changed on one side goes to the other.
  private func sync(_ device: SyncedDevice, _ tally: Tally, isLate: Bool = true) throws {
    let local = try device.files()
    for name in Set(local.keys).union(server.keys).union(device.known.keys).sorted() {
      let (ours, theirs, base) = (local[name], server[name], device.known[name])
      if ours == theirs {
        device.known[name] = ours
      } else if ours == base {
        guard let theirs else {
          // Deleted elsewhere; some programs take their time.
          if isLate, chance(2) { continue }
          try device.remove(name)
          device.known[name] = nil
          tally.count("deletions")
          continue
        }
        if isLate, name == "book.libnotes", chance(4) { try half(device, theirs, tally) }
        guard try device.replace(name, ours, by: theirs) else { continue }
        device.known[name] = theirs
        tally.count("downloads")
      } else if theirs == base || theirs == nil {
        server[name] = ours
        device.known[name] = ours
        tally.count("uploads")
      } else if let theirs, let ours {
        tally.count("conflict copies")
        number += 1
        let copy =
          switch device.conflicts {
          case .renamed: "book (\(device.name)'s conflicted copy 2024-01-01 \(number)).libnotes"
          case .older: "book.sync-conflict-20240101-1200\(number)-ABCDEF\(device.name).libnotes"
          }
        // Conflict copies of conflict copies are not made; the server's is taken.
        if name == "book.libnotes" { try device.add(copy, ours) }
        guard try device.replace(name, ours, by: theirs) else { continue }
        device.known[name] = theirs
      } else if let theirs {
        // Deleted here, changed there: the change wins.
        _ = try device.replace(name, nil, by: theirs)
        device.known[name] = theirs
      }
    }
  }

  /// The file is there by half for a while, and the device goes on.
  private func half(_ device: SyncedDevice, _ content: Data, _ tally: Tally) throws {
    tally.count("half-copied files")
    try device.replaceByHalf(content)
    try edit(device, tally, isWhole: false)
    do {
      try device.open(tally)?.publish()
    } catch {
      tally.count("refusals of half-copied files")
    }
  }

  /// All go online until nothing moves any more.
  func settle(_ tally: Tally) throws {
    var last: [String: Data] = [:]
    for _ in 0..<40 {
      for device in devices {
        try device.publish(tally)
        try sync(device, tally, isLate: false)
        try device.refresh(tally)
        try device.publish(tally)
        try sync(device, tally, isLate: false)
      }
      let isQuiet = try devices.allSatisfy { try $0.files() == server }
      if isQuiet, last == server { break }
      last = server
    }
    for device in devices { try device.close(tally) }
  }

  /// All are equal, and each edit is there or was replaced by one that saw it.
  func check(_ tally: Tally, _ what: String) throws {
    var texts: [[String: Set<String>]] = []
    for device in devices {
      let published = try WholeFile.texts(device.scene.path)
      texts.append(published)
      let names = try device.scene.names()
      tally.expect(names == ["book.libnotes"], "\(what): left \(names.sorted())")
    }
    tally.expect(texts.allSatisfy { $0 == texts[0] }, "\(what): the devices differ")
    let present = Set(texts[0].values.joined())
    var kept: Set<String> = []
    for text in present {
      var next: String? = text
      while let text = next, kept.insert(text).inserted { next = edits[text]?.replaced }
    }
    let lost = edits.keys.filter { !kept.contains($0) }
    tally.expect(lost.isEmpty, "\(what): lost \(lost.sorted())")
    tally.count("texts in conflict", texts[0].values.count { $0.count > 1 })
  }
}

/// A device with the sync program's memory of it.
private final class SyncedDevice {
  /// How a sync program names the side of a conflict that loses the name.
  enum Conflicts { case renamed, older }

  let scene: Scene
  let name: String
  let conflicts: Conflicts
  /// What was last the same here and on the server.
  var known: [String: Data] = [:]
  private var notebook: Notebook?

  init(_ scene: Scene, name: String, conflicts: Conflicts) {
    self.scene = scene
    self.name = name
    self.conflicts = conflicts
  }

  /// The notebook, unless it cannot be opened now, because its file is only half there.
  func open(_ tally: Tally) throws -> Notebook? {
    if let notebook { return notebook }
    do {
      notebook = try scene.open()
    } catch {
      tally.count("openings refused")
    }
    return notebook
  }

  func refresh(_ tally: Tally) throws { _ = try open(tally)?.refresh() }

  func publish(_ tally: Tally) throws { try open(tally)?.publish() }

  func close(_ tally: Tally) throws {
    defer { notebook = nil }
    try notebook?.close()
  }

  func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try scene.names() where !name.hasPrefix(".") {
      files[name] = try Data(contentsOf: URL(fileURLWithPath: scene.folder + "/" + name))
    }
    return files
  }

  func add(_ name: String, _ content: Data) throws {
    try content.write(to: URL(fileURLWithPath: scene.folder + "/" + name))
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: scene.folder + "/" + name)
  }

  /// Puts a file in the place of what was read; false when that is not there any more.
  func replace(_ name: String, _ old: Data?, by new: Data) throws -> Bool {
    let arriving = scene.folder + "/.arriving"
    try new.write(to: URL(fileURLWithPath: arriving))
    return rename(arriving, scene.folder + "/" + name) == 0
  }

  /// Puts half a file in the place of the notebook.
  func replaceByHalf(_ content: Data) throws {
    let arriving = scene.folder + "/.arriving"
    try content.prefix(content.count / 2).write(to: URL(fileURLWithPath: arriving))
    guard rename(arriving, scene.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}

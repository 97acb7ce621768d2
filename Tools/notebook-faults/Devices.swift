import ArgumentParser
import Base
import Foundation
import NoteGenerator
import Notebook

/// Three machines and a device with the app have copies of one notebook. They are edited offline
/// and transferred by a sync program that creates conflict copies, deletes late and copies
/// partially.
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

/// The devices, and the files on the sync program's server.
private final class World {
  private var devices: [SyncedDevice] = []
  private var server: [String: Data] = [:]
  private var edits: [String: Edit] = [:]
  private var acknowledged: [(machine: Machine, edit: Edit)] = []
  private var random: SeededGenerator
  private var number = 0

  init(_ root: String, random: SeededGenerator) throws {
    self.random = random
    let first = try Scene(root + "/0")
    devices = [Machine(first, name: "0", conflicts: .renamed)]
    for index in 1...3 {
      let scene = try Scene(root + "/\(index)", copying: first.path)
      let name = "\(index)"
      devices.append(
        index == 3
          ? AppDevice(scene, name: name, conflicts: .renamed)
          : Machine(scene, name: name, conflicts: index == 1 ? .older : .renamed))
    }
    server = ["book.libnotes": try Data(contentsOf: URL(fileURLWithPath: first.path))]
    for device in devices { device.known = server }
  }

  private func chance(_ one: Int) -> Bool { Int.random(in: 1...one, using: &random) == 1 }

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
    // The clocks of any two devices differ by two to six days.
    let skew = Double((Int(device.name) ?? 0) - 1) * 2 * 86_400
    let time = Date().addingTimeInterval(skew)
    // The app rewrites a note's text with any change of the note, so the text sometimes stays the
    // same.
    let isNew = !(device is AppDevice) || !chance(4)
    guard
      let edit = try device.edit(
        isNew ? text : nil, of: note, at: time, isWhole: isWhole, tally)
    else { return }
    let before = edits[edit.text]?.replaced ?? []
    edits[edit.text] = Edit(
      note: note, text: edit.text, replaced: edit.replaced.union(before))
    if let machine = device as? Machine { acknowledged.append((machine, edit)) }
  }

  /// Runs the sync program on a device: copies each file that changed on only one side to the other
  /// side.
  private func sync(_ device: SyncedDevice, _ tally: Tally, isLate: Bool = true) throws {
    let local = try device.files()
    for name in Set(local.keys).union(server.keys).union(device.known.keys).sorted() {
      let (ours, theirs, base) = (local[name], server[name], device.known[name])
      if ours == theirs {
        device.known[name] = ours
      } else if ours == base {
        guard let theirs else {
          // Deleted on another device; some sync programs delay that.
          if isLate, chance(2) { continue }
          try device.remove(name)
          device.known[name] = nil
          tally.count("deletions")
          continue
        }
        if isLate, name == "book.libnotes", device is Machine, chance(4) {
          try half(device, theirs, tally)
        }
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
        // Conflict copies of conflict copies are not created; the server's file is used.
        if name == "book.libnotes" { try device.add(copy, ours) }
        guard try device.replace(name, ours, by: theirs) else { continue }
        device.known[name] = theirs
      } else if let theirs {
        // Deleted on this device, changed on the server: the change wins.
        _ = try device.replace(name, nil, by: theirs)
        device.known[name] = theirs
      }
    }
  }

  /// Replaces the file by its first half. The device edits and publishes before the whole file
  /// arrives.
  private func half(_ device: SyncedDevice, _ content: Data, _ tally: Tally) throws {
    tally.count("half-copied files")
    try device.replaceByHalf(content)
    try edit(device, tally, isWhole: false)
    do {
      try device.publish(tally)
    } catch {
      tally.count("refusals of half-copied files")
    }
  }

  /// Synchronizes all devices until nothing changes any more, at most 40 times. Then closes them.
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

  /// Checks that all devices are equal; that each edit is present, or replaced by one that saw it;
  /// and that each text that a machine acknowledged is present or in its history.
  func check(_ tally: Tally, _ step: String) throws {
    var texts: [[String: Set<String>]] = []
    for device in devices {
      let published = try WholeFile.texts(device.scene.path)
      texts.append(published)
      let names = try device.scene.names()
      tally.expect(names == ["book.libnotes"], "\(step): other files remain: \(names.sorted())")
    }
    tally.expect(texts.allSatisfy { $0 == texts[0] }, "\(step): the devices have different texts")
    let present = Set(texts[0].values.joined())
    var kept: Set<String> = []
    for text in present {
      var next = [text]
      while let text = next.popLast() {
        if kept.insert(text).inserted { next += edits[text]?.replaced ?? [] }
      }
    }
    let lost = edits.keys.filter { !kept.contains($0) }
    tally.expect(lost.isEmpty, "\(step): lost edits: \(lost.sorted())")
    for (machine, edit) in acknowledged where !present.contains(edit.text) {
      let isKept = try machine.keeps(edit, tally)
      tally.expect(isKept, "\(step): “\(edit.text)” is neither in the notebook nor in history")
      tally.count("acknowledged texts in history")
    }
    for device in devices { try device.close(tally) }
    tally.count("texts in conflict", texts[0].values.count { $0.count > 1 })
  }
}

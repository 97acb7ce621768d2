import Foundation
import Notebook

/// A saved text, and the texts that it superseded.
struct Edit {
  var note: String
  var text: String
  var replaced: Set<String>
}

/// A device, with the sync program's record of it.
class SyncedDevice {
  /// How the sync program names conflict copies: like Dropbox, or like Syncthing.
  enum Conflicts { case renamed, older }

  let scene: Scene
  let name: String
  let conflicts: Conflicts
  /// The files as they were when the device and the server last agreed.
  var known: [String: Data] = [:]

  init(_ scene: Scene, name: String, conflicts: Conflicts) {
    self.scene = scene
    self.name = name
    self.conflicts = conflicts
  }

  /// Saves `text`, or rewrites the current text if it is nil. Returns nil if that is not possible.
  /// If the file is complete (`isWhole`), the save must not be refused.
  func edit(
    _ text: String?, of note: String, at time: Date, isWhole: Bool, _ tally: Tally
  ) throws -> Edit? { nil }

  func refresh(_ tally: Tally) throws {}

  func publish(_ tally: Tally) throws {}

  func close(_ tally: Tally) throws {}

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

  /// Replaces the file `name` by `new`, by renaming. Returns false if that fails.
  func replace(_ name: String, _ old: Data?, by new: Data) throws -> Bool {
    let arriving = scene.folder + "/.arriving"
    try new.write(to: URL(fileURLWithPath: arriving))
    return rename(arriving, scene.folder + "/" + name) == 0
  }

  func replaceByHalf(_ content: Data) throws {
    let arriving = scene.folder + "/.arriving"
    try content.prefix(content.count / 2).write(to: URL(fileURLWithPath: arriving))
    guard rename(arriving, scene.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}

/// A device with commonplace. It acknowledges everything that it saves.
final class Machine: SyncedDevice {
  private var notebook: Notebook?

  override func edit(
    _ text: String?, of note: String, at time: Date, isWhole: Bool, _ tally: Tally
  ) throws -> Edit? {
    guard let text, let notebook = try open(tally) else { return nil }
    do {
      let replaced = try notebook.texts.savePlain(text, of: note, at: time)
      tally.count("acknowledged edits")
      return Edit(note: note, text: text, replaced: Set(replaced.map { [$0] } ?? []))
    } catch {
      // The first save needs a complete file, so it may be refused.
      tally.expect(!isWhole, "a save was refused: \(error)")
      tally.count("saves refused")
      return nil
    }
  }

  override func refresh(_ tally: Tally) throws { _ = try open(tally)?.refresh() }

  override func publish(_ tally: Tally) throws { try open(tally)?.publish() }

  override func close(_ tally: Tally) throws {
    defer { notebook = nil }
    try notebook?.close()
  }

  func keeps(_ edit: Edit, _ tally: Tally) throws -> Bool {
    try open(tally)?.history.of(edit.note).texts.contains { $0.text == edit.text } ?? false
  }

  /// Returns nil if the notebook cannot be opened, as when only half of its file is present.
  private func open(_ tally: Tally) throws -> Notebook? {
    if let notebook { return notebook }
    do {
      notebook = try scene.open()
    } catch {
      tally.count("openings refused")
    }
    return notebook
  }
}

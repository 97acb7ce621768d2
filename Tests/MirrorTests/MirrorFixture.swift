import Foundation
import NotebookIndex
import NotebookTestSupport
import TestSupport

@testable import Mirror
@testable import Notebook
@testable import NotebookFile

/// A notebook on a separate machine and a mirror of it, whose clock stands an hour ahead of the
/// files unless a test says otherwise.
final class MirrorFixture {
  let device: Device
  private let root: TemporaryFolder
  let folder: String
  let notebook: Notebook

  init(_ notes: [String] = []) throws {
    root = try TemporaryFolder()
    folder = root.path("mirror")
    device = try Device(notes: notes)
    notebook = try device.open()
  }

  func path(_ name: String) -> String { folder + "/" + name }

  @discardableResult
  func sync(_ options: MirrorOptions = MirrorOptions(), at path: String? = nil) throws
    -> MirrorReport
  {
    let mirror = try NoteMirror.open(at: path ?? folder, of: notebook)
    defer { mirror.close() }
    return try mirror.sync(options, now: Date().addingTimeInterval(3600))
  }

  /// The files and their texts.
  var files: [String: String] {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return Dictionary(
        uniqueKeysWithValues: try names.map { ($0, String(decoding: try data($0), as: UTF8.self)) })
    }
  }

  func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path(name)))
  }

  func write(_ text: String, _ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

  func move(_ name: String, _ other: String) throws {
    try FileManager.default.moveItem(atPath: path(name), toPath: path(other))
  }

  /// The texts of the notes outside the trash, by their titles.
  var notes: [String: String] {
    get throws {
      Dictionary(
        try notebook.notes.all().map { ($0.title, try notebook.note(id: $0.id).text) },
        uniquingKeysWith: { $0 + "&" + $1 })
    }
  }

  func id(_ title: String) throws -> String {
    guard case .one(let note) = try notebook.titles.find(title) else {
      throw NotebookError.noteNotFound(id: title, path: "")
    }
    return note.id
  }

  func save(_ text: String, to title: String) throws {
    _ = try notebook.save(text: text, note: try id(title))
  }
}

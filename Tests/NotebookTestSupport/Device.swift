package import Foundation
import GRDB
import KeyValueStore
package import Notebook
package import NotebookFile
import TestSupport

/// A machine: a synced folder with a notebook in it, and a separate state folder.
package final class Device {
  private let root: TemporaryFolder
  /// The synced folder.
  package let folder: String
  /// The notebook.
  package let path: String
  package let state: StateFolder

  /// Makes a notebook of `notes`, or copies the one at `original`.
  package init(notes: [String] = ["# First\n"], copying original: String? = nil) throws {
    root = try TemporaryFolder()
    folder = root.path("synced")
    path = folder + "/book.libnotes"
    state = StateFolder(path: root.path("state"))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if let original {
      try FileManager.default.copyItem(atPath: original, toPath: path)
    } else {
      try Notebook.create(at: path, notes: notes)
    }
  }

  package var paths: NotebookPaths { NotebookPaths(path: path, state: state) }

  /// The names in the synced folder, sorted.
  package var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  /// The conflict copies that were taken in.
  package var merged: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: paths.merged)) ?? []).sorted()
  }

  package func open() throws -> Notebook { try Notebook.open(at: path, state: state) }

  /// Writes to the published file in place, as another program would.
  package func sql(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// Opens the notebook, saves, publishes and closes.
  package func save(_ text: String, to note: String = "N") throws {
    let notebook = try open()
    try notebook.save(text, to: note)
    try notebook.close()
  }

  /// Lets a file replace the published one, as sync programs do it.
  package func receive(_ file: String) throws {
    let arriving = folder + "/.arriving"
    try FileManager.default.copyItem(atPath: file, toPath: arriving)
    guard rename(arriving, path) == 0 else { throw SystemError(code: errno) }
  }

  /// Copies a file into the synced folder.
  package func receive(_ file: String, as name: String) throws {
    try FileManager.default.copyItem(atPath: file, toPath: folder + "/" + name)
  }

  /// All versions of all notes' texts in the published file, or that at `path`, sorted; read as any
  /// program would read them. Throws when the file or its full-text index is not whole.
  package func published(_ path: String? = nil) throws -> [String: [String]] {
    try Device.texts(in: path ?? self.path)
  }

  package static func texts(in path: String) throws -> [String: [String]] {
    // A copy, because checking the full-text index counts as writing.
    let copy = NSTemporaryDirectory() + "commonplace-copy-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let queue = try DatabaseQueue(path: copy)
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction { db in
      guard try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"] else {
        throw NotebookError.damaged(path: path)
      }
      try db.execute(
        sql: "INSERT INTO entryFullText(entryFullText, rank) VALUES('integrity-check', 1)")
      let sql = "SELECT scope, text FROM entry WHERE key = '.noteText' ORDER BY scope, text"
      return Dictionary(
        grouping: try Row.fetchAll(db, sql: sql), by: { $0[0] as String? ?? "" }
      ).mapValues { $0.map { $0[1] as String? ?? "" } }
    }
  }
}

extension Notebook {
  /// Saves a text, and nothing that follows from it.
  package func save(_ text: String, to note: String = "N", at time: Date = Date()) throws {
    try write { author, db in
      try author.write(
        [(EntryKey(scope: note, key: ".noteText"), .text(text))], at: time, superseding: .winners,
        in: db)
    }
  }

  /// The text that counts.
  package func text(of note: String = "N") throws -> String? {
    try read { db in
      try WinningVersion.fetch(db, note: note, key: ".noteText")?.text
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }
}

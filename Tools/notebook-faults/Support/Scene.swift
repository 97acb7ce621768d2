import Foundation
import GRDB
import Notebook
import NotebookFile

/// A synced folder with a notebook in it, and the state folder of a machine.
struct Scene {
  let root: String
  var folder: String { root + "/synced" }
  var path: String { folder + "/book.libnotes" }
  var state: StateFolder { StateFolder(path: root + "/state") }

  /// An empty folder for scenes; the caller removes it.
  static func temporaryFolder() throws -> String {
    let path = NSTemporaryDirectory() + "commonplace-faults-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// Makes a scene in a new folder at `root`, with a new notebook or the one at `original`.
  init(_ root: String, copying original: String? = nil) throws {
    self.root = root
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if let original {
      try FileManager.default.copyItem(atPath: original, toPath: path)
    } else {
      try Notebook.create(at: path)
    }
  }

  /// The scene that is at `root`.
  init(existing root: String) { self.root = root }

  func open() throws -> Notebook { try Notebook.open(at: path, state: state) }

  /// The names in the synced folder.
  func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder))
  }

  /// Lets a copy of the file at `source` take the place of the notebook, by rename.
  func receive(_ source: String) throws {
    let arriving = folder + "/.arriving"
    try? FileManager.default.removeItem(atPath: arriving)
    try FileManager.default.copyItem(atPath: source, toPath: arriving)
    guard rename(arriving, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// The databases in the state folder: working copies and history.
  func stateDatabases() -> [String] {
    let files = FileManager.default.enumerator(atPath: state.path)
    return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".sqlite") }
      .map { state.path + "/" + $0 }
  }
}

/// Looks at a notebook file as any program would: with nothing but SQLite.
enum WholeFile {
  struct NotWhole: Error, CustomStringConvertible {
    var description: String
  }

  /// All versions of all texts. Throws when the file is not a whole notebook in rollback-journal
  /// mode, or its full-text index does not fit its texts.
  static func texts(_ path: String) throws -> [String: Set<String>] {
    try texts(content: try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The same of a file's content.
  static func texts(content: Data) throws -> [String: Set<String>] {
    guard content.count > 100, content[18] == 1, content[19] == 1 else {
      throw NotWhole(description: "no rollback-journal file, \(content.count) bytes")
    }
    let copy = NSTemporaryDirectory() + "commonplace-faults-copy-\(UUID().uuidString)"
    defer { for suffix in ["", "-journal"] { unlink(copy + suffix) } }
    try content.write(to: URL(fileURLWithPath: copy))
    return try check(copy)
  }

  /// Checks a database in place, a working copy with its log included.
  static func check(_ path: String) throws -> [String: Set<String>] {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction { db in
      let answers = try String.fetchAll(db, sql: "PRAGMA quick_check")
      guard answers == ["ok"] else { throw NotWhole(description: answers.joined(separator: "; ")) }
      guard try db.tableExists("entryFullText") else { return [:] }
      try db.execute(
        sql: "INSERT INTO entryFullText(entryFullText, rank) VALUES('integrity-check', 1)")
      guard try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty else {
        throw NotWhole(description: "a row of no author")
      }
      var texts: [String: Set<String>] = [:]
      let sql = "SELECT scope, text FROM entry WHERE key = '.noteText' AND text IS NOT NULL"
      for row in try Row.fetchAll(db, sql: sql) { texts[row[0], default: []].insert(row[1]) }
      return texts
    }
  }
}

extension [String: Set<String>] {
  /// Whether the note has this text among its versions.
  func has(_ text: String, of note: String) -> Bool { self[note]?.contains(text) == true }
}

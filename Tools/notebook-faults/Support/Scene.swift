import Foundation
import GRDB
import Notebook
import NotebookFile

/// A synced folder with a notebook, and the state folder of a machine.
struct Scene {
  let root: String
  var folder: String { root + "/synced" }
  var path: String { folder + "/book.libnotes" }
  var state: StateFolder { StateFolder(path: root + "/state") }

  /// Creates an empty folder for scenes, which the caller removes.
  static func temporaryFolder() throws -> String {
    let path = NSTemporaryDirectory() + "commonplace-faults-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// Creates a scene in a new folder at `root`, with a new notebook or a copy of `original`.
  init(_ root: String, copying original: String? = nil) throws {
    self.root = root
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if let original {
      try FileManager.default.copyItem(atPath: original, toPath: path)
    } else {
      try Notebook.create(at: path)
    }
  }

  init(existing root: String) { self.root = root }

  func open() throws -> Notebook { try Notebook.open(at: path, state: state) }

  func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder))
  }

  /// Replaces the notebook with a copy of the file at `source`, by renaming.
  func receive(_ source: String) throws {
    let arriving = folder + "/.arriving"
    try? FileManager.default.removeItem(atPath: arriving)
    try FileManager.default.copyItem(atPath: source, toPath: arriving)
    guard rename(arriving, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  func stateDatabases() -> [String] {
    let files = FileManager.default.enumerator(atPath: state.path)
    return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".sqlite") }
      .map { state.path + "/" + $0 }
  }
}

/// Reads a notebook file using only SQLite, like another program.
enum WholeFile {
  struct NotWhole: Error, CustomStringConvertible {
    var description: String
  }

  /// Returns all versions of all texts. Throws if the file is not an intact database in
  /// rollback-journal mode, or if its full-text index does not match its texts.
  static func texts(_ path: String) throws -> [String: Set<String>] {
    try texts(content: try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Returns all versions of all texts in a file's content. Throws like `texts(_:)`.
  static func texts(content: Data) throws -> [String: Set<String>] {
    guard content.count > 100, content[18] == 1, content[19] == 1 else {
      throw NotWhole(
        description: "not a database in rollback-journal mode (\(content.count) bytes)")
    }
    let copy = NSTemporaryDirectory() + "commonplace-faults-copy-\(UUID().uuidString)"
    defer { for suffix in ["", "-journal"] { unlink(copy + suffix) } }
    try content.write(to: URL(fileURLWithPath: copy))
    return try check(copy)
  }

  /// Checks a database in place, such as a working copy with its log. Returns all versions of all
  /// texts; an empty dictionary if the database is not a notebook.
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
        throw NotWhole(description: "a row without an author")
      }
      var texts: [String: Set<String>] = [:]
      let sql = "SELECT scope, text FROM entry WHERE key = '.noteText' AND text IS NOT NULL"
      for row in try Row.fetchAll(db, sql: sql) { texts[row[0], default: []].insert(row[1]) }
      return texts
    }
  }
}

extension [String: Set<String>] {
  func has(_ text: String, of note: String) -> Bool { self[note]?.contains(text) == true }
}

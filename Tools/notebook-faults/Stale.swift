import ArgumentParser
import Base
import Foundation
import GRDB
import NoteGenerator
import Notebook
import NotebookFile

/// Puts journals of an older file next to a newer one. Also replaces the file while it is open or
/// being published.
struct Stale: ParsableCommand {
  @OptionGroup var options: FaultOptions

  func run() throws {
    let tally = Tally("stale", options)
    let root = try Scene.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: root) }
    var random = SeededGenerator(seed: options.seed)
    let remains = try Remains(root + "/remains")
    for number in 0..<options.count {
      let scene = try Scene(root + "/\(number)", copying: remains.file)
      let other = try Scene(root + "/\(number)/other", copying: remains.file)
      tally.attempt("trial \(number)") {
        switch number % 4 {
        case 0: try journal("-wal", remains.log, scene, tally, &random)
        case 1: try journal("-journal", remains.journal, scene, tally, &random)
        case 2: try replacedWhileOpen(scene, other, tally)
        default: try replacedWhilePublishing(scene, other, tally, &random)
        }
      }
      try FileManager.default.removeItem(atPath: scene.root)
    }
    try tally.finish()
  }

  private func journal(
    _ suffix: String, _ content: Data, _ scene: Scene, _ tally: Tally,
    _ random: inout SeededGenerator
  ) throws {
    let isOpen = Bool.random(using: &random)
    var notebook: Notebook?
    if isOpen {
      notebook = try scene.open()
      try notebook?.texts.savePlain("one", of: "N")
      if Bool.random(using: &random) { try notebook?.publish() }
    } else {
      try scene.open().saveAndClose("one", of: "N")
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: scene.path))
    try content.write(to: URL(fileURLWithPath: scene.path + suffix))
    if !isOpen { notebook = try scene.open() }
    guard let notebook else { return }
    try notebook.texts.savePlain("two", of: "M")
    let texts = try notebook.texts.plain()
    tally.expect(
      texts.has("one", of: "N") && texts.has("two", of: "M"),
      "the notebook lacks a saved note")
    tally.expect(texts["remains"] == nil, "the journal was used")
    do {
      try notebook.publish()
      tally.fail("published although there was a \(suffix) file")
    } catch {
      tally.count("publications refused because of a \(suffix) file")
    }
    tally.expect(
      try Data(contentsOf: URL(fileURLWithPath: scene.path)) == before, "the file was changed")
    // A reader without a working copy must refuse the file, or read the right values.
    let reader = try? Notebook.open(
      at: scene.path, state: StateFolder(path: scene.root + "/no state"))
    tally.expect((try? reader?.texts.plain())??["remains"] == nil, "a reader used the journal")
    guard unlink(scene.path + suffix) == 0 else { throw CocoaError(.fileNoSuchFile) }
    try notebook.publish()
    try notebook.close()
    let published = try WholeFile.texts(scene.path)
    tally.expect(
      published.has("one", of: "N") && published.has("two", of: "M"),
      "a saved note was lost")
    tally.expect(published["remains"] == nil, "the journal was used")
  }

  private func replacedWhileOpen(_ scene: Scene, _ other: Scene, _ tally: Tally) throws {
    tally.count("replaced while open")
    let notebook = try scene.open()
    let reader = try scene.open()
    try notebook.texts.savePlain("ours", of: "N")
    try other.open().saveAndClose("theirs", of: "M")
    try scene.receive(other.path)
    try notebook.texts.savePlain("ours", of: "O")
    _ = try notebook.refresh()
    _ = try reader.refresh()
    for texts in [try notebook.texts.plain(), try reader.texts.plain()] {
      tally.expect(
        texts.has("ours", of: "N") && texts.has("ours", of: "O") && texts.has("theirs", of: "M"),
        "the replaced file was not merged")
    }
    try notebook.close()
    let published = try WholeFile.texts(scene.path)
    tally.expect(published == (try reader.texts.plain()), "the file and the notebook differ")
  }

  private func replacedWhilePublishing(
    _ scene: Scene, _ other: Scene, _ tally: Tally, _ random: inout SeededGenerator
  ) throws {
    let notebook = try scene.open()
    try notebook.texts.savePlain("ours", of: "N")
    var arrivals: [String] = []
    for number in 1...4 {
      let path = scene.root + "/\(number).libnotes"
      try other.open().saveAndClose("theirs", of: "M\(number)")
      try FileManager.default.copyItem(atPath: other.path, toPath: path)
      arrivals.append(path)
    }
    let pauses = arrivals.map { _ in UInt32.random(in: 0...15_000, using: &random) }
    let (files, target) = (arrivals, scene.path)
    let thread = Thread {
      for (file, pause) in zip(files, pauses) {
        usleep(pause)
        _ = rename(file, target)
      }
    }
    thread.start()
    for number in 1...3 {
      try notebook.texts.savePlain("ours", of: "O\(number)")
      try? notebook.publish()
      tally.count("published while the file was replaced")
    }
    while !thread.isFinished { usleep(500) }
    try notebook.publish()
    try notebook.close()
    let published = try WholeFile.texts(scene.path)
    let ours =
      published.has("ours", of: "N") && (1...3).allSatisfy { published.has("ours", of: "O\($0)") }
    // The file that arrived last contains all earlier changes.
    let theirs = (1...4).allSatisfy { published.has("theirs", of: "M\($0)") }
    tally.expect(ours && theirs, "saved notes that are in the file: ours \(ours), theirs \(theirs)")
    try tally.expect(scene.names() == ["book.libnotes"], "other files remain: \(try scene.names())")
  }
}

/// A notebook, and the journals of a killed program that wrote to an older state of it.
private struct Remains {
  let file: String
  let log: Data
  let journal: Data

  init(_ root: String) throws {
    file = try Scene(root).path
    log = try Self.remains(of: file, suffix: "-wal", mode: "WAL")
    journal = try Self.remains(of: file, suffix: "-journal", mode: "DELETE")
  }

  /// Writes to a copy, and returns the journal before it is deleted.
  private static func remains(of file: String, suffix: String, mode: String) throws -> Data {
    let copy = file + ".copy"
    try FileManager.default.copyItem(atPath: file, toPath: copy)
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(copy + suffix) } }
    let queue = try DatabaseQueue(path: copy)
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = \(mode); PRAGMA cache_size = 1; BEGIN IMMEDIATE")
      for number in 1...50 {
        try db.execute(
          sql: "INSERT INTO author VALUES (?, 'remains', 1, NULL)",
          arguments: [Data("\(number)".utf8) + Data(repeating: 7, count: 3000)])
      }
      try db.execute(
        sql: """
          INSERT INTO author VALUES (X'07070707070707070707070707070707', 'remains', 1, NULL);
          INSERT INTO entry VALUES ('remains', '.noteText', X'07070707070707070707070707070707', 1,
            '2020-01-01 00:00:00.000', 1, 'remains', NULL, NULL, NULL)
          """)
      if mode == "WAL" { try db.execute(sql: "COMMIT") }
      let content = try Data(contentsOf: URL(fileURLWithPath: copy + suffix))
      if mode != "WAL" { try db.execute(sql: "ROLLBACK") }
      return content
    }
  }
}

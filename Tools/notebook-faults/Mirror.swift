import ArgumentParser
import Base
import Foundation
import Mirror
import NoteGenerator
import Notebook

/// Ends a process with `kill -9` at random moments while it mirrors notes and files, and both
/// change.
struct Mirror: ParsableCommand {
  @OptionGroup var options: FaultOptions

  func run() throws {
    let tally = Tally("mirror", options)
    let root = try Scene.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: root) }
    var random = SeededGenerator(seed: options.seed)
    var done = 0
    while done < options.count {
      let rounds = min(20, options.count - done)
      let path = root + "/\(done)"
      var folder = EditedFolder(try Scene(path), random: SeededGenerator(seed: random.next()))
      for round in 1...rounds {
        tally.attempt("round \(done + round)") { try folder.round(round, tally) }
      }
      tally.count("acknowledged notes", folder.saved)
      tally.count("saved files", folder.written)
      try FileManager.default.removeItem(atPath: path)
      done += rounds
    }
    try tally.finish()
  }
}

/// A mirrored folder in which a user edits files while another process mirrors it and edits notes.
///
/// Every text has a title and, in its last line, a unique mark.
private struct EditedFolder {
  let scene: Scene
  private var random: SeededGenerator
  /// The marks of texts that must be found: all texts, except texts of files that the user
  /// overwrote or removed.
  private var marks: Set<String> = []
  private(set) var saved = 0
  private(set) var written = 0

  init(_ scene: Scene, random: SeededGenerator) { (self.scene, self.random) = (scene, random) }

  /// Edits files while a process mirrors them, and kills it. Then checks that no text is lost and
  /// that both sides agree.
  mutating func round(_ number: Int, _ tally: Tally) throws {
    let worker = try RunningWorker(
      scene,
      ["mirror-worker", scene.root, "--name", "w\(number)", "--seed", "\(random.next())"])
    let deadline = ContinuousClock.now + .milliseconds(Int.random(in: 20...600, using: &random))
    while ContinuousClock.now < deadline {
      usleep(UInt32.random(in: 500...15_000, using: &random))
      try edit("f\(written)-\(number)")
    }
    worker.kill()
    tally.count("kills")
    for line in try worker.finish().lines {
      if line.first == "saved", line.count == 2 {
        marks.insert(line[1])
        saved += 1
      } else {
        tally.fail("round \(number): \(line.joined(separator: " "))")
      }
    }
    tally.count("hidden files left", try hidden().count)
    let notebook = try scene.open()
    let mirror = try NoteMirror.open(at: scene.mirror, of: notebook)
    var options = MirrorOptions()
    options.isForced = true
    for _ in 0..<3 { _ = try mirror.sync(options) }
    tally.expect(
      try !mirror.sync(options).isAnything, "round \(number): another sync still changes something")
    try tally.expect(hidden().isEmpty, "round \(number): hidden files remain: \(hidden())")
    let lost = marks.subtracting(try kept(notebook))
    tally.expect(lost.isEmpty, "round \(number): lost edits: \(lost.sorted())")
    mirror.close()
    try notebook.close()
  }

  private func hidden() throws -> [String] {
    try names().filter { $0.hasPrefix(".") }
  }

  private func names() throws -> [String] {
    guard FileManager.default.fileExists(atPath: scene.mirror) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: scene.mirror).sorted()
  }

  /// Returns the marks of all texts in the folder, the notebook, its conflicts and its history.
  private func kept(_ notebook: Notebook) throws -> Set<String> {
    var texts = try names().compactMap { text($0) }
    for note in try notebook.notes.all(includingTrash: true) {
      texts.append(try notebook.note(id: note.id).text)
      texts += try notebook.history.of(note.id).texts.map(\.text)
      texts += try notebook.conflicts.of(note.id)?.sides.compactMap(\.text) ?? []
    }
    return Set(texts.compactMap(Self.mark))
  }

  private static func mark(_ text: String) -> String? {
    text.split(whereSeparator: \.isNewline).last.map(String.init)
  }

  private func path(_ name: String) -> String { scene.mirror + "/" + name }

  private func text(_ name: String) -> String? {
    (try? Data(contentsOf: URL(fileURLWithPath: path(name)))).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  // MARK: Editing

  private mutating func edit(_ mark: String) throws {
    let files = try names().filter { $0.hasSuffix(".md") && !$0.hasPrefix(".") }
    let chosen = files.randomElement(using: &random)
    let end = Int.random(in: 0...5, using: &random) == 0 ? "\r\n" : "\n"
    let text = "# T\(Int.random(in: 1...6, using: &random))\(end)\(end)\(mark)\(end)"
    switch Int.random(in: 0...9, using: &random) {
    case 0...2: if let chosen { writeInPlace(text, chosen, mark) }
    case 3, 4: if let chosen { writeAndRename(text, chosen, mark) }
    case 5, 6: if let chosen { writeAfterBackup(text, chosen, mark) }
    case 7: writeInPlace(text, "New \(Int.random(in: 1...3, using: &random)).md", mark)
    case 8: if let chosen { giveUp(chosen) }
    default:
      let other = "Name \(Int.random(in: 1...4, using: &random)).md"
      if let chosen, !files.contains(other) { rename(path(chosen), path(other)) }
    }
  }

  /// Truncates the file and writes it, like Visual Studio Code.
  private mutating func writeInPlace(_ text: String, _ name: String, _ mark: String) {
    forget(self.text(name))
    let file = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { return }
    let bytes = Array(text.utf8)
    let count = write(file, bytes, bytes.count)
    close(file)
    if count == bytes.count { expect(mark) }
  }

  private mutating func writeAndRename(_ text: String, _ name: String, _ mark: String) {
    forget(self.text(name))
    let other = path(name) + ".new"
    guard (try? Data(text.utf8).write(to: URL(fileURLWithPath: other))) != nil else { return }
    if rename(other, path(name)) == 0 { expect(mark) }
  }

  /// Renames the file to a backup and writes a new one, like Vim and Emacs.
  private mutating func writeAfterBackup(_ text: String, _ name: String, _ mark: String) {
    giveUp(name)
    guard (try? Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))) != nil else { return }
    expect(mark)
  }

  private mutating func giveUp(_ name: String) {
    guard rename(path(name), path(name) + "~") == 0 else { return }
    forget(text(name + "~"))
    unlink(path(name) + "~")
  }

  private mutating func expect(_ mark: String) {
    marks.insert(mark)
    written += 1
  }

  /// Removes the mark of a file's text that the user abandoned. Marks of notes stay: their texts
  /// must be in history.
  private mutating func forget(_ text: String?) {
    guard let mark = text.flatMap(Self.mark), mark.hasPrefix("f") else { return }
    marks.remove(mark)
  }
}

extension Scene {
  fileprivate var mirror: String { root + "/mirror" }
}

/// A process that mirrors, and changes notes at the same time. It prints the mark of each
/// acknowledged text: `saved` and the mark, tab-separated; or `failed` and the reason.
struct MirrorWorker: ParsableCommand {
  static let configuration = CommandConfiguration(shouldDisplay: false)

  @Argument var root: String
  @Option var name: String
  @Option var seed: UInt64

  func run() throws {
    var random = SeededGenerator(seed: seed)
    let scene = Scene(existing: root)
    let notebook = try scene.open()
    let mirror = try NoteMirror.open(at: scene.mirror, of: notebook)
    var options = MirrorOptions()
    options.isForced = true
    var number = 0
    while true {
      number += 1
      do {
        try edit(notebook, "\(name)-\(number)", &random)
        options.tidiesNames = Bool.random(using: &random)
        _ = try mirror.sync(options)
        if Int.random(in: 0...3, using: &random) == 0 { try notebook.publishIfDue() }
      } catch {
        Worker.say("failed\t\(error)")
      }
    }
  }

  private func edit(
    _ notebook: Notebook, _ mark: String, _ random: inout SeededGenerator
  ) throws {
    let text = "# T\(Int.random(in: 1...6, using: &random))\n\n\(mark)\n"
    let notes = try notebook.notes.all(includingTrash: true)
    guard let note = notes.randomElement(using: &random), notes.count > 3 else {
      _ = try notebook.createNote(text: text)
      return Worker.say("saved\t\(mark)")
    }
    switch Int.random(in: 0...7, using: &random) {
    case 0...2:
      _ = try notebook.save(text: text, note: note.id)
      Worker.say("saved\t\(mark)")
    case 3:
      _ = try notebook.createNote(text: text)
      Worker.say("saved\t\(mark)")
    case 4: try notebook.trash(note.id)
    case 5: if note.isTrashed { try notebook.restore(note.id) }
    default: break
    }
  }
}

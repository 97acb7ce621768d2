import ArgumentParser
import Base
import Foundation
import NoteGenerator
import Notebook

/// Ends a process with `kill -9` at random moments while it saves, merges and publishes.
struct Kill: ParsableCommand {
  @OptionGroup var options: FaultOptions

  func run() throws {
    let tally = Tally("kill", options)
    let root = try Scene.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: root) }
    var random = SeededGenerator(seed: options.seed)
    var done = 0
    while done < options.count {
      let rounds = min(20, options.count - done)
      try scene(rounds, root + "/\(done)", tally, &random)
      done += rounds
    }
    try tally.finish()
  }

  /// Kills several processes on one notebook, one after another, while another device changes it,
  /// too.
  private func scene(
    _ rounds: Int, _ root: String, _ tally: Tally, _ random: inout SeededGenerator
  ) throws {
    let scene = try Scene(root)
    let other = try Scene(root + "/other", copying: scene.path)
    var saved = Acknowledged()
    var theirs = 0
    for round in 1...rounds {
      let worker = try RunningWorker(
        scene,
        ["--name", "w\(round)", "--seed", "\(random.next())"])
      let deadline = ContinuousClock.now + .milliseconds(Int.random(in: 5...250, using: &random))
      while ContinuousClock.now < deadline {
        usleep(UInt32.random(in: 1000...40_000, using: &random))
        guard Int.random(in: 0...2, using: &random) == 0 else { continue }
        theirs += 1
        try other.open().saveAndClose("\(theirs) by the other", of: "other-\(theirs % 3)")
        tally.count("arrivals")
        if Bool.random(using: &random) {
          try scene.receive(other.path)
        } else {
          try FileManager.default.copyItem(
            atPath: other.path,
            toPath: scene.folder + "/book (other's conflicted copy 2024-01-01 \(theirs)).libnotes")
        }
      }
      usleep(UInt32.random(in: 0...3000, using: &random))
      worker.kill()
      let problems = saved.add(try worker.finish().lines)
      tally.count("kills")
      for problem in problems where problem.hasPrefix("failed") { tally.fail(problem) }
      tally.attempt("round \(round) after the kill") {
        _ = try WholeFile.texts(scene.path)
        for path in scene.stateDatabases() { _ = try WholeFile.check(path) }
      }
      tally.attempt("round \(round) opened again") {
        let notebook = try scene.open()
        let lost = saved.lost(in: try notebook.texts.plain())
        tally.expect(lost.isEmpty, "round \(round): lost saves: \(lost)")
        // Saves first, because conflict copies are merged only if there is a working copy.
        try notebook.texts.savePlain("1 after round \(round)", of: "after the kill")
        try notebook.publish()
        try notebook.close()
        let published = try WholeFile.texts(scene.path)
        tally.expect(saved.lost(in: published).isEmpty, "round \(round): a save is not in the file")
        let number = published["other-\(theirs % 3)"]?.contains("\(theirs) by the other")
        tally.expect(
          theirs == 0 || number == true, "round \(round): the note of the other device is lost")
        let names = try scene.names()
        tally.expect(
          names == ["book.libnotes"],
          "round \(round): other files remain: \(names.sorted())")
        try other.receive(scene.path)
      }
    }
    tally.count("acknowledged saves", saved.count)
    try FileManager.default.removeItem(atPath: root)
  }
}

extension Notebook {
  func saveAndClose(_ text: String, of note: String) throws {
    try texts.savePlain(text, of: note)
    try close()
  }
}

import ArgumentParser
import Base
import Foundation
import NoteGenerator
import Notebook

/// Two long processes and many short ones save to one notebook at the same time.
struct Processes: ParsableCommand {
  @OptionGroup var options: FaultOptions

  func run() throws {
    let tally = Tally("processes", options)
    let root = try Scene.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: root) }
    var random = SeededGenerator(seed: options.seed)
    let scene = try Scene(root + "/scene")
    // Each long process makes two fifths of the saves; the short processes make the others, five
    // each.
    let (long, short) = (options.count * 2 / 5, 5)
    let servers = try ["a", "b"].map { name in
      try RunningWorker(
        scene,
        ["--name", name, "--seed", "\(random.next())", "--saves", "\(long)", "--pause", "6"])
    }
    var saved = Acknowledged()
    var failures: [String] = []
    for number in 0..<max(1, (options.count - 2 * long) / short) {
      let command = try RunningWorker(
        scene,
        ["--name", "c\(number)", "--seed", "\(random.next())", "--saves", "\(short)"])
      let (lines, status) = try command.finish()
      failures += saved.add(lines)
      tally.expect(status == 0, "command \(number) ended with \(status)")
      tally.count("short processes")
      usleep(UInt32.random(in: 0...20_000, using: &random))
    }
    for server in servers {
      let (lines, status) = try server.finish()
      failures += saved.add(lines)
      tally.expect(status == 0, "a server ended with \(status)")
    }
    tally.count("acknowledged saves", saved.count)
    for failure in failures { tally.fail(failure) }
    tally.attempt("the published file") {
      let published = try WholeFile.texts(scene.path)
      tally.expect(saved.lost(in: published).isEmpty, "lost saves: \(saved.lost(in: published))")
      let notebook = try scene.open()
      tally.expect(try notebook.texts.plain() == published, "some saves are not published")
      try tally.expect(
        scene.names() == ["book.libnotes"],
        "other files remain: \(try scene.names())")
      for path in scene.stateDatabases() { _ = try WholeFile.check(path) }
    }
    try tally.finish()
  }
}

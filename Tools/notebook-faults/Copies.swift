import ArgumentParser
import Base
import Foundation
import NoteGenerator
import Notebook
import NotebookFile

/// Copies the published file slowly while another process saves and publishes.
struct Copies: ParsableCommand {
  @OptionGroup var options: FaultOptions

  func run() throws {
    let tally = Tally("copies", options)
    let root = try Scene.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: root) }
    var random = SeededGenerator(seed: options.seed)
    var taken = 0
    while taken < options.count {
      let scene = try Scene(root + "/\(taken)")
      let worker = try RunningWorker(scene, ["--name", "w", "--seed", "\(random.next())"])
      var states: Set<Int> = []
      var seen = 0
      for _ in 0..<min(500, options.count - taken) {
        tally.attempt("copy \(taken)") {
          let content = try copy(scene.path, &random)
          states.insert(content.hashValue)
          let texts = try WholeFile.texts(content: content)
          // A later copy must not contain an older state.
          tally.expect(texts.count >= seen, "copy \(taken) is older than the previous copy")
          seen = texts.count
        }
        let names = try scene.names().filter { !HiddenName.matches($0, for: "book.libnotes") }
        tally.expect(
          names == ["book.libnotes"],
          "copy \(taken): the folder contains other files: \(names)")
        taken += 1
      }
      worker.kill()
      _ = try worker.finish()
      tally.count("copies", 0)
      tally.count("different states", states.count)
      try FileManager.default.removeItem(atPath: scene.root)
    }
    tally.count("copies", taken)
    try tally.finish()
  }

  private func copy(_ path: String, _ random: inout SeededGenerator) throws -> Data {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    var content = Data()
    while let piece = try file.read(upToCount: 1 << 16), !piece.isEmpty {
      content += piece
      if Int.random(in: 0...3, using: &random) == 0 { usleep(200) }
    }
    return content
  }
}

import Foundation
import Mirror
import Notebook
import NotebookFile

/// The cost of checking whether a mirrored folder is still equal to the notebook.
enum MirrorRows {
  static let all: [Row] = [
    Row(
      id: "mirror",
      name: "looking through an unchanged mirror of 10,000 notes, against writing it",
      bar: .atLeast(20, "times as fast"), measure: measure)
  ]

  private static func measure(_ bench: Bench) -> Figure {
    Figure.catching {
      let root = NSTemporaryDirectory() + "commonplace-benchmark-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: root) }
      let notebook = try Notebook.open(
        at: bench.notebooks.path(noteCount: 10_000), state: StateFolder(path: root + "/state"))
      func sync() throws -> (time: Double, report: MirrorReport) {
        let begun = ContinuousClock.now
        // Opened again each time, as by a command, so that the record is read, too.
        let mirror = try NoteMirror.open(at: root + "/mirror", of: notebook)
        defer { mirror.close() }
        let report = try mirror.sync()
        return ((ContinuousClock.now - begun) / .seconds(1), report)
      }
      let first = try sync()
      var read = 0
      var later: [Double] = []
      for _ in 0..<15 {
        let again = try sync()
        later.append(again.time)
        read += again.report.readFiles + again.report.written
      }
      let median = later.sorted()[later.count / 2]
      func milliseconds(_ time: Double) -> String { "\(Int((time * 1000).rounded())) ms" }
      return .value(
        first.time / max(median, 1e-9),
        detail:
          "\(milliseconds(first.time)) / \(milliseconds(median)), elapsed times; "
          + "\(first.report.written) files written, then \(read) read or written")
    }
  }
}

import Foundation
import Notebook
import NotebookFile

/// The time until a save of one note is acknowledged: on disk, in the working copy.
enum SavingRows {
  static let all: [Row] = [
    Row(
      id: "save",
      name: "saving a note until it is acknowledged, p99: 100,000 notes against 100",
      bar: .atMost(5, "times"), measure: measure)
  ]

  private static func measure(_ bench: Bench) -> Figure {
    Figure.catching {
      let big = try Saving(bench, noteCount: 100_000)
      defer { big.discard() }
      let small = try Saving(bench, noteCount: 100)
      defer { small.discard() }
      Side.measure(big.side, small.side, effort: bench.effort)
      let (slow, fast) = (big.side.samples.quantile(0.99), small.side.samples.quantile(0.99))
      return .value(
        slow / max(1, fast),
        detail: "p99 \(slow.duration) / \(fast.duration), medians \(big.side.median.duration) / "
          + "\(small.side.median.duration), \(big.failures.count + small.failures.count) failed"
          + big.side.shortfall)
    }
  }
}

/// Saving to one notebook, whose file does not change: nothing is published.
private final class Saving {
  let side: Side
  let failures: Failures
  private let state: String

  final class Failures { var count = 0 }

  init(_ bench: Bench, noteCount: Int) throws {
    let state = NSTemporaryDirectory() + "commonplace-benchmark-\(UUID().uuidString)"
    let notebook = try Notebook.open(
      at: bench.notebooks.path(noteCount: noteCount), state: StateFolder(path: state))
    let ids = try notebook.notes.all().map(\.id)
    let failures = Failures()
    var turn = 0
    // The first save creates the working copy.
    _ = try notebook.save(text: "# First\n", note: ids[0])
    side = Side(count: bench.effort.searches * 3) {
      turn += 1
      // A large odd step reaches notes in all parts of the notebook.
      let id = ids[turn &* 7_919 % ids.count]
      let text = "# Note \(turn)\n\n> A quote. (p. \(turn))\n\nThe ?[organ](heart) beats. #saved\n"
      return Stopwatch.time {
        do {
          _ = try notebook.save(text: text, note: id)
        } catch {
          failures.count += 1
        }
      }
    }
    self.failures = failures
    self.state = state
  }

  func discard() { try? FileManager.default.removeItem(atPath: state) }
}

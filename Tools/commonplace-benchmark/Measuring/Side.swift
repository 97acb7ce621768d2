import Dispatch

/// One side of a ratio: an operation that is repeated, and the time of each run.
final class Side {
  let count: Int
  private(set) var samples = Samples()
  private let operation: () -> UInt64

  /// `operation` runs once and returns its time in nanoseconds.
  init(count: Int, _ operation: @escaping () -> UInt64) {
    self.count = count
    self.operation = operation
  }

  /// Measures all sides in turn, until each has `count` samples. After the time of `effort`,
  /// `Effort.fewest` samples of each are enough. The first run of each side is not counted, so that
  /// caches and branch predictors are warm.
  static func measure(_ sides: Side..., effort: Effort) {
    let turns = min(20, sides.map(\.count).min() ?? 0)
    let start = DispatchTime.now().uptimeNanoseconds
    for side in sides { _ = side.operation() }
    while sides.contains(where: { $0.samples.count < $0.count }) {
      for side in sides {
        let batch = max(1, side.count / max(1, turns))
        for _ in 0..<batch where side.samples.count < side.count {
          side.samples.add(side.operation())
          if side.samples.count >= Effort.fewest, isOver(start, effort) { break }
        }
      }
      if isOver(start, effort), sides.allSatisfy({ $0.samples.count >= Effort.fewest }) { return }
    }
  }

  var median: Double { samples.median }

  /// A note for the table if there are fewer than `count` samples; empty otherwise.
  var shortfall: String { samples.count < count ? "; only \(samples.count) of \(count)" : "" }

  private static func isOver(_ start: UInt64, _ effort: Effort) -> Bool {
    Double(DispatchTime.now().uptimeNanoseconds - start) > effort.seconds * 1e9
  }
}

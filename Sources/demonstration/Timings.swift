import Foundation

/// How long things took, by name.
struct Timings {
  private var milliseconds: [(name: String, values: [Double])] = []
  /// The last time measured, in milliseconds.
  private(set) var last = 0.0

  mutating func measure<Result>(_ name: String, _ work: () throws -> Result) rethrows -> Result {
    let start = DispatchTime.now().uptimeNanoseconds
    let result = try work()
    last = Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000_000
    if let index = milliseconds.firstIndex(where: { $0.name == name }) {
      milliseconds[index].values.append(last)
    } else {
      milliseconds.append((name, [last]))
    }
    return result
  }

  func show(on screen: Screen) {
    for (name, values) in milliseconds {
      let sorted = values.sorted()
      let median = String(format: "%.2f", sorted[sorted.count / 2])
      let slowest = String(format: "%.2f", sorted.last ?? 0)
      let label = name.padding(toLength: 14, withPad: " ", startingAt: 0)
      screen.line("  \(label) \(values.count) times, median \(median) ms, slowest \(slowest) ms")
    }
  }
}

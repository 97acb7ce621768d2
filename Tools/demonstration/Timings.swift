import Foundation

struct Timings {
  private var milliseconds: [(name: String, values: [Double])] = []

  /// Records the time since `start` under `name`. Returns it in milliseconds.
  @discardableResult
  mutating func note(_ name: String, since start: DispatchTime) -> Double {
    let time = Self.milliseconds(since: start)
    add(name, time)
    return time
  }

  static func milliseconds(since start: DispatchTime) -> Double {
    Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1_000_000
  }

  /// Records a time in milliseconds under `name`.
  mutating func add(_ name: String, _ time: Double) {
    if let index = milliseconds.firstIndex(where: { $0.name == name }) {
      milliseconds[index].values.append(time)
    } else {
      milliseconds.append((name, [time]))
    }
  }

  static func shown(_ milliseconds: Double) -> String {
    String(format: "%.2f ms", milliseconds)
  }

  func show(on screen: Screen) {
    for (name, values) in milliseconds {
      let sorted = values.sorted()
      let median = Self.shown(sorted[sorted.count / 2])
      let slowest = Self.shown(sorted.last ?? 0)
      let label = name.padding(toLength: 22, withPad: " ", startingAt: 0)
      screen.line("  \(label) \(values.count) times, median \(median), slowest \(slowest)")
    }
  }
}

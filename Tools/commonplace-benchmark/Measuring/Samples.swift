/// Measured times, in nanoseconds.
struct Samples {
  private(set) var values: [UInt64] = []

  mutating func add(_ value: UInt64) { values.append(value) }

  var count: Int { values.count }

  var median: Double { quantile(0.5) }

  /// Returns 0 without values.
  func quantile(_ fraction: Double) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.last else { return 0 }
    let index = Int(Double(sorted.count) * fraction)
    return Double(index < sorted.count ? sorted[index] : last)
  }
}

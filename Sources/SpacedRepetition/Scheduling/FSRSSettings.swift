package struct FSRSSettings: Sendable, Hashable {
  /// The permitted values of `desiredRetention`.
  package static let retentions = 0.70...0.99
  /// The permitted values of `maximumInterval`, in days.
  package static let maximumIntervals = 1...36_500

  /// The desired probability that a prompt is remembered when it is asked.
  package let desiredRetention: Double
  /// The maximum interval, in days.
  package let maximumInterval: Int
  package let parameters: FSRSParameters

  /// Creates settings, by default those of py-fsrs. Values outside the permitted ranges are
  /// clamped.
  package init(
    desiredRetention: Double = 0.9, maximumInterval: Int = 36_500,
    parameters: FSRSParameters = .published
  ) {
    self.desiredRetention = desiredRetention.clamped(to: Self.retentions)
    self.maximumInterval = min(
      max(maximumInterval, Self.maximumIntervals.lowerBound), Self.maximumIntervals.upperBound)
    self.parameters = parameters
  }
}

/// The 21 parameters of FSRS-6 that describe how a user remembers: w₀ to w₂₀. An optimizer computes
/// them from the user's answers.
package struct FSRSParameters: Sendable, Hashable {
  /// The 21 numbers, each within its limits.
  package let numbers: [Double]

  /// The published parameters (py-fsrs 6.3.2), computed from the answers of many users.
  package static let published = FSRSParameters(valid: [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
  ])

  /// The permitted values of each parameter: the limits of py-fsrs.
  package static let limits: [ClosedRange<Double>] = [
    0.001...100, 0.001...100, 0.001...100, 0.001...100, 1...10, 0.001...4, 0.001...4, 0.001...0.75,
    0...4.5, 0...0.8, 0.001...3.5, 0.001...5, 0.001...0.25, 0.001...0.9, 0...4, 0...1, 1...6, 0...2,
    0...2, 0...0.8, 0.1...0.8,
  ]

  package struct Problem: Error, Equatable, CustomStringConvertible {
    /// A message for the user, such as `expected the 21 numbers of FSRS-6, not 19`.
    package let description: String
  }

  private init(valid numbers: [Double]) { self.numbers = numbers }

  /// Throws if there are not 21 numbers, or one is not within its limits.
  package init(_ numbers: [Double]) throws(Problem) {
    guard numbers.count == Self.limits.count else {
      throw Problem(
        description: "expected the \(Self.limits.count) numbers of FSRS-6, not \(numbers.count)")
    }
    for (index, (number, limits)) in zip(numbers, Self.limits).enumerated()
    where !limits.contains(number) {
      throw Problem(
        description: "number \(index + 1) is \(number): expected a number from "
          + "\(limits.lowerBound) to \(limits.upperBound)")
    }
    self.init(valid: numbers)
  }
}

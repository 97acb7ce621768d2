import Foundation

/// The formulas of FSRS-6, with the names that its authors use.
///
/// All results are finite: stability at least 0.001, difficulty 1 to 10.
struct FSRSFormulas: Sendable {
  private let w: [Double]
  private let decay: Double
  /// The factor with which retrievability is 0.9 after `stability` days.
  private let factor: Double

  init(_ parameters: FSRSParameters) {
    w = parameters.numbers
    decay = -w[20]
    factor = pow(0.9, 1 / decay) - 1
  }

  static func stability(_ number: Double) -> Double { number.clamped(to: 0.001...1e12) }
  static func difficulty(_ number: Double) -> Double { number.clamped(to: 1...10) }

  /// Returns the number of days after which retrievability has decreased to `retention`, not
  /// rounded.
  func interval(stability: Double, retention: Double) -> Double {
    stability / factor * (pow(retention.clamped(to: 0.01...0.99), 1 / decay) - 1)
  }

  /// Returns the probability that the card is remembered after `days`.
  func retrievability(stability: Double, days: Double) -> Double {
    pow(1 + factor * max(0, days) / stability, decay)
  }

  func initialStability(_ ease: Ease) -> Double {
    switch ease {
    case .again: w[0]
    case .hard: w[1]
    case .good: w[2]
    case .easy: w[3]
    }
  }

  func initialDifficulty(_ ease: Ease) -> Double {
    Self.difficulty(unboundedDifficulty(ease))
  }

  private func unboundedDifficulty(_ ease: Ease) -> Double {
    w[4] - exp(w[5] * (ease.rating - 1)) + 1
  }

  func nextDifficulty(_ difficulty: Double, after ease: Ease) -> Double {
    let damped = (10 - difficulty) * -w[6] * (ease.rating - 3) / 9
    let reverted = w[7] * unboundedDifficulty(.easy) + (1 - w[7]) * (difficulty + damped)
    return Self.difficulty(reverted)
  }

  /// Returns the stability after an answer less than a day after the previous one.
  func shortTermStability(_ stability: Double, after ease: Ease) -> Double {
    let increase = exp(w[17] * (ease.rating - 3 + w[18])) * pow(stability, -w[19])
    return Self.stability(stability * (ease.isCorrect ? max(increase, 1) : increase))
  }

  /// Returns the stability after an answer a day or more after the previous one.
  func nextStability(
    _ stability: Double, difficulty: Double, retrievability: Double, after ease: Ease
  ) -> Double {
    let forgotten = 1 - retrievability
    guard ease.isCorrect else {
      let longTerm =
        w[11] * pow(difficulty, -w[12]) * (pow(stability + 1, w[13]) - 1) * exp(forgotten * w[14])
      return Self.stability(min(longTerm, stability / exp(w[17] * w[18])))
    }
    let weight = ease == .hard ? w[15] : ease == .easy ? w[16] : 1
    return Self.stability(
      stability + stability * growth(stability, forgotten: forgotten) * (11 - difficulty) * weight)
  }

  /// Returns the difficulty at which a right answer after `stability` days multiplies stability by
  /// `factor`.
  func difficulty(ofFactor factor: Double, stability: Double) -> Double {
    Self.difficulty(11 - (factor - 1) / growth(stability, forgotten: 0.1))
  }

  /// Returns the relative growth of stability with a right answer, per point of difficulty below
  /// 11.
  private func growth(_ stability: Double, forgotten: Double) -> Double {
    exp(w[8]) * pow(stability, -w[9]) * (exp(forgotten * w[10]) - 1)
  }
}

extension Ease {
  fileprivate var rating: Double {
    switch self {
    case .again: 1
    case .hard: 2
    case .good: 3
    case .easy: 4
    }
  }
}

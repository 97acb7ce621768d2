internal import Foundation

/// The formulas of FSRS-6 with the published default parameters (py-fsrs 6.3.2), by the names that
/// the algorithm's authors give them.
///
/// Everything that comes out is a finite number: stability from 0.001 on, difficulty from 1 to 10.
enum FSRSFormulas {
  /// The 21 parameters.
  private static let w = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
  ]
  private static let decay = -w[20]
  /// Makes retrievability 0.9 after as many days as stability says.
  private static let factor = pow(0.9, 1 / decay) - 1

  /// Any number as a stability; answers a human can give stay far from the upper end.
  static func stability(_ number: Double) -> Double { number.clamped(to: 0.001...1e12) }
  /// Any number as a difficulty.
  static func difficulty(_ number: Double) -> Double { number.clamped(to: 1...10) }

  /// After how many days retrievability has come down to `retention`, not rounded.
  static func interval(stability: Double, retention: Double) -> Double {
    stability / factor * (pow(retention.clamped(to: 0.01...0.99), 1 / decay) - 1)
  }

  /// How probable it is that it is remembered after `days`.
  static func retrievability(stability: Double, days: Double) -> Double {
    pow(1 + factor * max(0, days) / stability, decay)
  }

  static func initialStability(_ ease: Ease) -> Double {
    switch ease {
    case .again: w[0]
    case .hard: w[1]
    case .good: w[2]
    case .easy: w[3]
    }
  }

  static func initialDifficulty(_ ease: Ease) -> Double { difficulty(unboundedDifficulty(ease)) }

  private static func unboundedDifficulty(_ ease: Ease) -> Double {
    w[4] - exp(w[5] * (ease.rating - 1)) + 1
  }

  static func nextDifficulty(_ difficulty: Double, after ease: Ease) -> Double {
    let damped = (10 - difficulty) * -w[6] * (ease.rating - 3) / 9
    let reverted = w[7] * unboundedDifficulty(.easy) + (1 - w[7]) * (difficulty + damped)
    return Self.difficulty(reverted)
  }

  /// The stability after another answer on the same day.
  static func shortTermStability(_ stability: Double, after ease: Ease) -> Double {
    let increase = exp(w[17] * (ease.rating - 3 + w[18])) * pow(stability, -w[19])
    return Self.stability(stability * (ease.isCorrect ? max(increase, 1) : increase))
  }

  /// The stability after an answer a day or more later.
  static func nextStability(
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

  /// The difficulty at which a right answer after `stability` days multiplies stability by `factor`.
  static func difficulty(ofFactor factor: Double, stability: Double) -> Double {
    difficulty(11 - (factor - 1) / growth(stability, forgotten: 0.1))
  }

  /// How much stability grows with a right answer, relative to it, per point that a card is easier
  /// than 11.
  private static func growth(_ stability: Double, forgotten: Double) -> Double {
    exp(w[8]) * pow(stability, -w[9]) * (exp(forgotten * w[10]) - 1)
  }
}

extension Ease {
  /// FSRS's number of it.
  fileprivate var rating: Double {
    switch self {
    case .again: 1
    case .hard: 2
    case .good: 3
    case .easy: 4
    }
  }
}

/// A promise: the measured cost, and its limit.
struct Row: Sendable {
  /// A short, stable name for `--filter` and `--json`.
  var id: String
  var name: String
  var bar: Bar
  var measure: @Sendable (Bench) -> Figure
}

/// The limit of a row.
struct Bar: Sendable {
  let limit: Double
  let unit: String
  private let isUpper: Bool
  private let words: String?
  /// Whether there is no limit, and the figure is only informative.
  var isNone: Bool { limit.isNaN }

  /// `words`, if given, are the whole description.
  static func atMost(_ limit: Double, _ unit: String, words: String? = nil) -> Bar {
    Bar(limit: limit, unit: unit, isUpper: true, words: words)
  }

  static func none(_ unit: String) -> Bar {
    Bar(limit: .nan, unit: unit, isUpper: true, words: "none")
  }

  static func atLeast(_ limit: Double, _ unit: String, words: String? = nil) -> Bar {
    Bar(limit: limit, unit: unit, isUpper: false, words: words)
  }

  func isMet(by value: Double) -> Bool { isUpper ? value <= limit : value >= limit }
}

extension Bar: CustomStringConvertible {
  var description: String {
    words ?? "\(isUpper ? "at most" : "at least") \(limit.short) \(unit)"
  }
}

enum Figure {
  /// A value in the unit of the limit, and details.
  case value(Double, detail: String)
  case skipped(String)
  case failed(String)
}

extension Figure {
  static func ratio(_ side: Side, to other: Side, note: String = "") -> Figure {
    .value(
      side.median / max(1, other.median),
      detail: "\(side.median.duration) / \(other.median.duration)\(note)"
        + side.shortfall + other.shortfall)
  }
}

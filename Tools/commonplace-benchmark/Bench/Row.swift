/// One promise: the measured cost, and the bar it has to clear.
struct Row: Sendable {
  /// A short name, stable, for `--filter` and `--json`.
  var id: String
  /// The measured cost, in words.
  var name: String
  var bar: Bar
  var measure: @Sendable (Bench) -> Figure
}

/// The number that decides.
struct Bar: Sendable {
  let limit: Double
  let unit: String
  private let isUpper: Bool
  private let words: String?
  /// Whether there is no limit: the figure is worth knowing.
  var isNone: Bool { limit.isNaN }

  /// `words` say it better than the number.
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

/// The result of a row.
enum Figure {
  /// A value to hold against the bar, in its unit, and further details.
  case value(Double, detail: String)
  /// Not measured, and why.
  case skipped(String)
  /// An error got in the way.
  case failed(String)
}

extension Figure {
  /// The ratio of `side` to `other`, with both medians.
  static func ratio(_ side: Side, to other: Side, note: String = "") -> Figure {
    .value(
      side.median / max(1, other.median),
      detail: "\(side.median.duration) / \(other.median.duration)\(note)"
        + side.shortfall + other.shortfall)
  }
}

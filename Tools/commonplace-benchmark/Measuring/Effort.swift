struct Effort {
  var edits: Int
  var parses: Int
  /// The number of searches and openings for a median.
  var searches: Int
  /// The time, in seconds, after which a row is cut short, once each side has `fewest` samples.
  var seconds: Double

  static let fewest = 15
  static let full = Effort(edits: 1_000, parses: 60, searches: 200, seconds: 40)
  static let quick = Effort(edits: 120, parses: 15, searches: 30, seconds: 6)
}

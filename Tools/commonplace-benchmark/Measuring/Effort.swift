/// The numbers of measurements.
struct Effort {
  /// Edits whose median is taken.
  var edits: Int
  /// Parses from scratch whose median is taken, where an edit is not the other side.
  var parses: Int
  /// Searches and openings whose median is taken.
  var searches: Int
  /// The time after which a row is cut short, with a word saying so: seconds, after `fewest` of
  /// each side.
  var seconds: Double

  static let fewest = 15
  static let full = Effort(edits: 1_000, parses: 60, searches: 200, seconds: 40)
  static let quick = Effort(edits: 120, parses: 15, searches: 30, seconds: 6)
}

/// How often things are measured.
struct Effort {
  /// Edits whose median is taken.
  var edits: Int
  /// Parses from scratch whose median is taken, where an edit is not the other side.
  var parses: Int
  /// When a row is cut short, with a word saying so: seconds, after `fewest` of each side.
  var seconds: Double

  static let fewest = 15
  static let full = Effort(edits: 1_000, parses: 60, seconds: 40)
  static let quick = Effort(edits: 120, parses: 15, seconds: 6)
}

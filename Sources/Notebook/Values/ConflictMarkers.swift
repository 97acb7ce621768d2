/// The lines around two texts of which a person has to choose: `<<<<<<< `, `=======` and `>>>>>>> `, as
/// other programs know them, each with the name of its text.
package struct ConflictMarkers: Sendable, Equatable {
  /// The name of the first text, for people.
  package var first: String
  /// That of the second.
  package var second: String

  package init(first: String, second: String) { (self.first, self.second) = (first, second) }

  func around(_ one: [Substring], _ other: [Substring]) -> [Substring] {
    let (start, middle, end) = lines
    return [start[...]] + one + [middle[...]] + other + [end[...]]
  }

  /// The three marker lines.
  var lines: (start: String, middle: String, end: String) {
    ("<<<<<<< \(first.onOneLine)", "=======", ">>>>>>> \(second.onOneLine)")
  }
}

extension String {
  fileprivate var onOneLine: String {
    split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

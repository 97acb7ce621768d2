/// The marker lines around two texts in conflict: `<<<<<<< `, `=======` and `>>>>>>> `, the usual
/// format, with the names of the texts.
package struct ConflictMarkers: Sendable, Equatable {
  package var first: String
  package var second: String

  package init(first: String, second: String) { (self.first, self.second) = (first, second) }

  func around(_ one: [Substring], _ other: [Substring]) -> [Substring] {
    let (start, middle, end) = lines
    return [start[...]] + one + [middle[...]] + other + [end[...]]
  }

  var lines: (start: String, middle: String, end: String) {
    ("<<<<<<< \(first.onOneLine)", "=======", ">>>>>>> \(second.onOneLine)")
  }
}

extension String {
  fileprivate var onOneLine: String {
    split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

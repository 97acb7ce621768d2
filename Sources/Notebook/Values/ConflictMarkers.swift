/// The lines around two texts of which a person has to choose: `<<<<<<< `, `=======` and `>>>>>>> `, as
/// other programs know them, each with the name of its text.
package struct ConflictMarkers: Sendable, Equatable {
  /// The name of the first text, for people.
  package var mine: String
  /// That of the second.
  package var theirs: String

  package init(mine: String, theirs: String) { (self.mine, self.theirs) = (mine, theirs) }

  private static let (start, middle, end) = ("<<<<<<< ", "=======", ">>>>>>> ")

  func around(_ mine: [Substring], _ theirs: [Substring]) -> [Substring] {
    let start = Self.start + self.mine.onOneLine
    let end = Self.end + self.theirs.onOneLine
    return [start[...]] + mine + [Self.middle[...]] + theirs + [end[...]]
  }

  /// Whether lines of `text` are marked still.
  package static func areLeft(in text: String) -> Bool {
    let lines = text.split(separator: "\n")
    guard let first = lines.firstIndex(where: { $0.hasPrefix(start) }) else { return false }
    return lines[first...].contains { $0.hasPrefix(end) }
  }
}

extension String {
  fileprivate var onOneLine: String {
    split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

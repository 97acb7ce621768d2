import Base

/// Typed letters that match a name if they occur in it in their order, as `workspace/symbol` asks.
/// Case, accents and typed white space are ignored.
struct FuzzyPattern {
  /// Longer patterns match nothing: users type only parts of long names.
  private static let mostLetters = 100

  private let letters: [Unicode.Scalar]

  /// Returns nil if `typed` has no letters, or more than `mostLetters`.
  init?(_ typed: String) {
    letters = typed.plainlySpelled.unicodeScalars.filter { !$0.properties.isWhitespace }
    if letters.isEmpty || letters.count > Self.mostLetters { return nil }
  }

  /// Returns the number of other characters between the letters where they are closest in `name`;
  /// nil if the name does not match. Cost: linear in the name, multiplied by the letters for a name
  /// that matches.
  func gaps(in name: String) -> Int? {
    let name = name.plainlySpelled.unicodeScalars
    var rest = letters[...]
    for scalar in name where scalar == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty ? fewestGaps(in: name) : nil
  }

  private func fewestGaps(in name: String.UnicodeScalarView) -> Int? {
    // For each letter, the start of the shortest match of the letters up to it, so far.
    var starts = [Int?](repeating: nil, count: letters.count)
    var shortest: Int?
    for (offset, scalar) in name.enumerated() {
      for index in letters.indices.reversed() where letters[index] == scalar {
        let start = index == 0 ? offset : starts[index - 1]
        starts[index] = start
        guard index == letters.count - 1, let start else { continue }
        shortest = min(shortest ?? .max, offset + 1 - start - letters.count)
      }
    }
    return shortest
  }
}

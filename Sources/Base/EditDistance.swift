/// The number of edits between two texts (Levenshtein distance).
package enum EditDistance {
  /// Returns the fewest insertions, deletions and replacements that turn `pattern` into a part of
  /// `text`, or with `isWhole` into all of it. Cost: the product of both lengths.
  package static func toPart<Element: Equatable>(
    of text: some Sequence<Element>, from pattern: [Element], isWhole: Bool = false
  ) -> Int {
    // Distances from each prefix of the pattern to the closest part of the text that ends here.
    var distances = Array(0...pattern.count)
    var best = pattern.count
    for (offset, element) in text.enumerated() {
      var diagonal = distances[0]
      if isWhole { distances[0] = offset + 1 }
      for (index, other) in pattern.enumerated() {
        let above = distances[index + 1]
        distances[index + 1] =
          element == other ? diagonal : 1 + min(diagonal, above, distances[index])
        diagonal = above
      }
      best = min(best, distances[pattern.count])
    }
    return isWhole ? distances[pattern.count] : best
  }

  /// In characters.
  package static func between(_ first: String, _ second: String) -> Int {
    toPart(of: second, from: Array(first), isWhole: true)
  }
}

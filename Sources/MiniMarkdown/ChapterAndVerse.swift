/// A location in a book, written at the end of a quote: ` (III.i)`.
package enum ChapterAndVerse {
  /// Returns the start of the chapter and verse in `text`, or nil if there is none. The start is
  /// counted in scalars, and includes the white space before the parenthesis.
  ///
  /// This is the first match of `\s+\([^\)]*\)\W*$`: parentheses after white space, with only
  /// punctuation after them. Cost: linear.
  package static func start(in text: some Sequence<Unicode.Scalar>) -> Int? {
    let scalars = Array(text)
    let tail = (scalars.lastIndex(where: \.isWord) ?? -1) + 1
    guard scalars[tail...].contains(")") else { return nil }
    var index = 0
    while index < scalars.count {
      guard scalars[index] == "(", index > 0, scalars[index - 1].properties.isWhitespace else {
        index += 1
        continue
      }
      guard let end = scalars[index...].firstIndex(of: ")") else { return nil }
      if end >= tail {
        var start = index - 1
        while start > 0, scalars[start - 1].properties.isWhitespace { start -= 1 }
        return start
      }
      index = end + 1
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a word character, as `\w` in regular expressions (UTS #18).
  fileprivate var isWord: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: true
    default: properties.isAlphabetic || value == 0x200C || value == 0x200D
    }
  }
}

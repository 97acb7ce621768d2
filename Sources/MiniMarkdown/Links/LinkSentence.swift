package import PackratParsing

extension DocumentSnapshot {
  /// The sentence that has a range, for lists of links: without spaces around it, within one line, and with at
  /// most some 300 bytes on each side of the range. Cost: that of looking at so many bytes, and, without the range
  /// of the `line`, a look at the text around it.
  package func sentence(around range: Range<Int>, in line: Range<Int>? = nil) -> String {
    text(in: sentenceRange(around: range, in: line))
  }

  /// The range of that sentence, in bytes from the start of the text. It has all of `range` that is in the text.
  package func sentenceRange(around range: Range<Int>, in line: Range<Int>? = nil) -> Range<Int> {
    let range = range.clamped(to: 0..<count)
    let line = line ?? lineRange(self.line(at: range.lowerBound))
    // A scalar is not cut: those that go on begin with the bits 10.
    var start = max(line.lowerBound, range.lowerBound - Self.mostAround)
    while start < range.lowerBound, isWithinScalar(start) { start += 1 }
    var end = max(range.upperBound, min(line.upperBound, range.upperBound + Self.mostAround))
    while end > range.upperBound, isWithinScalar(end) { end -= 1 }
    let before = text(in: start..<range.lowerBound).unicodeScalars
    let first = Self.lastEnd(in: before)
    start += before[..<first].utf8Count
    start += before[first...].prefix(while: \.properties.isWhitespace).utf8Count
    let after = text(in: range.upperBound..<end).unicodeScalars
    let rest = after[..<Self.firstEnd(in: after, isFollowed: end < line.upperBound)]
    let space = rest.reversed().prefix(while: \.properties.isWhitespace)
    end = range.upperBound + rest.utf8Count - space.reduce(0) { $0 + $1.utf8.count }
    return start..<max(end, range.upperBound)
  }

  private func isWithinScalar(_ offset: Int) -> Bool {
    byte(at: offset).map { $0 & 0xC0 == 0x80 } ?? false
  }

  private static let mostAround = 300

  /// The place after the last mark that ends a sentence in text before a link; its start if there is none.
  private static func lastEnd(in text: String.UnicodeScalarView) -> String.Index {
    var next: Unicode.Scalar?
    for index in text.indices.reversed() {
      let scalar = text[index]
      if ends(scalar, before: next, isLast: false) { return text.index(after: index) }
      next = scalar
    }
    return text.startIndex
  }

  /// The place after the first mark that ends a sentence in text after a link; its end if there is none.
  private static func firstEnd(
    in text: String.UnicodeScalarView, isFollowed: Bool
  ) -> String.Index {
    for index in text.indices {
      let after = text.index(after: index)
      let next = after < text.endIndex ? text[after] : nil
      if ends(text[index], before: next, isLast: !isFollowed) { return after }
    }
    return text.endIndex
  }

  /// Whether a scalar before another one ends a sentence: not a mark within a name such as `a.md`. With `isLast`,
  /// one without another ends it, too.
  private static func ends(
    _ scalar: Unicode.Scalar, before next: Unicode.Scalar?, isLast: Bool
  ) -> Bool {
    switch scalar {
    case ".", "!", "?": next?.properties.isWhitespace ?? isLast
    case "。", "！", "？": true
    default: false
    }
  }
}

extension Sequence<Unicode.Scalar> {
  fileprivate var utf8Count: Int { reduce(0) { $0 + $1.utf8.count } }
}

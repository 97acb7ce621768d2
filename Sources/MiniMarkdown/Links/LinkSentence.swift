package import PackratParsing

extension DocumentSnapshot {
  /// Returns the sentence around a range, for lists of links. It is within one line, without white
  /// space around it, and has at most 300 bytes on each side of the range. Cost: reading these
  /// bytes and, if `line` is nil, finding the line.
  package func sentence(around range: Range<Int>, in line: Range<Int>? = nil) -> String {
    text(in: sentenceRange(around: range, in: line))
  }

  /// Returns the range of the sentence around `range`, in UTF-8 bytes. The sentence includes
  /// `range`, clamped to the text.
  package func sentenceRange(around range: Range<Int>, in line: Range<Int>? = nil) -> Range<Int> {
    let range = range.clamped(to: 0..<count)
    let line = line ?? lineRange(self.line(at: range.lowerBound))
    // Do not cut a scalar: continuation bytes begin with the bits 10.
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

  /// Returns the index after the last sentence end before a link, or the start of the text.
  private static func lastEnd(in text: String.UnicodeScalarView) -> String.Index {
    var next: Unicode.Scalar?
    for index in text.indices.reversed() {
      let scalar = text[index]
      if ends(scalar, before: next, isLast: false) { return text.index(after: index) }
      next = scalar
    }
    return text.startIndex
  }

  /// Returns the index after the first sentence end after a link, or the end of the text.
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

  /// Returns whether a scalar ends a sentence when `next` follows. The period in a name such as
  /// `a.md` does not. `isLast` decides for an ASCII mark without a scalar after it.
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

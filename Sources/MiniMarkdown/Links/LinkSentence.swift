package import PackratParsing

extension DocumentSnapshot {
  /// The sentence that has a range, for lists of links: without spaces around it, within one line, and with at
  /// most some 300 bytes on each side of the range. Cost: that of looking at so many bytes.
  package func sentence(around range: Range<Int>) -> String {
    text(in: sentenceRange(around: range))
  }

  /// The range of that sentence, in bytes from the start of the text. It has all of `range` that is in the text.
  package func sentenceRange(around range: Range<Int>) -> Range<Int> {
    let range = range.clamped(to: 0..<count)
    let line = lineRange(line(at: range.lowerBound))
    // A scalar is not cut: those that go on begin with the bits 10.
    var start = max(line.lowerBound, range.lowerBound - Self.mostAround)
    while start < range.lowerBound, isWithinScalar(start) { start += 1 }
    var end = max(range.upperBound, min(line.upperBound, range.upperBound + Self.mostAround))
    while end > range.upperBound, isWithinScalar(end) { end -= 1 }
    let before = text(in: start..<range.lowerBound)
    if let mark = Self.ends(in: before, isFollowed: true).last {
      start += before[..<mark].utf8.count
    }
    start += text(in: start..<range.lowerBound).prefix(while: \.isWhitespace).utf8.count
    let after = text(in: range.upperBound..<end)
    if let mark = Self.ends(in: after, isFollowed: end < line.upperBound).first {
      end = range.upperBound + after[..<mark].utf8.count
    }
    let last = text(in: range.upperBound..<end)
    end -= last.reversed().prefix(while: \.isWhitespace).reduce(0) { $0 + $1.utf8.count }
    return start..<max(end, range.upperBound)
  }

  private func isWithinScalar(_ offset: Int) -> Bool {
    byte(at: offset).map { $0 & 0xC0 == 0x80 } ?? false
  }

  private static let mostAround = 300

  /// The places after marks that end a sentence: not those within a name such as `a.md`.
  private static func ends(in text: String, isFollowed: Bool) -> [String.Index] {
    text.indices.compactMap { index in
      let next = text.index(after: index)
      let isLast = next == text.endIndex ? !isFollowed : text[next].isWhitespace
      let isEnd = ".!?".contains(text[index]) ? isLast : "。！？".contains(text[index])
      return isEnd ? next : nil
    }
  }
}

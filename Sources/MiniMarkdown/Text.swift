import PackratParsing

extension UInt8 {
  var isSpaceOrTab: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension DocumentSnapshot {
  /// The lines of `range`, each without its line end (`\n` or `\r\n`, as in the grammar).
  func lines(in range: Range<Int>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = range.lowerBound
    for offset in range where byte(at: offset) == UInt8(ascii: "\n") {
      let isPair = offset > start && byte(at: offset - 1) == UInt8(ascii: "\r")
      lines.append(start..<(isPair ? offset - 1 : offset))
      start = offset + 1
    }
    if start < range.upperBound { lines.append(start..<range.upperBound) }
    return lines
  }

  /// Whether the bytes from `offset` are `literal`, which is ASCII.
  func has(_ literal: StaticString, at offset: Int) -> Bool {
    for index in 0..<literal.utf8CodeUnitCount
    where byte(at: offset + index) != literal.utf8Start[index] { return false }
    return true
  }

  /// The first offset in `range` where `literal`, which is ASCII, stands whole.
  func first(_ literal: StaticString, in range: Range<Int>) -> Int? {
    guard range.count >= literal.utf8CodeUnitCount else { return nil }
    return (range.lowerBound...range.upperBound - literal.utf8CodeUnitCount)
      .first { has(literal, at: $0) }
  }
}

extension StringProtocol {
  /// Without white space at either end.
  var trimmed: String {
    var text = Substring(self)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}

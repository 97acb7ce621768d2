import PackratParsing

extension UInt8 {
  var isSpaceOrTab: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension Block {
  /// The lines of `range`, each without its line end (`\n` or `\r\n`, as in the grammar).
  func lines(in range: Range<Int>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(endOfLine(from: start), range.upperBound)
      lines.append(start..<end)
      start = end
      if byte(at: start) == UInt8(ascii: "\r"), start < range.upperBound { start += 1 }
      if start < range.upperBound { start += 1 }
    }
    return lines
  }

  /// Where the line that holds `offset` ends, before its line end; the block's end behind the last.
  func endOfLine(from offset: Int) -> Int {
    let base = utf8.startIndex - start
    guard let feed = utf8[(base + offset)...].firstIndex(of: UInt8(ascii: "\n")) else {
      return range.upperBound
    }
    let isPair = feed > base + offset && utf8[feed - 1] == UInt8(ascii: "\r")
    return (isPair ? feed - 1 : feed) - base
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

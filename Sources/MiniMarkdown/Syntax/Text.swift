import Foundation
import PackratParsing

extension Unicode.Scalar {
  /// Whether the scalar is white space within a line in the grammar; a hashtag can begin after it.
  package var isMiniMarkdownSpace: Bool {
    MiniMarkdownGrammar.ws.contains { $0.contains(value) }
  }

  /// Whether a hashtag can contain the scalar.
  package var isMiniMarkdownText: Bool {
    MiniMarkdownGrammar.nws.contains { $0.contains(value) }
  }

  var isLetter: Bool {
    if isASCII { return UInt8(truncatingIfNeeded: value).isLetter }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }

  /// Whether the scalar is a part of the letter before it, such as an accent or a vowel of Hindi.
  var isCombiningMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  var isPunctuation: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .finalPunctuation, .closePunctuation,
      .otherPunctuation:
      true
    default: isOpening
    }
  }

  /// Whether the scalar is an opening bracket or quotation mark.
  var isOpening: Bool {
    switch properties.generalCategory {
    case .openPunctuation, .initialPunctuation: true
    default: false
    }
  }
}

extension DocumentSnapshot {
  /// Returns the scalar that begins at `offset`, or nil outside of the text.
  func scalar(at offset: Int) -> Unicode.Scalar? {
    guard let first = byte(at: offset) else { return nil }
    if first < 0x80 { return Unicode.Scalar(first) }
    return text(in: offset..<offset + 4).unicodeScalars.first
  }

  /// Returns the scalar that ends at `offset`, or nil at the start and outside of the text.
  func scalar(before offset: Int) -> Unicode.Scalar? {
    guard let last = byte(at: offset - 1) else { return nil }
    if last < 0x80 { return Unicode.Scalar(last) }
    return text(in: max(0, offset - 4)..<offset).unicodeScalars.last
  }
}

extension UInt8 {
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  var isSpaceOrTab: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension Block {
  /// Returns the lines of `range`, each without its line end (`\n` or `\r\n`, as in the grammar).
  func lines(in range: Range<Int>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(endOfLine(from: start, before: range.upperBound), range.upperBound)
      lines.append(start..<end)
      start = end
      if byte(at: start) == UInt8(ascii: "\r"), start < range.upperBound { start += 1 }
      if start < range.upperBound { start += 1 }
    }
    return lines
  }

  /// Returns the end of the line that contains `offset`, before its line end; the block's end if no
  /// line end follows up to `limit`. Cost: linear in the line up to `limit`.
  func endOfLine(from offset: Int, before limit: Int = .max) -> Int {
    // One more byte, since a `\r` at the limit may belong to a `\r\n`.
    let end = min(limit, range.upperBound - 1) + 1
    guard offset < end, let feed = first("\n", in: offset..<end) else { return range.upperBound }
    return feed > offset && byte(at: feed - 1) == UInt8(ascii: "\r") ? feed - 1 : feed
  }

  /// Returns whether the bytes from `offset` are `literal`, which must be ASCII.
  func has(_ literal: StaticString, at offset: Int) -> Bool {
    for index in 0..<literal.utf8CodeUnitCount
    where byte(at: offset + index) != literal.utf8Start[index] { return false }
    return true
  }

  /// Returns the first offset of `literal` from `start` to `end`, or nil if there is none. `start`
  /// may be after `end`, as when a match extended beyond the part being searched.
  func first(_ literal: StaticString, from start: Int, before end: Int) -> Int? {
    start < end ? first(literal, in: start..<end) : nil
  }

  /// Returns the first offset in `range` of `literal`, which must end within `range`; nil if there
  /// is none. Cost: linear.
  func first(_ literal: StaticString, in range: Range<Int>) -> Int? {
    let base = utf8.startIndex - start
    let range = range.clamped(to: self.range)
    let size = literal.utf8CodeUnitCount
    guard range.count >= size, size > 0 else { return nil }
    return utf8[base + range.lowerBound..<base + range.upperBound].withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return nil }
      let last = first + bytes.count - size
      var next = first
      while next <= last,
        let found = memchr(next, Int32(truncatingIfNeeded: literal.utf8Start[0]), last - next + 1)
      {
        if memcmp(found, literal.utf8Start, size) == 0 {
          return range.lowerBound + (UnsafeRawPointer(found) - first)
        }
        next = UnsafeRawPointer(found) + 1
      }
      return nil
    }
  }
}

/// Searches a block for a literal from ascending offsets; all searches together cost one pass.
struct ForwardSearch {
  private let block: Block
  private let literal: StaticString
  /// The start of the last search.
  private var searched = 0
  private var known = -1
  private(set) var searchedBytes = 0

  init(_ literal: StaticString, in block: Block) {
    self.block = block
    self.literal = literal
    searched = block.start
  }

  /// Returns the first match at or after `offset`, or `Int.max` if there is none.
  mutating func next(from offset: Int) -> Int {
    if known >= offset, searched <= offset { return known }
    searched = offset
    let match =
      offset < block.range.upperBound
      ? block.first(literal, in: max(offset, block.start)..<block.range.upperBound) : nil
    known = match ?? .max
    searchedBytes += max(0, min(known, block.range.upperBound) - offset)
    return known
  }
}

extension StringProtocol {
  var trimmed: String {
    var text = Substring(self)
    // Fast path: most texts begin and end with a visible ASCII character.
    let visible: ClosedRange<UInt8> = 0x21...0x7E
    if let first = text.utf8.first, let last = text.utf8.last, visible ~= first, visible ~= last {
      return String(text)
    }
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}

import Base

/// Texts and edits as people and editors make them, and worse; all of them follow from one seed.
package struct RandomEdits {
  /// The pieces of texts and edits.
  package static let pieces = [
    "a", "word ", " ", "\n", "\n\n", "\r\n", "\r", "# ", "#", "#tag/x ", " #t", "> ", "- ", "* ",
    "1. ", "  - ", "Q: ", "A: ", "\nA: ", "tl;dr: ", "**", "*", "_", "`", "?[", "](", ")", "]",
    "?[h](a)", "![x](y)", "é", "e\u{301}", "中文", "😀", "👨‍👩‍👧", "🇩🇪", "\u{A0}", "\0",
    "A longer run of words without any marks at all. ", "*emphasis over\na line*",
  ]

  /// The texts that keep scan loops running, apart from spaces.
  package static let openers = [
    "*a", "_b", "?[c", "![d", "`e", "**f", "?[i](j", "word", "of", "é", "中文", "(g", "#t", "\r",
    "\nh",
  ]

  private var random: SeededGenerator

  /// The sequence that belongs to `seed`.
  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A number in `range`.
  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  /// A text of `count` pieces.
  package mutating func text(_ count: ClosedRange<Int>) -> String {
    (0..<number(count)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// A text that is one long paragraph, so that records go on within a block.
  package mutating func longParagraph() -> String {
    text(200...500).filter { $0 != "\n" && $0 != "\r\n" }
  }

  /// A line of marks without partners, which look for them up to its end; now and then two lines.
  package mutating func openerLine() -> String {
    let kinds = Self.openers.count - number(0...1) * 2
    return (0..<number(800...1500))
      .map { _ in Self.openers[number(0...kinds - 1)] + " " }.joined()
  }

  /// A key: a letter, a space, a word, or one of them gone.
  package mutating func key(in bytes: [UInt8]) -> (Range<Int>, String) {
    let offset = boundary(number(0...bytes.count), in: bytes)
    let end = boundary(min(bytes.count, offset + number(0...3)), in: bytes)
    let piece = ["", "a", " ", "é", "x y", "中", ". ", "7"].randomElement(using: &random) ?? ""
    return (offset..<max(offset, end), piece)
  }

  private func boundary(_ offset: Int, in bytes: [UInt8]) -> Int {
    var offset = offset
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  /// A key, a mark, a line break, a deletion, a paste, a moved line, or everything at once: bytes of
  /// the text, whole scalars, and what replaces them.
  package mutating func change(of bytes: [UInt8]) -> (Range<Int>, String) {
    let offset = boundary(number(0...bytes.count), in: bytes)
    let length = number(0...min(30, bytes.count - offset))
    let end = boundary(offset + length, in: bytes)
    let piece = Self.pieces.randomElement(using: &random) ?? ""
    switch number(0...19) {
    case 0..<9: return (offset..<offset, piece)
    case 9..<14: return (offset..<max(offset, end), "")
    case 14..<17: return (offset..<max(offset, end), piece)
    case 17: return (offset..<offset, String(repeating: piece, count: 20))
    case 18:
      let line = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let next = bytes[offset...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      return (line..<next, piece + String(decoding: bytes[line..<next], as: UTF8.self))
    default: return offset % 7 == 0 ? (0..<bytes.count, piece) : (offset..<offset, "\n\n")
    }
  }
}

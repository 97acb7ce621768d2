package import PackratParsing

/// A web address in a text, such as `https://example.org/a_b`.
///
/// The grammar has no links. Addresses are found in the text itself, since their underscores may be
/// delimiters of emphasis in the tree.
package struct WebLink: Sendable, Equatable {
  package var address: String
  /// The range of the link, in UTF-8 bytes from the start of the text.
  package var range: Range<Int>
}

extension Block {
  /// The addresses with `http://` or `https://` in the block, in order. Cost: linear.
  package var webLinks: [WebLink] {
    var links: [WebLink] = []
    var offset = range.lowerBound
    while let start = first("http", from: offset, before: range.upperBound) {
      offset = start + 4
      guard start == range.lowerBound || !isLetterOrDigit(byte(at: start - 1)) else { continue }
      let scheme: StaticString = has("https://", at: start) ? "https://" : "http://"
      guard has(scheme, at: start) else { continue }
      let body = start + scheme.utf8CodeUnitCount
      let end = endOfAddress(from: body)
      guard end > body else { continue }
      links.append(WebLink(address: text(in: start..<end), range: start..<end))
      offset = end
    }
    return links
  }

  /// Returns the end of an address: at white space or another character that no address contains,
  /// and before punctuation that belongs to the sentence. A closing bracket belongs to the address
  /// only if it was opened there.
  func endOfAddress(from start: Int) -> Int {
    var end = start
    while let byte = byte(at: end), byte > 0x20, byte != 0x7F,
      !Self.enders.contains(byte), !isUnicodeSpace(at: end)
    {
      end += 1
    }
    var counts: [UInt8: Int] = [:]
    for offset in start..<end {
      if let byte = byte(at: offset) { counts[byte, default: 0] += 1 }
    }
    while end > start, let last = byte(at: end - 1) {
      let isUnopened = Self.brackets[last].map { counts[last, default: 0] > counts[$0, default: 0] }
      guard Self.sentenceMarks.contains(last) || isUnopened == true else { break }
      counts[last, default: 0] -= 1
      end -= 1
    }
    return end
  }

  private static let enders = Set("<>\"`\\^{|}".utf8)
  private static let sentenceMarks = Set(".,;:!?'*_~".utf8)
  private static let brackets: [UInt8: UInt8] = [
    UInt8(ascii: ")"): UInt8(ascii: "("), UInt8(ascii: "]"): UInt8(ascii: "["),
  ]

  private func isLetterOrDigit(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (byte >= 0x30 && byte <= 0x39)
      || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A)
  }

  /// Returns whether U+00A0, U+2000 to U+200B, U+2028, U+2029, U+202F or U+3000 begins at `offset`.
  private func isUnicodeSpace(at offset: Int) -> Bool {
    switch byte(at: offset) {
    case 0xC2: return byte(at: offset + 1) == 0xA0
    case 0xE2:
      guard byte(at: offset + 1) == 0x80, let last = byte(at: offset + 2) else { return false }
      return last <= 0x8B || last == 0xA8 || last == 0xA9 || last == 0xAF
    case 0xE3: return byte(at: offset + 1) == 0x80 && byte(at: offset + 2) == 0x80
    default: return false
    }
  }
}

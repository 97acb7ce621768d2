import Base
import Foundation

/// A text normalized for comparison: programs and readers change quotation marks, dashes, spaces
/// and case.
package struct HighlightWords: Sendable, Hashable {
  /// The text in lower case, with single spaces.
  package let text: String

  package init(_ text: some StringProtocol) {
    if let text = Self.ascii(text) {
      self.text = text
      return
    }
    var result = String.UnicodeScalarView()
    var isBlank = true
    for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
      switch scalar {
      case "\u{2060}", "\u{FEFF}", "\u{200B}", "\u{AD}", "¶": continue
      case "“", "”", "„", "‟", "«", "»", "″": result.append("\"")
      case "‘", "’", "‚", "‛", "ʼ", "′", "`": result.append("'")
      case "‐", "‑", "‒", "–", "—", "―", "−": result.append("-")
      case "…": result.append(contentsOf: "...".unicodeScalars)
      case _ where scalar.properties.isWhitespace:
        if !isBlank { result.append(" ") }
        isBlank = true
        continue
      default: result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
      isBlank = false
    }
    let isEdge: (Unicode.Scalar) -> Bool = {
      !($0.properties.isAlphabetic || $0.properties.numericType != nil)
    }
    let whole = result
    while let last = result.last, isEdge(last) { result.removeLast() }
    let core = String(String.UnicodeScalarView(result.drop(while: isEdge)))
    // A text of punctuation only is kept.
    self.text = core.isEmpty ? String(whole).trimmingCharacters(in: .whitespaces) : core
  }

  /// Normalizes a text in ASCII, several times as fast as `init`; nil for other texts.
  private static func ascii(_ text: some StringProtocol) -> String? {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var isBlank = true
    for byte in text.utf8 {
      switch byte {
      case 0x80...: return nil
      case 0x09...0x0D, 0x20:
        if !isBlank { result.append(0x20) }
        isBlank = true
        continue
      case UInt8(ascii: "`"): result.append(UInt8(ascii: "'"))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): result.append(byte | 0x20)
      default: result.append(byte)
      }
      isBlank = false
    }
    let isCore: (UInt8) -> Bool = { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }
    if let first = result.firstIndex(where: isCore), let last = result.lastIndex(where: isCore) {
      return String(decoding: result[first...last], as: UTF8.self)
    }
    return String(decoding: result, as: UTF8.self).trimmed
  }

  package var isEmpty: Bool { text.isEmpty }

  package var digest: String { Self.digest(text) }

  /// A 32-bit digest of the first four words. It is short, since positions are compared, too.
  package var head: String { Self.digest(words.prefix(4).joined(separator: " "), length: 8) }
  /// A 32-bit digest of the last four words.
  package var tail: String { Self.digest(words.suffix(4).joined(separator: " "), length: 8) }

  private var words: [Substring] { text.split(separator: " ") }

  package static func digest(_ text: String, length: Int = 24) -> String {
    String(SHA1.digest(Array(text.utf8)).hexadecimal.prefix(length))
  }

  package func isPart(ofOrWith other: Self) -> Bool {
    guard !isEmpty, !other.isEmpty else { return false }
    if text.utf8.count <= other.text.utf8.count { return other.text.contains(text) }
    return text.contains(other.text)
  }

  /// Whether both begin with the same text, at least 70% of the shorter one.
  package func sharesBeginning(with other: Self) -> Bool {
    let shorter = min(text.utf8.count, other.text.utf8.count)
    var shared = 0
    for (mine, theirs) in zip(text.utf8, other.text.utf8) {
      guard mine == theirs else { break }
      shared += 1
    }
    return shorter > 0 && shared * 10 >= shorter * 7
  }
}

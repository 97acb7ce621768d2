/// Random bits as text: a pass, a cookie or the root of the site.
package struct Secret: Sendable {
  /// The text in base64url (RFC 4648, section 5): 43 characters for 256 bits.
  package let text: String

  /// Creates a secret of 64 random bits for each of `words`.
  package init(words: Int = 4) {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    for _ in 0..<words {
      let word = generator.next()
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(clamping: shift)))
      }
    }
    text = Self.base64url(bytes)
  }

  /// Does not check the text, which comes for example from a file or an address.
  package init(text: String) { self.text = text }

  /// Whether the texts are equal. The duration of the comparison reveals only the length.
  package func matches(_ other: String) -> Bool {
    let (ours, theirs) = (Array(text.utf8), Array(other.utf8))
    guard ours.count == theirs.count else { return false }
    return zip(ours, theirs).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Whether the text has the length and the characters of a secret of this number of words.
  package func isWhole(words: Int) -> Bool {
    text.utf8.count == (words * 64 + 5) / 6 && text.utf8.allSatisfy(Self.alphabet.contains)
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Returns base64url without the `=` at the end.
  static func base64url(_ bytes: [UInt8]) -> String {
    var (text, bits, count) = ([UInt8](), 0, 0)
    for byte in bytes {
      bits = bits << 8 | Int(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[bits >> count & 63])
        bits &= (1 << count) - 1
      }
    }
    if count > 0 { text.append(alphabet[bits << (6 - count) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }
}

import Testing

@testable import Maintenance

@Suite struct WordCountTests {
  private static func words(_ text: String) -> Int {
    Array(text.utf8).withUnsafeBytes(WordCount.words(in:))
  }

  @Test(arguments: [
    ("", 0), (" \n", 0), ("a", 1), (" a  b\tc\r\n", 3), ("a\u{A0}b", 2), ("Việt Nam", 2),
    ("日本語\u{3000}Swift", 2), ("a – “b”", 3), ("a\u{200B}b", 1), ("👩‍👩‍👧 e\u{301}", 2),
  ])
  func countsThePartsBetweenWhiteSpace(text: String, count: Int) {
    #expect(Self.words(text) == count)
  }

  @Test func knowsAllWhiteSpace() {
    for scalar in (UInt32(0)...0x10FFFF).lazy.compactMap(Unicode.Scalar.init) {
      let count = Self.words("a\(Character(scalar))b")
      #expect(
        count == (scalar.properties.isWhitespace ? 2 : 1), "U+\(String(scalar.value, radix: 16))")
    }
  }

  /// Wherever the parts end in which bytes are counted together.
  @Test(arguments: ["a b", "ab\n ", "é\u{3000}b ", "a\u{A0}\u{2003}日"])
  func countsOverTheEndsOfParts(unit: String) {
    for length in 0..<300 {
      let bytes = Array(Array(repeating: unit, count: 150).joined().utf8.prefix(length))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(Self.words(text) == text.split(whereSeparator: \.isWhitespace).count, "\(length)")
    }
  }

  @Test func endsWithTheBytes() {
    for end in [[0xC2], [0xE2], [0xE2, 0x80], [0xFF]] as [[UInt8]] {
      #expect((Array("a ".utf8) + end).withUnsafeBytes(WordCount.words(in:)) == 2)
    }
  }
}

import Testing

@testable import MiniMarkdown

@Suite struct OccurringBytesTests {
  @Test(arguments: ["", "a", "?[x](y)", "é#\u{1F331}", "\u{0}\u{7F}@?"])
  func hasWhatOccurs(text: String) {
    let bytes = OccurringBytes(Array(text.utf8)[...])
    for value in 0..<0x80 as Range<UInt8> {
      let mark = Unicode.Scalar(value)
      #expect(bytes.has(mark) == text.unicodeScalars.contains(mark))
    }
  }
}

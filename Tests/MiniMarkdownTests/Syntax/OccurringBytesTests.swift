import Testing

@testable import MiniMarkdown

@Suite struct OccurringBytesTests {
  @Test(arguments: ["", "a", "?[x](y)", "é#\u{1F331}", "\u{0}\u{7F}@?"])
  func hasWhatOccurs(text: String) {
    let bytes = OccurringBytes(Array(text.utf8)[...])
    for value in 0..<0x7F as Range<UInt8> {
      let mark = Unicode.Scalar(value)
      #expect(bytes.has(mark) == text.unicodeScalars.contains(mark))
    }
  }

  @Test(arguments: [
    ("", ""), ("a", "a"), ("a\nb\n", "ab"), ("a\r\n\n- b", "a\n-"), (" é\n#", " #"),
  ])
  func knowsWhatBeginsALine(text: String, starts: String) {
    let bytes = OccurringBytes(Array(text.utf8)[...])
    for value in 0..<0x7F as Range<UInt8> {
      let mark = Unicode.Scalar(value)
      #expect(bytes.begins(mark) == starts.unicodeScalars.contains(mark))
    }
  }

  @Test func takesBytesBeyondASCIITogether() {
    let bytes = OccurringBytes(Array("a\né".utf8)[...])
    #expect(bytes.begins("\u{7F}") && bytes.hasOther && !OccurringBytes([0x61]).hasOther)
    #expect(ASCIISet(unusualAnd: "?").contains(0xC3) && !ASCIISet().contains(0xC3))
    #expect(ASCIISet(unusualAnd: "?").intersects(ASCIISet(unusualAnd: "")))
    #expect(!ASCIISet(unusualAnd: "?").contains(UInt8(ascii: "a")))
  }
}

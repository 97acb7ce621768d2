import Base
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@Suite struct PositionTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var text: String
    var encoding: PositionEncoding
    var line: Int
    var column: Int
    var offset: Int
    var testDescription: String {
      "\(text.debugDescription) \(encoding.rawValue) \(line):\(column) = \(offset)"
    }
  }

  @Test(arguments: [
    Example(text: "", encoding: .utf16, line: 0, column: 0, offset: 0),
    Example(text: "ab\ncd", encoding: .utf16, line: 1, column: 1, offset: 4),
    Example(text: "ab\r\ncd", encoding: .utf16, line: 1, column: 0, offset: 4),
    Example(text: "ab\rcd", encoding: .utf16, line: 1, column: 0, offset: 3),
    Example(text: "é\u{2028}b", encoding: .utf16, line: 0, column: 2, offset: 5),
    Example(text: "a😀b", encoding: .utf8, line: 0, column: 5, offset: 5),
    Example(text: "a😀b", encoding: .utf16, line: 0, column: 3, offset: 5),
    Example(text: "a😀b", encoding: .utf32, line: 0, column: 2, offset: 5),
    Example(text: "a\n", encoding: .utf8, line: 1, column: 0, offset: 2),
  ])
  func converts(_ example: Example) {
    let snapshot = MiniMarkdownDocument(example.text).snapshot
    let position = TextPosition(line: example.line, column: example.column)
    #expect(snapshot.offset(of: position, in: example.encoding) == example.offset)
    #expect(snapshot.position(of: example.offset, in: example.encoding) == position)
  }

  @Test(arguments: [
    (line: 0, column: 99, offset: 2),  // after the end of the line: its end
    (line: 0, column: 2, offset: 2),
    (line: 1, column: 1, offset: 4),  // inside a surrogate pair: its start
    (line: 1, column: 9, offset: 8),
    (line: 7, column: 0, offset: 9),  // after the last line: the end
    (line: -1, column: 5, offset: 0),
    (line: 0, column: -1, offset: 0),
  ])
  func clientPositionIsClamped(line: Int, column: Int, offset: Int) {
    let snapshot = MiniMarkdownDocument("ab\r\n😀\n").snapshot
    #expect(
      snapshot.offset(of: TextPosition(line: line, column: column), in: .utf16) == offset)
  }

  @Test func everyOffsetRoundTrips() {
    let alphabet = ["a", "é", "中", "😀", "\n", "\r\n", "\r", " ", "e\u{301}"]
    for seed in UInt64(0)..<200 {
      var random = SeededGenerator(seed: seed)
      let text = (0..<Int.random(in: 0...30, using: &random))
        .map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
      let snapshot = MiniMarkdownDocument(text).snapshot
      for encoding in PositionEncoding.allCases {
        var offset = 0
        for scalar in text.unicodeScalars {
          let position = snapshot.position(of: offset, in: encoding)
          let back = snapshot.offset(of: position, in: encoding)
          // The offset between `\r` and `\n` is, for an editor, the end of the line.
          let insideLineEnd =
            scalar == "\n" && offset > 0 && snapshot.byte(at: offset - 1) == UInt8(ascii: "\r")
          #expect(back == offset - (insideLineEnd ? 1 : 0), "seed \(seed), offset \(offset)")
          let other = TextPosition(
            line: position.line + Int.random(in: -1...1, using: &random),
            column: Int.random(in: 0...9, using: &random))
          let both = snapshot.offsets(of: position, other, in: encoding)
          #expect(both.left == back, "seed \(seed), offset \(offset)")
          #expect(
            both.right == snapshot.offset(of: other, in: encoding), "seed \(seed), \(other)")
          offset += UTF8.width(scalar)
        }
      }
    }
  }
}

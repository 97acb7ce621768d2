import DisplayWidth
import Testing

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("中文", 4), ("ｱ", 1), ("ア", 2), ("한국", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("🇩", 1), ("👍🏽", 2),
    ("1️⃣", 2), ("1", 1), ("❤", 1), ("❤️", 2), ("“a” — …", 7), ("\u{200B}\u{FEFF}", 0), ("\u{1B}", 0),
    ("Ａ", 2), ("　", 2), ("नमस्ते", 4), ("\u{1F3FB}", 2), ("█░", 2), ("\u{AD}", 1), ("ไทย", 3),
  ])
  func cellsAre(_ text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  /// The ranges of Unicode's East Asian Width table, by samples at their edges.
  @Test(arguments: [
    (0x10FF, false), (0x1100, true), (0x115F, true), (0x1160, false), (0x231A, true),
    (0x2E7F, false), (0x2E80, true), (0x303E, true), (0x303F, false), (0x3041, true),
    (0xA4CF, true), (0xABFF, false), (0xAC00, true), (0xD7A3, true), (0xF900, true),
    (0xFE0F, false), (0xFE10, true), (0xFF00, false), (0xFF01, true), (0xFF60, true),
    (0xFF61, false), (0x1F004, true), (0x1F5FF, true), (0x20000, true), (0x3FFFD, true),
    (0x40000, false),
  ])
  func wideScalarsAre(value: UInt32, isWide: Bool) {
    #expect(Unicode.Scalar(value)?.isWide == isWide)
  }
}

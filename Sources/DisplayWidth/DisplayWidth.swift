/// The number of terminal cells that a text takes, in a font of fixed width.
///
/// Source: UAX #11 (East Asian Width), where ambiguous characters are narrow, and UTS #51 for
/// emoji.
extension StringProtocol {
  /// The number of cells of all characters. Control characters have width 0: callers remove them
  /// before showing text.
  package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }
}

extension Character {
  /// The number of cells: 0, 1 or 2; more for some characters of several scalars.
  package var displayWidth: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.index(after: scalars.startIndex) == scalars.endIndex { return first.displayWidth }
    // An emoji sequence is one picture. Without U+FE0F, a character with text presentation stays
    // text.
    if first.properties.isEmoji, scalars.contains(where: \.makesPicture) { return 2 }
    return scalars.reduce(0) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  /// The number of cells of the scalar by itself.
  package var displayWidth: Int {
    if (0x20..<0x7F).contains(value) { return 1 }
    switch properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator:
      return value == 0xAD ? 1 : 0
    default: break
    }
    // Hangul vowels and final consonants combine with the consonant before them.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    if (0x1F1E6...0x1F1FF).contains(value) { return 1 }
    return isWide ? 2 : 1
  }

  /// Whether the scalar takes two cells: wide and full-width characters, and emoji shown as
  /// pictures.
  package var isWide: Bool {
    guard value >= 0x1100 else { return false }
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
      0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DF2, 0x1AFF0...0x1B2FB,
      0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      return true
    default: return properties.isEmojiPresentation
    }
  }

  /// Whether the scalar turns the characters before it into a picture: U+FE0F, a skin tone, a
  /// joiner, a keycap, the second half of a flag, or a tag.
  fileprivate var makesPicture: Bool {
    switch value {
    case 0xFE0F, 0x200D, 0x20E3, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF, 0xE0020...0xE007F: true
    default: false
    }
  }
}

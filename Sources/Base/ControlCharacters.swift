extension Unicode.Scalar {
  /// Whether the scalar is a control character (Unicode category Cc), such as a tab or a line feed.
  package var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }

  /// Whether the scalar is U+2028 or U+2029, after which some programs start a new line.
  package var isLineSeparator: Bool { value == 0x2028 || value == 0x2029 }

  /// Whether the scalar changes the writing direction: an embedding, an override, an isolate, or
  /// the end of one.
  package var turnsDirection: Bool {
    (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }

  /// Whether the scalar is an invisible directional mark. Words in right-to-left scripts may need
  /// it.
  package var marksDirection: Bool { value == 0x061C || value == 0x200E || value == 0x200F }
}

extension Character {
  package var hasControl: Bool { unicodeScalars.contains(where: \.isControl) }
}

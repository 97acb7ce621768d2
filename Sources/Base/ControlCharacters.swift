extension Unicode.Scalar {
  /// Whether it is a control character (Unicode category Cc), which does not belong in a line.
  package var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }

  /// Whether it is not a control character, but programs that count lines may start a new line here.
  package var isLineSeparator: Bool { value == 0x2028 || value == 0x2029 }

  /// Whether it changes the writing direction after it: an embedding, an override, an isolate or the end of one.
  package var turnsDirection: Bool {
    (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }

  /// Whether it is an invisible mark with a direction. Words in right-to-left scripts may need it.
  package var marksDirection: Bool { value == 0x061C || value == 0x200E || value == 0x200F }
}

extension Character {
  /// Whether one of its scalars is a control character.
  package var hasControl: Bool { unicodeScalars.contains(where: \.isControl) }
}

extension Unicode.Scalar {
  /// Whether it is a code that controls terminals and files, of Unicode's category Cc: it has no place
  /// within a line.
  package var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }

  /// Whether programs that count lines may begin a new one here, though it is no control character.
  package var isLineSeparator: Bool { value == 0x2028 || value == 0x2029 }

  /// Whether it turns the direction of writing after it: an embedding, an override, an isolate or the end
  /// of one.
  package var turnsDirection: Bool {
    (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }

  /// Whether it is an unseen mark with a direction. Words of scripts that are written from right to left
  /// may need it.
  package var marksDirection: Bool { value == 0x061C || value == 0x200E || value == 0x200F }
}

extension Character {
  /// Whether a scalar of it is a control character.
  package var hasControl: Bool { unicodeScalars.contains(where: \.isControl) }
}

/// Searches a stored text without the index. Texts should be UTF-8, but may contain invalid bytes.
enum TextScan {
  /// Whether a word of `text` begins with `beginning`, which is folded as in the index. `words`
  /// splits and folds a text in the same way; it is called only for words with non-ASCII letters.
  /// Cost: linear.
  static func hasWord(
    in text: UnsafeRawBufferPointer, beginningWith beginning: [UInt8],
    words: (String) throws -> [String]
  ) rethrows -> Bool {
    var start = 0
    while let position = firstOccurrence(of: beginning, in: text, from: start) {
      if position == 0 || !isInWord(text, at: position - 1) { return true }
      start = position + 1
    }
    guard text.reduce(0, |) >= 0x80 else { return false }
    return try mixedRuns(in: text).contains { run in
      try words(String(decoding: text[run], as: UTF8.self))
        .contains { $0.utf8.starts(with: beginning) }
    }
  }

  /// Returns the ranges of `literal` in bytes, ascending, without overlaps. Ignores the case of
  /// ASCII letters.
  static func occurrences(of literal: String, in text: UnsafeRawBufferPointer) -> [Range<Int>] {
    let literal = literal.utf8.map(lowercase)
    var found: [Range<Int>] = []
    var start = 0
    while let position = firstOccurrence(of: literal, in: text, from: start) {
      start = position + literal.count
      found.append(position..<start)
    }
    return found
  }

  /// `bytes` must be in lower case.
  private static func firstOccurrence(
    of bytes: [UInt8], in text: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard let first = bytes.first else { return nil }
    var position = start
    while position <= text.count - bytes.count {
      // Setting the case bit rules out most offsets quickly.
      if text[position] | 0x20 == first | 0x20,
        bytes.indices.allSatisfy({ lowercase(text[position + $0]) == bytes[$0] })
      {
        return position
      }
      position += 1
    }
    return nil
  }

  /// Returns the runs of letters and digits that are not all ASCII.
  private static func mixedRuns(in text: UnsafeRawBufferPointer) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    var isMixed = false
    for position in text.indices {
      if isInWord(text, at: position) {
        isMixed = isMixed || text[position] >= 0x80
      } else {
        if isMixed { runs.append(start..<position) }
        (start, isMixed) = (position + 1, false)
      }
    }
    return isMixed ? runs + [start..<text.count] : runs
  }

  /// Whether the byte may belong to a word: ASCII letters and digits, and non-ASCII bytes except in
  /// U+2000 to U+203F (typographic spaces, quotation marks and dashes), encoded as `E2 80 xx`.
  private static func isInWord(_ text: UnsafeRawBufferPointer, at position: Int) -> Bool {
    switch text[position] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    case 0x80...:
      !(max(0, position - 2)...position).contains { start in
        text[start] == 0xE2 && start + 1 < text.count && text[start + 1] == 0x80
      }
    default: false
    }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

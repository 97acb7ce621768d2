/// Counts words: the parts of a text between white space.
enum WordCount {
  /// The number of words in UTF-8. Cost: a look at each byte.
  static func words(in bytes: UnsafeRawBufferPointer) -> Int {
    var (count, index, isInWord) = (0, 0, false)
    while index < bytes.count {
      let byte = bytes[index]
      // Most are ASCII.
      if byte < 0x80 {
        let isSpace = byte == UInt8(ascii: " ") || byte &- 0x09 <= 4
        count &+= isInWord || isSpace ? 0 : 1
        isInWord = !isSpace
        index &+= 1
        continue
      }
      let space = space(in: bytes, at: index)
      if space == 0, !isInWord { count += 1 }
      isInWord = space == 0
      index += max(1, space)
    }
    return count
  }

  /// The number of bytes of the white space beyond ASCII, as Unicode knows it, that begins at `index`; 0 if
  /// something else does.
  private static func space(in bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
    let first = bytes[index]
    // Most other letters are seen to be none by their first byte.
    guard first == 0xC2 || 0xE1...0xE3 ~= first, index + 1 < bytes.count else { return 0 }
    let third = index + 2 < bytes.count ? bytes[index + 2] : 0
    return switch (first, bytes[index + 1], third) {
    case (0xC2, 0x85, _), (0xC2, 0xA0, _): 2
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9),
      (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
      3
    default: 0
    }
  }
}

/// Counts words: the parts of a text between white space.
enum WordCount {
  /// The number of words in UTF-8. Cost: a look at each byte.
  static func words(in bytes: UnsafeRawBufferPointer) -> Int {
    var (count, index, isInWord) = (0, 0, false)
    while index < bytes.count {
      let space = space(in: bytes, at: index)
      if space == 0, !isInWord { count += 1 }
      isInWord = space == 0
      index += max(1, space)
    }
    return count
  }

  /// The number of bytes of the white space, as Unicode knows it, that begins at `index`; 0 if something
  /// else does.
  private static func space(in bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
    let first = bytes[index]
    if first < 0x80 { return first == UInt8(ascii: " ") || 0x09...0x0D ~= first ? 1 : 0 }
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

/// Counts words: the parts of a text between white space.
enum WordCount {
  /// The number of words in UTF-8. Cost: a look at each byte, most of them sixteen at a time.
  static func words(in bytes: UnsafeRawBufferPointer) -> Int {
    var (count, index, isInWord) = (0, 0, false)
    while index < bytes.count {
      let end = min(index + part, bytes.count)
      if let starts = starts(in: bytes, index..<end) {
        let first = bytes[index]
        count &+= starts &+ (!isInWord && !isSpace(first) ? 1 : 0)
        isInWord = !isSpace(bytes[end - 1])
        index = end
        continue
      }
      while index < end {
        let space = isSpace(bytes[index]) ? 1 : space(in: bytes, at: index)
        if space == 0, !isInWord { count &+= 1 }
        isInWord = space == 0
        index &+= max(1, space)
      }
    }
    return count
  }

  /// The bytes that are counted together: so few that one byte holds the number of their words.
  private static let part = 128

  /// The number of bytes in `range`, the first of them aside, with which a word begins. Returns nil if white
  /// space beyond ASCII may be there. Without a branch, so that the compiler can do sixteen bytes at a time.
  private static func starts(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    var (starts, others): (UInt8, UInt8) = (0, 0)
    for index in range.dropFirst() {
      starts &+= (isSpace(bytes[index - 1]) ? 1 : 0) & (isSpace(bytes[index]) ? 0 : 1)
    }
    for index in range { others |= mayBeginSpace(bytes[index]) ? 1 : 0 }
    return others == 0 ? Int(starts) : nil
  }

  @inline(__always)
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte &- 0x09 <= 4
  }

  /// Whether white space beyond ASCII may begin with `byte`: most other letters do not.
  @inline(__always)
  private static func mayBeginSpace(_ byte: UInt8) -> Bool {
    byte == 0xC2 || byte &- 0xE1 <= 2
  }

  /// The number of bytes of the white space beyond ASCII, as Unicode knows it, that begins at `index`; 0 if
  /// something else does.
  private static func space(in bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
    let first = bytes[index]
    guard mayBeginSpace(first), index + 1 < bytes.count else { return 0 }
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
